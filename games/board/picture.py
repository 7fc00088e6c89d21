"""The result as a picture that chats show: drawn here, with our own font, by no other service.

Drawn at twice its size and then made smaller, so that edges are smooth.
"""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import TypeAlias

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from games.board.endings import Ending
from games.board.sheets import ColourRow, Place, RankedSheet

SIZE = (1200, 630)
"""What chats and social sites show in full."""

FINE = 2
WIDTH, HEIGHT = SIZE[0] * FINE, SIZE[1] * FINE
MARGIN, TOP, BOTTOM = 96, 312, 1192
HIGHEST_ROW, BETWEEN = 380, 16
NAMES, RUNS, RUN, CELL = MARGIN + 32, 800, 688, 62

GROUND, RAISED, LIFTED = "#11151a", "#1b2128", "#2a323c"
TEXT, QUIET, LAMP = "#f3f0e9", "#aab4bf", "#ffcc3d"
PAINT = {"red": "#c42d47", "blue": "#2064b4", "orange": "#b35900", "green": "#1d7a4b"}
SIGN = {"red": "#ff6f85", "blue": "#6fb1ff", "orange": "#ffa04a", "green": "#5fd69a"}
"""As in looks.css."""

_FONTS = Path(__file__).parent / "fonts"
_WRITABLE = re.compile(
    r"[\x20-\x7e\xa0-\u024f\u0370-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a]+"
)
_UNSEEN = dict.fromkeys([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A)])

Font: TypeAlias = ImageFont.FreeTypeFont
Box: TypeAlias = tuple[float, float, float, float]


def picture(ending: Ending) -> bytes:
    """The result as PNG. Names that the font cannot write have to be replaced before."""
    image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(image)
    _write(draw, (MARGIN, 68), ending.headline, _font(104, bold=True), TEXT, WIDTH - 2 * MARGIN)
    facts = " · ".join(ending.facts)
    below = f"{ending.verdict} {facts}" if ending.verdict else facts
    _write(draw, (MARGIN, 208), below, _font(46), QUIET, WIDTH - 2 * MARGIN)
    pitch = min(HIGHEST_ROW, (BOTTOM - TOP) // len(ending.sheets))
    for place, sheet in enumerate(ending.sheets):
        top = TOP + place * pitch
        _draw_sheet(draw, sheet, (MARGIN, top, WIDTH - MARGIN, top + pitch - BETWEEN))
    _write(draw, (MARGIN, 1200), _("TEN Companion"), _font(36), QUIET, WIDTH)
    out = io.BytesIO()
    image.resize(SIZE, Image.Resampling.LANCZOS).quantize(256, Image.Quantize.FASTOCTREE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


def writable(names: list[str]) -> list[str]:
    """The names; a player's number for one that has letters which the font does not have."""
    return [
        name
        if _WRITABLE.fullmatch(name.translate(_UNSEEN))
        else _("Player %(number)d") % {"number": n}
        for n, name in enumerate(names, 1)
    ]


def _draw_sheet(draw: ImageDraw.ImageDraw, sheet: RankedSheet, box: Box) -> None:
    _left, top, right, bottom = box
    draw.rounded_rectangle(box, 24, RAISED, LAMP if sheet.is_winner else RAISED, 5)
    middle = (top + bottom) / 2
    width = RUNS - NAMES - 40
    tie = _wrapped(sheet.tie, _font(28), width)
    text = middle - 30 - 17 * len(tie)
    _write(draw, (NAMES, text), f"{sheet.rank}  {sheet.name}", _font(52, bold=True), TEXT, width)
    for number, line in enumerate(tie):
        _write(draw, (NAMES, text + 66 + 34 * number), line, _font(28), QUIET, width)
    high = min(118, (bottom - top - 40) / 2)
    for index, row in enumerate(sheet.rows):
        x = RUNS + (index % 2) * RUN
        y = middle - high - 4 if index < 2 else middle + 4
        _draw_run(draw, row, x, y, high)
    points = str(sheet.score)
    font = _font(88, bold=True)
    draw.text((right - 36, middle), points, TEXT, font, anchor="rm")


def _draw_run(draw: ImageDraw.ImageDraw, row: ColourRow, x: float, y: float, high: float) -> None:
    _draw_suit(draw, row.suit, x + 16, y + high / 2, 15)
    for place in row.places:
        left = x + 44 + (place.rank - 1) * CELL
        _draw_place(draw, row.suit, place, (left, y, left + CELL - 4, y + high - 4))


def _draw_place(draw: ImageDraw.ImageDraw, suit: str, place: Place, box: Box) -> None:
    left, top, right, bottom = box
    middle = ((left + right) / 2, (top + bottom) / 2)
    if place.card is None:
        draw.rounded_rectangle(box, 8, fill=GROUND)
        draw.text(middle, str(place.rank), LIFTED, _font(34), anchor="mm")
        return
    draw.rounded_rectangle(box, 8, fill=PAINT[suit])
    if place.is_wild:
        draw.rounded_rectangle((left + 5, top + 5, right - 5, bottom - 5), 6, outline=TEXT, width=4)
    draw.text(middle, str(place.rank), "#ffffff", _font(38, bold=True), anchor="mm")


def _draw_suit(draw: ImageDraw.ImageDraw, suit: str, x: float, y: float, r: float) -> None:
    match suit:
        case "red":
            draw.ellipse((x - r, y - r, x + r, y + r), fill=SIGN[suit])
        case "blue":
            draw.rectangle((x - r + 2, y - r + 2, x + r - 2, y + r - 2), fill=SIGN[suit])
        case "orange":
            draw.polygon([(x, y - r), (x + r, y + r), (x - r, y + r)], fill=SIGN[suit])
        case "green":
            draw.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill=SIGN[suit])


def _write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    font: Font,
    colour: str,
    width: float,
) -> None:
    """One line of text, cut off where it would be wider than that."""
    plain = text.translate(_UNSEEN)
    if font.getlength(plain) > width:
        while plain and font.getlength(plain + "…") > width:
            plain = plain[:-1]
        plain = plain.rstrip() + "…"
    draw.text(at, plain, colour, font)


def _wrapped(text: str, font: Font, width: float) -> list[str]:
    """The text in lines of at most that width, broken between words."""
    lines: list[str] = []
    for word in text.translate(_UNSEEN).split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@cache
def _font(size: int, *, bold: bool = False) -> Font:
    file = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(_FONTS / file, size, layout_engine=ImageFont.Layout.BASIC)
