/* A form is sent once, however often it is tapped while the answer is on its way. */
for (const form of document.querySelectorAll("form[data-once]")) {
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
  });
  // Back from the next page, it may be sent again.
  addEventListener("pageshow", () => { sent = false; });
}
