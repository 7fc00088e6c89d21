/* The screen stays awake while a game is played, where the browser allows it (only under TLS). */
import { board } from "./board.js";

const OVER = new Set(["finished"]);
let lock = null;

async function stayAwake() {
  if (!("wakeLock" in navigator) || document.hidden || lock || OVER.has(board().dataset.phase)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch {
    // Low battery, or the browser says no: the phone sleeps as it always does.
  }
}

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("ten:board", () => OVER.has(board().dataset.phase) ? lock?.release() : stayAwake());
stayAwake();
