"""What the rules answer when something said at the table cannot have happened.

Errors carry a code, the rule's id and parameters, never a sentence: wording.py finds the words.
"""

from __future__ import annotations


class RuleError(Exception):
    """An event that the rules refuse; the table stays as it was.

    ``code`` is one of a closed list (wording.py has a sentence for each), ``rule`` an id of
    rules.md, ``params`` what the sentence needs: seats, cards, amounts.
    """

    def __init__(self, code: str, rule: str, **params: object) -> None:
        super().__init__(f"{code} ({rule})")
        self.code = code
        self.rule = rule
        self.params = params


class CorrectionError(Exception):
    """A correction that cannot be made as asked, before any rule is looked at.

    ``code`` is ``nothing_to_undo``, ``nothing_to_redo``, ``no_such_number`` or ``number_twice``.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class Conflict(Exception):
    """A correction after which something that stands could no longer have happened (law 3).

    ``number`` is the entry's place before the correction, None where the clash is one of the
    correction's own events; then ``op`` is the index of that event. ``cause`` says why.
    """

    def __init__(self, number: int | None, op: int | None, event: object, cause: RuleError) -> None:
        super().__init__(f"entry {number}, op {op}: {cause}")
        self.number = number
        self.op = op
        self.event = event
        self.cause = cause
