/* The table's page: starts the small modules, each with one concern. */
import "./morphing.js";
import "./taps.js";
import "./payment.js";
import "./menu.js";
import "./speaking.js";
import "./wakelock.js";
import "./live.js";

document.documentElement.classList.add("scripted");
