/* What is chosen to pay with, while it is being chosen: its sum, and what it costs in points.
   Worths and price are in the page; what cards are worth to a collection only the site knows. */

const PAUSE = 200; // ms without another change, before the site is asked

const panel = () => document.getElementById("payment");
const fields = () => [...panel().querySelectorAll("[name]")];
const isChanged = (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue;

let asked = 0;
let timer = 0;

function pieces(payment) {
  return [...payment.querySelectorAll("[data-worth]")].flatMap((field) => {
    const count = field.type === "checkbox" ? Number(field.checked) : Math.max(0, Math.floor(Number(field.value)) || 0);
    return Array(Math.min(count, 99)).fill(Number(field.dataset.worth));
  });
}

function state(paid, excess) {
  if (excess < 0) return "short";
  if (excess === 0) return "exact";
  return paid.some((worth) => worth <= excess) ? "wasteful" : "over";
}

function count() {
  const payment = panel();
  if (!payment) return;
  const paid = pieces(payment);
  const sum = paid.reduce((total, worth) => total + worth, 0);
  const excess = sum - Number(payment.dataset.price);
  const line = payment.querySelector(".sum");
  line.dataset.state = state(paid, excess);
  for (const [name, value] of [["sum", sum], ["missing", -excess], ["over", excess]]) {
    for (const place of line.querySelectorAll(`[data-${name}]`)) place.textContent = value;
  }
}

/** Nothing is told until the answer is here: what was told before is of another choice. */
function askForCosts() {
  clearTimeout(timer);
  const mine = ++asked;
  panel().querySelector("#costs").textContent = "";
  timer = setTimeout(async () => {
    const told = await costs();
    const line = document.getElementById("costs");
    if (mine === asked && line) line.textContent = told;
  }, PAUSE);
}

async function costs() {
  const url = panel()?.dataset.costs;
  if (!url) return "";
  const chosen = fields().filter((field) => field.dataset.worth && (field.type !== "checkbox" || field.checked));
  const query = new URLSearchParams(chosen.map((field) => [field.name, field.value]));
  try {
    const answer = await fetch(`${url}&${query}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return "";
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.getElementById("costs")?.textContent ?? "";
  } catch {
    return "";
  }
}

document.addEventListener("click", (event) => {
  const step = event.target.closest?.(".step");
  if (!step) return;
  const field = step.parentElement.querySelector("input");
  const next = (Number(field.value) || 0) + Number(step.dataset.step);
  field.value = Math.min(Number(field.max), Math.max(Number(field.min), next));
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("input", (event) => {
  if (!panel()?.contains(event.target)) return;
  count();
  askForCosts();
});
// A board that came meanwhile tells the costs of what it suggests, not of what is chosen here.
document.addEventListener("ten:board", () => {
  asked += 1;
  count();
  if (panel() && fields().some(isChanged)) askForCosts();
});
count();
