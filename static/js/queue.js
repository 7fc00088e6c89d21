/* What was tapped, until the table has answered: kept on this phone, sent in order, counted once.

   Each tap keeps its key and the version that it saw, so it counts once however often it is sent;
   what follows a tap that was recorded has seen that. If the game has moved on meanwhile nothing
   is forced in: what this phone holds stands beside what happened, and the person keeps or drops
   each. All of it is in the browser's storage, so a reload or a closed page loses nothing. */
import { form, goToHeadline, show, version } from "./board.js";
import { saidIn } from "./complaining.js";

const UNNOTICED = 400; // ms for which nobody misses an answer
const PATIENCE = 10_000;
const SOON = 500;
const LONGEST_WAIT = 8_000;
const NOT_NOW = new Set([404, 429, 502, 503, 504]);

const place = document.getElementById("waiting");
const store = `ten:waiting:${form.dataset.board}`;
let held = ""; // what happened instead: wait for the person, send nothing
let mends = null; // entries that the refusal names, a tap from being mended
let sending = false;
let away = false; // no connection: nothing is sent until the table is heard again
let wait = SOON;
let again = 0;
let appearing = 0;

const read = () => JSON.parse(localStorage.getItem(store) ?? "[]");
const write = (taps) => {
  if (taps.length) localStorage.setItem(store, JSON.stringify(taps)); else localStorage.removeItem(store);
  render();
};
const tell = (state, key) => document.dispatchEvent(new CustomEvent("ten:tap", { detail: { state, key } }));
const seeing = (tap, seen) => ({ ...tap, fields: tap.fields.map(([name, value]) => [name, name === "version" ? `${seen}` : value]) });
const nameOf = (button) => button.getAttribute("aria-label");
const late = (tap) => ({ ...tap, late: true });

export const isUnderWay = () => sending;

/** What a tap on this button says, but for how somebody pays. */
export const what = (button) => `${button.formAction} ${button.name} ${button.value}`;

/** Keep a tap and send it as soon as may be: its fields hold a key of its own and a version. */
export function keep(tap) {
  write([...read(), { ...tap, late: away || held !== "" }]);
  if (sending || held || away) tell("kept"); else sendAll();
}

/** Take back what was tapped last; false if nothing waits, or it may have arrived already. */
export function takeBack() {
  const last = read().slice(-1)[0];
  if (!last || last.tried) return false;
  drop(last.key);
  return true;
}

function drop(key) {
  write(read().filter((tap) => tap.key !== key));
  tell("dropped", key);
}

async function during(work) {
  if (sending) return;
  clearTimeout(again);
  again = 0;
  sending = true;
  tell("sent");
  let answered = true;
  try {
    answered = await work();
  } finally {
    sending = false;
    render();
    tell(answered ? "landed" : "failed");
  }
  if (answered) wait = SOON; else tryAgain();
}

function tryAgain() {
  write(read().map(late));
  again = setTimeout(sendAll, wait);
  wait = Math.min(2 * wait, LONGEST_WAIT);
}

function sendAll() {
  if (held || away || !read().length) return;
  during(async () => {
    for (let tap; !held && (tap = read()[0]); ) if (!(await send(tap))) return false;
    return true;
  });
}

/** Whether there was an answer; what it said is done. Without one the tap waits. */
async function send(tap) {
  write(read().map((other) => (other.key === tap.key ? { ...tap, tried: true } : other)));
  const answer = await post(tap);
  // Neither a busy site nor the login page of a guest network has said anything of the tap.
  if (!answer || NOT_NOW.has(answer.status) || (answer.ok && !answer.recorded)) return false;
  if (answer.recorded) settle(tap, answer); else refuse(tap, answer);
  return true;
}

async function post({ url, fields }) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "HX-Request": "true", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    return { ok: answer.ok, status: answer.status, recorded: answer.headers.get("Ten-Version"), html: await answer.text() };
  } catch {
    return null;
  }
}

function settle(tap, { recorded, html }) {
  const [first, ...others] = read();
  if (first?.key !== tap.key) write(read().filter((other) => other.key !== tap.key));
  else write(others.map((other, index) => (index || held ? other : seeing(other, recorded))));
  show(html, true);
}

function refuse(tap, { html }) {
  // To a tap that went through at once the table's own answer says all, and offers it again.
  if (!tap.late && read().length === 1 && show(html, true)) return write([]);
  const page = new DOMParser().parseFromString(html, "text/html");
  held = saidIn(page);
  mends = page.querySelector(".notice .mends");
  write(read().map((other) => ({ ...other, tried: false })));
  page.querySelector(".notice")?.remove();
  show(page.body.innerHTML, true);
}

function keepNow(key) {
  const tap = read().find((other) => other.key === key);
  if (tap) during(() => send(seeing(tap, version())));
}

function render() {
  const taps = read();
  const focused = place.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  if (!taps.length) held = "";
  clearTimeout(appearing);
  if (taps.length && place.hidden && !held && !away) appearing = setTimeout(appear, UNNOTICED);
  else place.hidden = !taps.length;
  place.classList.toggle("held", held !== "");
  place.querySelector(".says").textContent = held || place.dataset.waiting;
  place.querySelector(".mends")?.remove();
  if (held && mends) place.querySelector(".says").after(mends);
  place.querySelector(".ask").hidden = !held;
  place.querySelector("ol").replaceChildren(...taps.map(row));
  if (taps.length) form.querySelector('[formaction$="/undo"]')?.removeAttribute("aria-disabled");
  if (focused !== null) goOnFrom(focused);
  dim();
}

function appear() {
  place.hidden = !read().length;
  dim();
}

// Each row is made anew: whoever is at a button stays there, or comes to the next.
function goOnFrom(label) {
  const buttons = [...place.querySelectorAll("button")];
  const next = buttons.find((button) => nameOf(button) === label) ?? buttons[0];
  if (next) next.focus({ preventScroll: true }); else goToHeadline();
}

// What waits is no more to be tapped; but for cards, of which the next may be the same.
function dim() {
  const waiting = new Set(place.hidden || held ? [] : read().map((tap) => tap.what));
  for (const button of form.querySelectorAll("button[formaction]:not(.key, .tool)")) {
    if (waiting.has(what(button)) === button.classList.contains("waits")) continue;
    if (button.classList.toggle("waits")) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
  }
}

function row(tap) {
  const item = document.createElement("li");
  const label = document.createElement("span");
  label.textContent = tap.label;
  item.append(label);
  if (held) item.append(choice(place.dataset.keep, tap, keepNow));
  if (!tap.tried) item.append(choice(place.dataset.drop, tap, drop));
  return item;
}

function choice(text, tap, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small";
  button.textContent = text;
  button.setAttribute("aria-label", `${text}: ${tap.label}`);
  button.addEventListener("click", () => act(tap.key));
  return button;
}

document.addEventListener("ten:connection", ({ detail: { state } }) => {
  const wasAway = away;
  away = !["live", "connecting"].includes(state);
  if (state === "live" && (wasAway || !again)) sendAll();
  render();
});
document.addEventListener("ten:board", dim);
addEventListener("storage", render); // another page of this browser
if (read().length) write(read().map(late));
appear();
