/* Sends a link, with its picture if it has one: by the phone's own dialogue where there is one, by
   the clipboard, on paper. A living room is no secure context: it has neither dialogue nor
   clipboard, but what is selected in a field can be copied there as in the old days. */
const part = document.querySelector("[data-link]");

if (part && navigator.share) offer(part.querySelector("[data-send]"), send);
if (part && (navigator.clipboard || document.queryCommandSupported?.("copy"))) offer(part.querySelector("[data-copy]"), copy);
const print = document.querySelector("[data-print]");
if (print) offer(print, () => window.print());

function offer(button, act) {
  button.hidden = false;
  // Somebody who closes the phone's dialogue has not failed at anything.
  button.addEventListener("click", () => Promise.resolve(act(button)).catch(() => {}));
}

// Fetched before it is asked for: the dialogue opens only as the direct answer to a tap.
let picture = null;
if (part?.dataset.picture && navigator.canShare) {
  fetch(part.dataset.picture)
    .then((answer) => answer.blob())
    .then((blob) => { picture = new File([blob], part.dataset.file, { type: blob.type }); })
    .catch(() => {});
}

function send() {
  const { title, link } = part.dataset;
  const whole = { title, text: `${title} ${link}`, files: [picture] };
  return navigator.share(picture && navigator.canShare(whole) ? whole : { title, url: link });
}

async function copy(button) {
  if (navigator.clipboard) await navigator.clipboard.writeText(part.dataset.link);
  else if (!copySelected()) return; // the link is in sight, to be copied by hand
  button.textContent = button.dataset.done;
  button.focus({ preventScroll: true });
}

function copySelected() {
  const shown = document.getElementById("link");
  const field = shown ?? makeField();
  field.focus({ preventScroll: true });
  field.setSelectionRange(0, field.value.length);
  const done = document.execCommand("copy");
  if (!shown) field.remove();
  return done;
}

// Read-only, so that no keyboard comes up for it.
function makeField() {
  const field = document.createElement("input");
  field.className = "spoken";
  field.readOnly = true;
  field.value = part.dataset.link;
  part.append(field);
  return field;
}

document.getElementById("link")?.addEventListener("focus", (event) => event.target.select());
