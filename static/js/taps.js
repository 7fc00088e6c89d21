/* From the finger to the queue: pressed at once, kept once, its card laid down in advance if the
   key says `data-lands`. Nothing here knows a rule. */
import { board, form, version } from "./board.js";
import { calm } from "./complaining.js";
import { isUnderWay, keep, takeBack, what } from "./queue.js";

const BOUNCE = 300; // ms in which the same key again is one tap that bounced
const IMPATIENCE = 1_000; // ms in which the same key again is impatience, if no answer has come
const UNSEEN = 400; // ms in which nobody can have seen what has just changed on the board

let latest = { what: "", at: -IMPATIENCE };
let down = null; // the finger that is down: since when, and on which version it came down
let press = null; // the same of what was clicked
let surprises = []; // what other phones have just done
let moment = momentNow();
let turned = -UNSEEN; // when what this phone said or chose laid other controls under the finger
let calming = 0;

const look = () => ({ at: performance.now(), version: version() });

function momentNow() {
  const { phase, actor, choice } = board().dataset;
  return `${phase} ${actor} ${choice}`;
}

form.addEventListener("pointerdown", () => { down = look(); });
for (const kind of ["pointercancel", "keydown"]) form.addEventListener(kind, () => { down = null; });

document.addEventListener("ten:board", ({ detail: { before, now, own } }) => {
  const turns = moment !== momentNow();
  moment = momentNow();
  if (!own && now !== before) return beSurprised(before, turns);
  // Whoever taps quickly knows what they have just said; but not what a refusal tells them.
  if (down && !document.getElementById("notice")) down.version = now;
  if (turns) settle();
});

function beSurprised(before, turns) {
  const at = performance.now();
  surprises = surprises.filter((other) => at - other.at < UNSEEN);
  surprises.push({ at, before, turns, card: board().dataset.drawn });
}

// A finger that taps twice meant what was there before: for a moment nothing answers to it but
// what is always in its place.
function settle() {
  turned = performance.now();
  form.classList.add("settling");
  clearTimeout(calming);
  calming = setTimeout(() => form.classList.remove("settling"), UNSEEN);
}

form.addEventListener("click", (event) => {
  press = down ?? look();
  down = null;
  if (press.at - turned >= UNSEEN || event.target.closest(".tool, .menu")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// Browsers from before 2022 do not say which button was meant.
let clicked = null;
form.addEventListener("click", (event) => { clicked = event.target.closest("button"); });

form.addEventListener("submit", (event) => {
  const button = event.submitter ?? clicked;
  if (!button || "leaves" in button.dataset) return; // it leads to another page
  event.preventDefault();
  const now = performance.now();
  if (isAgain(button, now) || button.matches(".waits")) return;
  latest = { what: what(button), at: now };
  calm();
  button.classList.add("pressed");
  if (button.formAction.endsWith("/undo") && takeBack()) return;
  const tap = tapOf(button);
  if ("lands" in button.dataset) layDown(button, tap.key);
  keep(tap);
});

function isAgain(button, now) {
  const since = now - latest.at;
  return latest.what === what(button) && since < (isUnderWay() ? IMPATIENCE : BOUNCE);
}

function tapOf(button) {
  const key = freshKey();
  const fields = new FormData(form);
  if (button.name) fields.append(button.name, button.value);
  fields.set("version", seenVersion(button));
  fields.set("key", key);
  fields.delete("csrfmiddlewaretoken");
  const label = button.dataset.says ?? button.getAttribute("aria-label") ?? button.innerText.trim();
  return { key, label, what: what(button), url: button.formAction, fields: [...fields] };
}

function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Two people who tap the same card at the same moment mean one card; and what lies under a finger
// since another phone went on was not aimed at. Then the tap says what was on screen before that,
// and the server answers who was quicker.
function seenVersion({ value }) {
  const unseen = surprises.filter(({ at }) => press.at - at < UNSEEN);
  const surprise = unseen.find(({ turns, card }) => turns || (value && value === card));
  return Math.min(press.version, surprise?.before ?? press.version);
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
