/* Sends a link, with its picture if it has one: by the phone's own dialogue where there is one, by
   the clipboard, on paper. The first two exist only in a secure context; the link is there without. */
const part = document.querySelector("[data-link]");

if (part && navigator.share) offer(part.querySelector("[data-send]"), send);
if (part && navigator.clipboard) offer(part.querySelector("[data-copy]"), copy);
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
  await navigator.clipboard.writeText(part.dataset.link);
  button.textContent = button.dataset.done;
}

document.getElementById("link")?.addEventListener("focus", (event) => event.target.select());
