/* The big screen: follows the table and takes no taps. */
import { board } from "./board.js";
import "./live.js";
import "./wakelock.js";

document.documentElement.classList.add("scripted");
document.addEventListener("ten:board", ({ detail }) => {
  const sentence = document.getElementById("happening").textContent;
  if (detail.now !== detail.before) document.getElementById("spoken").textContent = sentence;
  document.title = document.title.replace(/^.* · /, `${document.getElementById("headline").textContent.trim()} · `);
  board().scrollIntoView({ block: "start" });
});
