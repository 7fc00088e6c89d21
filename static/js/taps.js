/* From the finger to the queue: pressed at once, kept once, its card laid down in advance if the
   key says `data-lands`. Nothing here knows a rule. */
import { board, form, version } from "./board.js";
import { calm } from "./complaining.js";
import { isUnderWay, keep, takeBack } from "./queue.js";

const BOUNCE = 300; // ms in which the same key again is one tap that bounced
const IMPATIENCE = 1_000; // ms in which the same key again is impatience, if no answer has come
const UNSEEN = 400; // ms in which nobody can have seen what another phone just recorded

let latest = { what: "", at: -IMPATIENCE };
let aimed = null; // the version on screen when the finger came down
let surprise = { at: -UNSEEN, before: NaN, card: "" };

const what = (button) => `${button.formAction} ${button.name} ${button.value}`;

form.addEventListener("pointerdown", () => { aimed = version(); });
form.addEventListener("keydown", () => { aimed = null; });

document.addEventListener("ten:board", ({ detail }) => {
  if (!detail.own) surprise = { at: performance.now(), before: detail.before, card: board().dataset.drawn };
});

// Browsers from before 2022 do not say which button was meant.
let clicked = null;
form.addEventListener("click", (event) => { clicked = event.target.closest("button"); });

form.addEventListener("submit", (event) => {
  const button = event.submitter ?? clicked;
  if (!button || "leaves" in button.dataset) return; // it leads to another page
  event.preventDefault();
  const now = performance.now();
  if (isAgain(button, now)) return;
  latest = { what: what(button), at: now };
  calm();
  button.classList.add("pressed");
  if (button.formAction.endsWith("/undo") && takeBack()) return;
  const tap = tapOf(button, now);
  if ("lands" in button.dataset) layDown(button, tap.key);
  keep(tap);
});

function isAgain(button, now) {
  const since = now - latest.at;
  return latest.what === what(button) && since < (isUnderWay() ? IMPATIENCE : BOUNCE);
}

function tapOf(button, now) {
  const key = freshKey();
  const fields = new FormData(form);
  if (button.name) fields.append(button.name, button.value);
  fields.set("version", seenVersion(button, now));
  fields.set("key", key);
  fields.delete("csrfmiddlewaretoken");
  const label = button.dataset.says ?? (button.innerText.trim() || button.getAttribute("aria-label").split(":")[0]);
  return { key, label, url: button.formAction, fields: [...fields] };
}

function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Two people who tap the same card at the same moment mean one card: then the tap says what was
// on screen before the other one arrived, and the server answers who was quicker.
function seenVersion(button, now) {
  const sameCard = button.value && button.value === surprise.card && now - surprise.at < UNSEEN;
  const seen = sameCard ? surprise.before : aimed ?? version();
  aimed = null;
  return seen;
}

function layDown(button, key) {
  const place = document.createElement("li");
  const card = document.createElement("span");
  place.className = "pending";
  place.dataset.key = key;
  card.className = `card ${button.parentElement.classList[1]}`;
  card.append(...[...button.children].slice(0, 2).map((part) => part.cloneNode(true)));
  place.append(card);
  document.querySelector("#tableau .cards").append(place);
  place.scrollIntoView({ block: "nearest", inline: "end" });
}

document.addEventListener("ten:tap", ({ detail: { state, key } }) => {
  if (state === "sent") return;
  for (const button of document.querySelectorAll(".pressed")) button.classList.remove("pressed");
  const gone = { landed: ".pending", dropped: `.pending[data-key="${key}"]` }[state];
  if (gone) for (const place of document.querySelectorAll(gone)) place.remove();
});
