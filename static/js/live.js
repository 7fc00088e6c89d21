/* The stream of this page: it says only "now at version N", and the board is fetched then.

   One stream at most. It closes when the page is hidden and opens when it is seen again; a stream
   that fails or falls silent is opened anew by hand, after waits that grow. Until then the page
   says since when it may be out of date. Others hear "ten:connection" with the state: live,
   connecting, lost or offline. */
import { board, form, show, version } from "./board.js";

const SILENCE = 25_000; // ms; the server beats every 10 s
const PATIENCE = 400; // ms before a connection that is only being opened is worth a word
const LONGEST_WAIT = 8_000;

const line = document.getElementById("connection");
let stream = null;
let heard = Date.now();
let wait = 500;
let timer = 0;
let state = "";
let flying = false;
let fetching = false;
let wanted = 0;

function enter(next) {
  if (state === next) return;
  state = next;
  if (state === "connecting") setTimeout(write, PATIENCE); else write();
  document.dispatchEvent(new CustomEvent("ten:connection", { detail: { state } }));
}

function write() {
  const live = state === "live";
  document.documentElement.classList.toggle("out-of-date", !live);
  line.replaceChildren();
  if (live) return;
  const time = new Date(heard).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const words = document.createElement("span");
  words.textContent = line.dataset[state === "offline" ? "offline" : "reconnecting"].replace("%(time)s", time);
  line.append(words);
}

function open() {
  close();
  if (document.hidden) return;
  if (state !== "lost") enter("connecting");
  stream = new EventSource(`${form.dataset.stream}?since=${version()}`);
  stream.addEventListener("version", (event) => { hear(); want(Number(event.data)); });
  stream.addEventListener("beat", hear);
  stream.onerror = lose;
}

function close() {
  clearTimeout(timer);
  stream?.close();
  stream = null;
}

function hear() {
  heard = Date.now();
  wait = 500;
  if (version() >= wanted) enter("live");
}

function lose() {
  close();
  enter(navigator.onLine ? "lost" : "offline");
  if (document.hidden) return;
  timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

/** The table is at this version: fetch it, unless the answer to a tap is about to bring it. */
function want(number) {
  wanted = Math.max(wanted, number);
  if (version() >= wanted) return enter("live");
  if (!flying && !fetching) fetchBoard();
}

async function fetchBoard() {
  fetching = true;
  try {
    const choice = board().dataset.choice;
    const answer = await fetch(`${form.dataset.board}?since=${version()}${choice && `&${choice}`}`, {
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout?.(10_000),
    });
    if (!answer.ok) throw new Error(answer.status);
    if (answer.status !== 204) show(await answer.text());
    if (version() >= wanted) enter("live");
  } catch {
    lose();
  } finally {
    fetching = false;
  }
}

document.addEventListener("ten:tap", ({ detail }) => {
  flying = detail.state === "sent";
  if (!flying) want(wanted);
});
document.addEventListener("visibilitychange", () => document.hidden ? close() : open());
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => { if (event.persisted) open(); });
addEventListener("online", open);
addEventListener("offline", lose);
setInterval(() => { if (stream && Date.now() - heard > SILENCE) lose(); }, 5_000);
open();
