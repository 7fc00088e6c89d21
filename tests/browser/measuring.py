"""What a browser measures of the board that it shows: parts that collide, are cut off or too small.

Text counts by the ink of its letters, not by its line: digits in a key sit closer than lines of
text may, and still leave air between themselves and the marks around them.
"""

from __future__ import annotations

from playwright.sync_api import Page

TROUBLES = """() => {
    const board = document.getElementById('board');
    const bar = document.getElementById('actions');
    const words = part => part.textContent.trim().slice(0, 24);
    const name = part => `${part.localName}.${part.classList} “${words(part)}”`;
    const shown = part => part.checkVisibility({visibilityProperty: true})
        && !part.closest('.spoken, symbol, details:not([open]) > :not(summary)');
    const isShortened = part => {
        const style = getComputedStyle(part);
        return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    };
    const shortening = part => {
        const found = [];
        for (; part !== board; part = part.parentElement) if (isShortened(part)) found.push(part);
        return found;
    };
    // Where the letters are on their line: from the top of the highest to the foot of the lowest.
    // Measured large, since a canvas rounds to whole pixels.
    const canvas = document.createElement('canvas').getContext('2d');
    const ink = (style, text) => {
        canvas.font = `${style.fontWeight} 1000px ${style.fontFamily}`;
        return canvas.measureText(text);
    };
    const letters = (measured, {left, right, top, bottom}, size) => {
        const {fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent} = measured;
        const line = (top + bottom) / 2 + (ascent - descent) / 2 * size / 1000;
        return {left, right, top: line - measured.actualBoundingBoxAscent * size / 1000,
            bottom: line + measured.actualBoundingBoxDescent * size / 1000};
    };
    // What CSS writes into a corner of a part, as the sign of what would bust.
    const written = part => {
        const style = getComputedStyle(part, '::after');
        const text = /^"(.+)"$/.exec(style.content)?.[1];
        if (!text || style.position !== 'absolute') return [];
        const around = part.getBoundingClientRect();
        const measured = ink(style, text), size = parseFloat(style.fontSize);
        const left = around.left + part.clientLeft + parseFloat(style.left);
        const top = around.top + part.clientTop + parseFloat(style.top);
        const bottom = top + parseFloat(style.height);
        const right = left + measured.width * size / 1000;
        return [letters(measured, {left, right, top, bottom}, size)];
    };
    const said = [];
    if (document.documentElement.scrollWidth > innerWidth) said.push('the page scrolls sideways');

    const marks = [];
    for (const part of board.querySelectorAll('*')) {
        if (!shown(part)) continue;
        const hides = ['hidden', 'clip'].includes(getComputedStyle(part).overflowX);
        const isFull = part.scrollWidth > part.clientWidth + 1
            || part.scrollHeight > part.clientHeight + 1;
        if (hides && isFull && !isShortened(part))
            said.push(`cut off: ${name(part)}`);
        if (part.matches('svg')) marks.push([part, part.getBoundingClientRect()]);
        marks.push(...written(part).map(box => [part, box]));
        for (const text of part.childNodes) {
            if (text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            const measured = ink(getComputedStyle(part), text.data.trim());
            for (const line of range.getClientRects()) {
                const whole = measured.fontBoundingBoxAscent + measured.fontBoundingBoxDescent;
                const box = letters(measured, line, (line.bottom - line.top) * 1000 / whole);
                for (const around of shortening(part)) {
                    const its = around.getBoundingClientRect();
                    box.right = Math.min(box.right, its.right);
                    box.bottom = Math.min(box.bottom, its.bottom);
                }
                if (box.right - box.left > 1 && box.bottom - box.top > 1) marks.push([part, box]);
            }
        }
    }
    const clipped = part => part.closest('.tableau, .waiting ol');
    for (const [part, box] of marks) {
        if (box.right > innerWidth + 1 && !clipped(part))
            said.push(`beside the page: ${name(part)}`);
        const holder = part.closest('button, .button, .amount, .seat, .card, .gauge, .risk, '
            + '.ware, .place, .bidder');
        const around = holder?.getBoundingClientRect();
        if (around && !part.closest('sup')
            && (box.left < around.left - 1 || box.right > around.right + 1
                || box.top < around.top - 1 || box.bottom > around.bottom + 1))
            said.push(`out of its box: ${name(part)} in ${name(holder)}`);
    }
    const air = part => part.closest('.key') ? 1 : -1;
    const apart = (part, other) => part === other || bar.contains(part) !== bar.contains(other)
        || part.contains(other) && !other.closest('svg, sup, .key')
        || clipped(part) || clipped(other);
    marks.sort((one, other) => one[1].top - other[1].top);
    marks.forEach(([part, box], index) => {
        for (const [other, its] of marks.slice(index + 1)) {
            if (its.top > box.bottom + 1) break;
            const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
            const high = Math.min(box.bottom, its.bottom) - its.top;
            if (wide > 1 && high > -air(part) && !apart(part, other) && !apart(other, part))
                said.push(`${name(part)} is over ${name(other)}`);
        }
    });
    return [...new Set(said)];
}"""

SMALLER_THAN = """least => [...document.querySelectorAll(
        '#board :is(button, a, summary, input:not([type=hidden]), label)')]
    .filter(part => part.checkVisibility({visibilityProperty: true}))
    .filter(part => !part.closest('details:not([open]) > :not(summary)'))
    .map(part => [part, (part.closest('label') ?? part).getBoundingClientRect()])
    .filter(([part, box]) => box.width < least || box.height < least)
    .map(([part, box]) => `${part.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)"""

BOXES = """selector => [...document.querySelectorAll(selector)]
    .filter(part => part.checkVisibility({visibilityProperty: true}))
    .map(part => {
        const box = part.getBoundingClientRect();
        return [box.left, box.top, box.right, box.bottom];
    })"""


def troubles(page: Page) -> list[str]:
    """What is wrong with the layout of the board, in words."""
    found: list[str] = page.evaluate(TROUBLES)
    return found


def smaller_than(page: Page, least: float) -> list[str]:
    """What can be tapped on the board and is smaller, in either direction."""
    found: list[str] = page.evaluate(SMALLER_THAN, least)
    return found


def boxes(page: Page, selector: str) -> list[list[float]]:
    """Left, top, right and bottom of each visible match."""
    found: list[list[float]] = page.evaluate(BOXES, selector)
    return found
