/* The arrows of a new game: people change places; who starts goes with them. */
const seating = document.querySelector(".seating");
const spoken = document.querySelector("[data-spoken]");

for (const button of seating.querySelectorAll("[data-move]")) button.hidden = false;

seating.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move]");
  if (!button) return;
  const rows = [...seating.children];
  const from = rows.indexOf(button.closest(".sitter"));
  const to = from + Number(button.dataset.move);
  if (!rows[to]) return;
  swap(rows[from], rows[to]);
  follow(rows[to], button.dataset.move);
  spoken.textContent = seating.dataset.moved.replace("%(name)s", called(rows[to])).replace("%(place)s", to + 1);
});

const field = (row) => row.querySelector("[name=name], [name=seat]");
const called = (row) => field(row).selectedOptions?.[0].text ?? (field(row).value || field(row).placeholder);
const starts = (row) => row.querySelector("[name=starting_seat]");

function swap(one, other) {
  [field(one).value, field(other).value] = [field(other).value, field(one).value];
  const starter = [one, other].find((row) => starts(row).checked);
  if (starter) starts(starter === one ? other : one).checked = true;
}

/* The finger's next tap moves the same person on; at an end the other arrow is in reach. */
function follow(row, direction) {
  const buttons = [...row.querySelectorAll("[data-move]")];
  const same = buttons.find((button) => button.dataset.move === direction && !button.disabled);
  (same ?? buttons.find((button) => !button.disabled)).focus();
}
