/* From the finger to the request: pressed at once, sent once, and said plainly if it did not arrive.
   Nothing here knows a rule; a key that says `data-lands` has its card laid down in advance. */
import { board, form, version } from "./board.js";

const BOUNCE = 300; // ms in which the same key again is one tap that bounced
const UNSEEN = 400; // ms in which nobody can have seen what another phone just recorded

const trouble = document.getElementById("trouble");
let flight = null; // the button whose tap is on its way
let waiting = []; // buttons tapped meanwhile
let latest = { what: "", at: -BOUNCE };
let unsent = null; // what got no answer, and its key: sent again it must not count twice
let aimed = null; // the version on screen when the finger came down
let surprise = { at: -UNSEEN, before: NaN, card: "" };

const what = (button) => `${button.formAction} ${button.name} ${button.value}`;
const tell = (state) => document.dispatchEvent(new CustomEvent("ten:tap", { detail: { state } }));

export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

form.addEventListener("pointerdown", () => { aimed = version(); });
form.addEventListener("keydown", () => { aimed = null; });

document.addEventListener("ten:board", ({ detail }) => {
  if (!detail.own) surprise = { at: performance.now(), before: detail.before, card: board().dataset.drawn };
});

document.addEventListener("submit", (event) => {
  if (event.target !== form || !event.submitter) return;
  const button = event.submitter;
  if (mayGo(button)) return depart(button);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

function mayGo(button) {
  const now = performance.now();
  const again = latest.what === what(button) && button.name;
  if (flight) {
    if (what(flight) !== what(button) && !waiting.includes(button)) {
      press(button);
      waiting.push(button);
    }
    return false;
  }
  return !(again && now - latest.at < BOUNCE);
}

function depart(button) {
  const now = performance.now();
  flight = button;
  latest = { what: what(button), at: now };
  form.elements.version.value = seenVersion(button, now);
  const signature = `${what(button)} ${form.elements.version.value}`;
  unsent = { signature, key: unsent?.signature === signature ? unsent.key : freshKey() };
  form.elements.key.value = unsent.key;
  trouble.hidden = true;
  press(button);
  layDown(button);
  tell("sent");
}

// Two people who tap the same card at the same moment mean one card: then the tap says what was
// on screen before the other one arrived, and the server answers who was quicker.
function seenVersion(button, now) {
  const sameCard = button.value && button.value === surprise.card && now - surprise.at < UNSEEN;
  const seen = sameCard ? surprise.before : aimed ?? version();
  aimed = null;
  return seen;
}

function press(button) {
  button.classList.add("pressed");
}

function layDown(button) {
  if (!("lands" in button.dataset)) return;
  const place = document.createElement("li");
  const card = document.createElement("span");
  place.className = "pending";
  card.className = `card ${button.parentElement.classList[1]}`;
  card.append(...[...button.children].slice(0, 2).map((part) => part.cloneNode(true)));
  place.append(card);
  document.querySelector("#tableau .cards").append(place);
  place.scrollIntoView({ block: "nearest", inline: "end" });
}

function release() {
  for (const button of document.querySelectorAll(".pressed")) button.classList.remove("pressed");
  for (const place of document.querySelectorAll(".pending")) place.remove();
}

form.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt !== form) return;
  const { xhr, successful } = event.detail;
  flight = null;
  release();
  if (xhr.status) unsent = null;
  if (!successful) say(xhr);
  tell("landed");
  goOn(successful);
});

function goOn(successful) {
  const next = waiting.shift();
  if (!next) return;
  if (successful && next.isConnected) return next.click();
  waiting = [];
  if (successful) complain(trouble.dataset.dropped);
}

function say(xhr) {
  if (xhr.status === 409 || xhr.status === 422) return; // the board itself says it
  if (!xhr.status) return complain(trouble.dataset.unsent);
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  complain(page.querySelector(".notice .says")?.textContent ?? trouble.dataset.failed);
}

export function complain(sentence) {
  trouble.textContent = sentence;
  trouble.hidden = false;
}
trouble.addEventListener("click", () => { trouble.hidden = true; });
