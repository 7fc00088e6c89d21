"""The house rules that import-linter cannot check."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "games" / "rules"

LONGEST_FILE = 300

FORBIDDEN_MODULES = {
    *("asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random"),
    *("secrets", "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid"),
}
"""Standard library all the same, but a clock, chance, or input and output."""

FORBIDDEN_CALLS = {"breakpoint", "compile", "eval", "exec", "input", "open", "print", "__import__"}

FORBIDDEN_BEGINNINGS = ("get_", "do_", "handle_", "process_")
FORBIDDEN_ENDINGS = ("_data", "_info")
RULE_ID = re.compile(r"R-[A-Z]+-\d+")
JUNK_DRAWERS = {"utils", "helpers", "common", "misc", "signals"}


def sources(*folders: str, suffixes: tuple[str, ...] = (".py",)) -> list[Path]:
    """Our own files in these folders, without migrations and what is vendored."""
    return sorted(
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes and not {"migrations", "vendor"} & set(path.parts)
    )


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def imported(module: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports say where from"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", sources("games/rules"), ids=named)
def test_the_rules_import_nothing_but_the_standard_library_and_each_other(path: Path) -> None:
    """And of the standard library nothing that knows a clock, chance, input or output."""
    others = {name for name in imported(tree(path)) if not name.startswith("games.rules")}
    tops = {name.partition(".")[0] for name in others}
    assert tops <= sys.stdlib_module_names - FORBIDDEN_MODULES


@pytest.mark.parametrize("path", sources("games/rules"), ids=named)
def test_the_rules_call_nothing_that_reads_or_writes(path: Path) -> None:
    calls = {
        node.func.id
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & FORBIDDEN_CALLS


@pytest.mark.parametrize("path", sources("games/rules"), ids=named)
def test_the_rules_hold_no_state(path: Path) -> None:
    """No global is ever assigned to from within a function."""
    assert not [node for node in ast.walk(tree(path)) if isinstance(node, ast.Global)]


@pytest.mark.parametrize("path", sources("games/rules"), ids=named)
def test_names_say_what_things_are(path: Path) -> None:
    """No get_, do_, handle_, process_, and no _data, _info."""
    names = {
        node.name.lstrip("_")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    assert not [name for name in names if name.startswith(FORBIDDEN_BEGINNINGS)]
    assert not [name for name in names if name.endswith(FORBIDDEN_ENDINGS)]


@pytest.mark.parametrize("path", sources("games", "tencompanion"), ids=named)
def test_every_room_says_what_it_is_for(path: Path) -> None:
    """A docstring, and a name that is no junk drawer's."""
    assert path.stem not in JUNK_DRAWERS
    module = tree(path)
    assert ast.get_docstring(module) or not module.body


def test_files_are_short() -> None:
    """A room that outgrows 300 lines becomes a folder."""
    files = sources(
        "games", "tencompanion", "templates", "static", suffixes=(".py", ".html", ".css", ".js")
    )
    long = {
        named(path): lines
        for path in files
        if (lines := len(path.read_text().splitlines())) > LONGEST_FILE
    }
    assert long == {}


def test_every_rule_that_is_named_is_there() -> None:
    """The ids in code and tests are those of docs/rules.md, or of the brief."""
    documents = [ROOT / "docs" / "rules.md", ROOT.parent / "shared" / "design" / "rules.md"]
    known = rules_named_in([document for document in documents if document.exists()])
    if not known:
        pytest.skip("the rules are not here")
    assert rules_named_in(sources("games", "tests")) <= known


def rules_named_in(paths: list[Path]) -> set[str]:
    return {rule for path in paths for rule in RULE_ID.findall(path.read_text())}
