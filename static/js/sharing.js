/* Sends the link of a game where the phone can do that: only in a secure context. */
for (const button of document.querySelectorAll("[data-share]")) {
  const link = { title: button.dataset.title, url: button.dataset.share };
  if (navigator.share) {
    offer(button, () => navigator.share(link));
  } else if (navigator.clipboard) {
    offer(button, async () => {
      await navigator.clipboard.writeText(link.url);
      button.textContent = button.dataset.done;
    });
  }
}

function offer(button, send) {
  button.hidden = false;
  // Somebody who closes the phone's dialogue has not failed at anything.
  button.addEventListener("click", () => send().catch(() => {}));
}
