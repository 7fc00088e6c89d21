/* How a new board is laid over the old one: what a person is using stays as they left it, and
   where that is gone the keyboard and the screen reader go on from the new headline. */
import { announce, board, goToHeadline, isAnswer, version, versionIn } from "./board.js";

let touched = new WeakSet();
let asksTheSame = true; // whether what was filled in answers what the newer board asks, too
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => touched.add(event.target));
}

const isField = (node) => node.matches?.("input:not([type=hidden]), select, textarea");
const inUse = (node) => asksTheSame && (touched.has(node) || node === document.activeElement);
const offers = (node) => node.id === "notice" && node.querySelector("[name=again]");

Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => {
  if (name === "open" && node.localName === "details") return false;
  if (name === "tabindex" && node.id === "headline") return false;
  if (name === "value" && node.type === "checkbox") return forget(node);
  if ((name === "value" || name === "checked") && isField(node) && inUse(node)) return false;
  return true;
};

// What was ticked here was another card.
function forget(box) {
  touched.delete(box);
  box.blur();
  return true;
}

// What is still on offer is not lost because another phone goes on.
Idiomorph.defaults.callbacks.beforeNodeRemoved = (node) => isAnswer || !offers(node);

// An answer may overtake a newer one: an older board never replaces it. Neither does a page that
// is none of ours, as the login page of a guest network.
let before = NaN;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "board" || !event.detail.shouldSwap) return;
  before = version();
  event.detail.shouldSwap = versionIn(event.detail.xhr.responseText) >= before;
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.xhr && event.detail.target?.id === "board") announce(before, false);
});

// What the focus is on is known by what it does: its place may do something else in a newer board.
const does = (part) => part.id || part.href || `${part.formAction} ${part.name} ${part.value}`;
let focused = null;

Idiomorph.defaults.callbacks.beforeNodeMorphed = (node, newer) => {
  if (node.id !== "board") return;
  const part = document.activeElement;
  focused = node.contains(part) ? does(part) : null;
  asksTheSame = ["phase", "actor", "choice"].every((name) => node.dataset[name] === newer.dataset[name]);
  if (!asksTheSame) touched = new WeakSet();
};

document.addEventListener("ten:board", () => {
  const part = document.activeElement;
  if (focused !== null && !(board().contains(part) && does(part) === focused)) goToHeadline();
});
