/* The menu closes when something in it was chosen, on Escape, and on a tap elsewhere. */

const open = () => document.querySelector(".menu[open]");

document.addEventListener("click", (event) => {
  const menu = open();
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = open();
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("submit", () => { if (open()) open().open = false; });
