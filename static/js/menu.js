/* The menu closes when something in it was chosen, on Escape, and on a tap elsewhere. */

const open = () => document.querySelector(".menu[open]");

document.addEventListener("click", (event) => {
  const menu = open();
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
document.addEventListener("submit", close);

/* Who was in it goes on from where it is opened. */
function close() {
  const menu = open();
  if (!menu) return;
  menu.querySelector("summary").focus({ preventScroll: true });
  menu.open = false;
}
