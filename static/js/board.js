/* The board that this page shows: its version, and how a newer one takes its place.
   Everybody who changes it announces it as the event "ten:board". */

export const board = () => document.getElementById("board");
export const version = () => Number(board().dataset.version);
export const form = document.getElementById("tap");

/** The version of the board in this answer; NaN if there is no board in it. */
export const versionIn = (html) => Number(/id="board"[^>]*?data-version="(\d+)"/.exec(html)?.[1] ?? NaN);

/** Whether the board that is being laid into the page answers somebody who holds this phone. */
export let isAnswer = true;

/** Tell the other modules that another board is on screen. `own`: this phone's tap led to it. */
export function announce(before, own) {
  document.dispatchEvent(new CustomEvent("ten:board", { detail: { before, now: version(), own } }));
}

/** Let the keyboard and the screen reader go on from what is to be done now. */
export function goToHeadline() {
  const headline = document.getElementById("headline");
  headline.tabIndex = -1;
  headline.focus({ preventScroll: true });
}

/** Put a board that was fetched into the page; false if what is there is newer. Should any of it be
    missing then, the whole page comes anew: nobody can play with half a board. */
export function show(html, own = false) {
  const before = version();
  if (!(versionIn(html) >= before)) return false;
  isAnswer = own;
  htmx.swap(board(), html, { swapStyle: "morph:outerHTML" }, { contextElement: form });
  isAnswer = true;
  if (!isThere(html)) return location.reload();
  announce(before, own);
  return true;
}

/** Whether everything with a name in this answer is in the page now. */
const isThere = (html) => [...html.matchAll(/ id="([^"]+)"/g)].every(([, id]) => form.contains(document.getElementById(id)));
