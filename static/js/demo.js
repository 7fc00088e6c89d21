/* The recorded game plays by itself: shows the tap that comes next, then the table after it. */
const PACE = [1700, 850, 425]; // ms a step
const TAP = 0.5; // how far into a step the tap is seen

const demo = () => document.getElementById("demo");
const step = () => Number(demo().dataset.step);
const last = () => Number(demo().dataset.last);

let playing = !matchMedia("(prefers-reduced-motion: reduce)").matches && step() < last();
let speed = 0;
let timer = 0;
let asked = 0;

/** Lay what the script knows over what the server sent. */
function dress() {
  const play = demo().querySelector("[data-play]");
  play.hidden = false;
  play.classList.toggle("playing", playing);
  play.setAttribute("aria-label", playing ? play.dataset.playing : play.dataset.paused);
  const pace = demo().querySelector("[data-speed]");
  pace.hidden = false;
  pace.querySelector("[data-pace]").textContent = `${2 ** speed}×`;
  // While it plays, every step would interrupt a screen reader; step by step it is what is wanted.
  document.getElementById("caption").setAttribute("aria-live", playing ? "off" : "polite");
  const tapped = demo().dataset.tap && demo().querySelector(demo().dataset.tap);
  if (!tapped) return;
  if (tapped.closest(".play")) tapped.scrollIntoView({ block: "nearest" });
  setTimeout(() => tapped.classList.add("tapped"), playing ? PACE[speed] * TAP : 0);
}

async function go(to) {
  clearTimeout(timer);
  const wanted = Math.min(Math.max(to, 0), last());
  const mine = ++asked;
  const url = `${demo().dataset.here}?step=${wanted}`;
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.status);
    const html = await answer.text();
    if (mine !== asked) return;
    for (const old of demo().querySelectorAll(".tapped")) old.classList.remove("tapped");
    htmx.swap(demo(), html, { swapStyle: "morph:outerHTML" }, { contextElement: document.body });
    history.replaceState(null, "", url);
    if (wanted === last()) playing = false;
  } catch {
    playing = false; // it waits where it is
    const caption = document.getElementById("caption");
    caption.textContent = caption.dataset.lost;
  }
  dress();
  plan();
}

function plan() {
  clearTimeout(timer);
  if (playing && !document.hidden) timer = setTimeout(() => go(step() + 1), PACE[speed]);
}

function pause() {
  playing = false;
  plan();
}

document.addEventListener("click", (event) => {
  const control = event.target.closest("[data-go], [data-to], [data-play], [data-speed]");
  if (!control) return;
  event.preventDefault();
  if (control.dataset.go) {
    pause();
    go(step() + Number(control.dataset.go));
  } else if (control.dataset.to) {
    control.closest("details").open = false;
    go(Number(control.dataset.to));
  } else if ("play" in control.dataset) {
    playing = !playing;
    if (playing && step() === last()) go(0); else { dress(); plan(); }
  } else {
    speed = (speed + 1) % PACE.length;
    dress();
    plan();
  }
});
document.addEventListener("visibilitychange", plan);

document.documentElement.classList.add("scripted");
dress();
plan();
