/* The box of cards: how many were entered, and how many remain. The server counts again. */

const copies = (part) => [...part.querySelectorAll('[name*="-"][placeholder]')];
const entered = (part) => copies(part).reduce((sum, field) => sum + (Math.max(0, Math.floor(field.valueAsNumber)) || 0), 0);
const write = (part, name, number) => { part.querySelector(`[data-${name}]`).textContent = number; };

const currency = document.querySelector("[data-adds-up]");
const lost = document.querySelector("[data-lost]");

function count() {
  const counted = copies(currency).some((field) => field.value);
  if (counted) write(currency, "sum", entered(currency));
  else write(currency, "sum", currency.dataset.addsUp);
  currency.querySelector(".adds-up").toggleAttribute("data-off", counted && entered(currency) !== Number(currency.dataset.addsUp));
  write(lost, "sum", entered(lost));
  for (const part of document.querySelectorAll("[data-left-of]")) {
    write(part, "sum", entered(part));
    write(part, "left", Number(part.dataset.leftOf) - entered(lost) - entered(part));
  }
}

document.addEventListener("input", count);
count();
