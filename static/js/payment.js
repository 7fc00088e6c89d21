/* The sum of what is chosen to pay with, while it is being chosen. Worths and price are in the page. */

const panel = () => document.getElementById("payment");

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

document.addEventListener("click", (event) => {
  const step = event.target.closest?.(".step");
  if (!step) return;
  const field = step.parentElement.querySelector("input");
  const next = (Number(field.value) || 0) + Number(step.dataset.step);
  field.value = Math.min(Number(field.max), Math.max(Number(field.min), next));
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("input", (event) => { if (panel()?.contains(event.target)) count(); });
document.addEventListener("ten:board", count);
count();
