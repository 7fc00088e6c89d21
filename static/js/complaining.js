/* A sentence over the table about something that did not work; a tap puts it away. */
import { form } from "./board.js";

const trouble = document.getElementById("trouble");

export function complain(sentence) {
  trouble.textContent = sentence;
  trouble.hidden = false;
}
export function calm() {
  trouble.hidden = true;
}
trouble.addEventListener("click", calm);

/** What a page that is no board says about itself. */
export const saidIn = (page) => page.querySelector(".notice .says")?.textContent ?? trouble.dataset.failed;

// A link that chooses something: its answer is a board, or there is none.
form.addEventListener("htmx:afterRequest", ({ detail: { xhr, successful } }) => {
  if (successful) return calm();
  if (!xhr.status) return complain(trouble.dataset.unsent);
  complain(saidIn(new DOMParser().parseFromString(xhr.responseText, "text/html")));
});
