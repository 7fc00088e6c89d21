/* The stream of this page: it says only "now at version N", and the board is fetched then.

   One stream at most. It closes when the page is hidden and opens when it is seen again; a stream
   that fails or falls silent is opened anew by hand, after waits that grow. Until then the page
   says since when it may be out of date. A page without a stream, because too many are open in this
   browser or the site refuses another, asks instead. Others hear "ten:connection" with the state:
   live, connecting, lost, offline, or gone: this phone is not at the table any more. */
import { board, form, show, version, versionIn } from "./board.js";
import { arrive, isCrowded, leave } from "./crowd.js";

const SILENCE = 25_000; // ms; the server beats every 10 s
const FIRST_WORD = 8_000; // ms in which a new stream says something
const PATIENCE = 400; // ms before a connection that is only being opened is worth a word
const DOUBT = 1_500; // ms in which a newer board has to come
const LONGEST_WAIT = 8_000;
const NAP = 3_000; // ms without a tick: the page or the phone slept
const ASK_EVERY = 1_500;
const SEEN_EVERY = 60_000; // a phone that asks is there
const REFUSED_FOR = 20_000;

const line = document.getElementById("connection");
let stream = null;
let opened = 0;
let heard = Date.now();
let wait = 500;
let timer = 0;
let state = "";
let flying = false;
let fetching = false;
let wanted = 0;
let refusedUntil = 0;

function enter(next) {
  if (state === next) return;
  state = next;
  if (state === "connecting") setTimeout(write, PATIENCE); else write();
  document.dispatchEvent(new CustomEvent("ten:connection", { detail: { state } }));
}

function write() {
  document.documentElement.classList.toggle("out-of-date", state !== "live");
  if (state === "live") return line.replaceChildren();
  const time = new Date(heard).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const words = document.createElement(state === "gone" && line.dataset.join ? "a" : "span");
  words.textContent = (line.dataset[state] ?? line.dataset.reconnecting).replace("%(time)s", time);
  if (words.localName === "a") words.href = line.dataset.join;
  line.replaceChildren(words);
}

function begin() {
  if (document.hidden) return;
  wait = 500;
  arrive(open);
  open();
}

function end() {
  close();
  leave();
}

function open() {
  close();
  if (document.hidden) return;
  if (state === "" || state === "live") enter("connecting");
  if (!mayListen()) return ask();
  opened = Date.now();
  stream = new EventSource(`${form.dataset.stream}?since=${version()}`);
  stream.addEventListener("version", (event) => hear(Number(event.data)));
  stream.addEventListener("beat", () => hear(wanted));
  stream.onerror = ({ target }) => {
    if (target.readyState !== EventSource.CLOSED) return lose();
    close();
    askInstead();
  };
}

const mayListen = () => !isCrowded() && Date.now() >= refusedUntil;

function close() {
  clearTimeout(timer);
  stream?.close();
  stream = null;
}

function hear(number) {
  heard = Date.now();
  wait = 500;
  want(number);
}

function lose() {
  close();
  enter(navigator.onLine ? "lost" : "offline");
  if (document.hidden) return;
  timer = setTimeout(reopen, wait * (0.75 + Math.random() / 2));
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

// Asking first tells a table that is out of reach from one that has this phone no more.
async function reopen() {
  if (await fetchBoard()) open();
}

// An answer that is no stream: if the table answers all the same, it was the stream that was refused.
async function askInstead() {
  if (!(await fetchBoard())) return;
  refusedUntil = Date.now() + REFUSED_FOR;
  goOnAsking();
}

async function ask() {
  if (await fetchBoard()) goOnAsking();
}

function goOnAsking() {
  if (stream || document.hidden) return;
  hear(wanted);
  clearTimeout(timer);
  timer = setTimeout(() => mayListen() ? open() : ask(), ASK_EVERY);
}

/** The table is at this version: fetch it, unless the answer to a tap is about to bring it. */
function want(number) {
  wanted = Math.max(wanted, number);
  if (version() >= wanted) return enter("live");
  if (flying) setTimeout(catchUp, PATIENCE); else catchUp();
  setTimeout(doubt, DOUBT);
}

function doubt() {
  if (version() < wanted && state === "live") enter("connecting");
}

function catchUp() {
  if (version() < wanted && !fetching) fetchBoard();
}

/** Show the board as it is now; whether that worked. */
async function fetchBoard() {
  fetching = true;
  const before = version();
  try {
    const choice = board().dataset.choice;
    const answer = await fetch(`${form.dataset.board}?since=${before}${choice && `&${choice}`}`, {
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout?.(10_000),
    });
    if (answer.status === 404) return goAway();
    if (!answer.ok) throw new Error(answer.status);
    // This phone has become host, lost its seat, may record again: the page around must follow.
    const you = answer.headers.get("Ten-You");
    if (you && you !== form.dataset.you) return location.reload();
    if (answer.status !== 204) take(await answer.text());
    fetching = false;
    if (!stream) return true;
    if (version() >= wanted || version() > before) want(wanted); else lose();
    return true;
  } catch {
    fetching = false;
    lose();
    return false;
  }
}

function take(html) {
  // A guest network answers with a page of its own.
  if (Number.isNaN(versionIn(html))) throw new Error("no board");
  show(html);
}

function goAway() {
  fetching = false;
  close();
  enter("gone");
  return false;
}

document.addEventListener("ten:tap", ({ detail }) => {
  if (detail.state === "sent") flying = true;
  if (detail.state === "landed" || detail.state === "failed") flying = false;
  if (detail.state === "failed" && state === "live") open(); // is anybody there?
  if (detail.state === "landed") catchUp();
});
document.addEventListener("visibilitychange", () => document.hidden ? end() : begin());
addEventListener("pagehide", end);
addEventListener("pageshow", (event) => { if (event.persisted) begin(); });
addEventListener("online", begin);
addEventListener("offline", lose);

let tick = Date.now();
setInterval(() => {
  const now = Date.now();
  if (now - tick > NAP) begin();
  else if (stream && now - Math.max(heard, opened) > (heard > opened ? SILENCE : FIRST_WORD)) lose();
  tick = now;
}, 1_000);
setInterval(() => { if (state === "live" && stream) fetchBoard(); }, SEEN_EVERY);
begin();
