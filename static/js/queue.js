/* What was tapped without a connection: kept on this phone, shown as waiting, sent in order.

   Each tap keeps the version that it saw and its key, so that it counts once however often it is
   sent. If the game has moved on meanwhile nothing is forced in: what this phone holds stands
   beside what happened, and the person keeps or drops each. Kept in the browser's storage, so a
   reload loses nothing. */
import { form, show, version } from "./board.js";

const place = document.getElementById("waiting");
const store = `ten:waiting:${form.dataset.board}`;
let held = false; // the game moved on: wait for the person, send nothing
let sending = false;
let live = false;

const read = () => {
  try { return JSON.parse(localStorage.getItem(store)) ?? []; } catch { return []; }
};
const write = (taps) => {
  if (taps.length) localStorage.setItem(store, JSON.stringify(taps));
  else localStorage.removeItem(store);
  render();
};

export const isWaiting = () => read().length > 0;

/** Keep a tap for later: `fields` is the form as it was, key and version included. */
export function keep(url, label, fields) {
  write([...read(), { url, label, fields: [...fields].filter(([name]) => name !== "csrfmiddlewaretoken"), at: Date.now() }]);
}

/** Take back the latest tap that waits; false if none does. */
export function takeBack() {
  const taps = read();
  if (!taps.length || sending) return false;
  write(taps.slice(0, -1));
  return true;
}

async function sendAll() {
  if (sending || held || !live) return;
  sending = true;
  try {
    for (let seen = null; live && !held; ) {
      const [tap, ...others] = read();
      if (!tap) break;
      seen = await send(tap, seen);
      if (!held) write(others);
    }
  } catch {
    // No answer: it waits on, and is sent with the same key once the table is heard again.
  } finally {
    sending = false;
    render();
  }
}

async function send(tap, seen) {
  const fields = new URLSearchParams(tap.fields);
  if (seen !== null) fields.set("version", seen);
  const answer = await fetch(tap.url, {
    method: "POST",
    body: fields,
    headers: { "HX-Request": "true", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
    signal: AbortSignal.timeout?.(10_000),
  });
  if (answer.status >= 500) throw new Error(answer.status);
  held = !answer.ok;
  const html = await answer.text();
  if (answer.ok || answer.status === 409 || answer.status === 422) show(html);
  return answer.headers.get("Ten-Version");
}

function keepNow(index) {
  const taps = read();
  const fields = new URLSearchParams(taps[index].fields);
  fields.set("version", version());
  taps[index].fields = [...fields];
  held = false;
  write([taps[index], ...taps.slice(0, index), ...taps.slice(index + 1)]);
  sendAll();
}

function drop(index) {
  write(read().filter((_, at) => at !== index));
  if (!isWaiting()) held = false;
}

function render() {
  const taps = read();
  place.hidden = !taps.length;
  place.classList.toggle("held", held);
  place.querySelector(".says").textContent = place.dataset[held ? "held" : "waiting"];
  place.querySelector("ol").replaceChildren(...taps.map((tap, index) => row(tap, index)));
}

function row(tap, index) {
  const item = document.createElement("li");
  const label = document.createElement("span");
  label.textContent = tap.label;
  item.append(label);
  if (held) item.append(choice(place.dataset.keep, () => keepNow(index)));
  item.append(choice(place.dataset.drop, () => drop(index)));
  return item;
}

function choice(text, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small";
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
}

document.addEventListener("ten:connection", ({ detail }) => {
  live = detail.state === "live";
  if (live) sendAll();
});
render();
