/* One sentence for the ear, the title and the hand when the board changed. */
import { board, form } from "./board.js";

const spoken = document.getElementById("spoken");
let actor = board().dataset.actor;
let latest = board().dataset.latest;

function mine() {
  return form.dataset.seat !== "" && board().dataset.actor === form.dataset.seat;
}

function buzz() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
}

// The same card twice is told twice; a text is heard again only if it is another one.
function say(sentence) {
  if (spoken.textContent.trim() !== sentence) spoken.textContent = sentence;
  else if (board().dataset.latest !== latest) spoken.textContent += "\u00a0";
}

document.addEventListener("ten:board", ({ detail }) => {
  const sentence = document.getElementById("happening").textContent;
  if (detail.now !== detail.before) say(sentence);
  latest = board().dataset.latest;
  document.title = document.title.replace(/^.* · /, `${document.getElementById("headline").textContent.trim()} · `);
  if (board().dataset.actor !== actor && !detail.own && mine()) buzz();
  actor = board().dataset.actor;
  const tableau = document.getElementById("tableau");
  if (tableau) tableau.scrollLeft = tableau.scrollWidth;
});
