/* Who is here is asked again and again: without an answer the list may be an old one, and says so. */
const lost = document.getElementById("lost");

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  lost.textContent = detail.successful ? "" : lost.dataset.lost;
});
