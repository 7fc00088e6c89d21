/* A page that does not follow the table says without a connection that it may be out of date, and
   stays: a link would lead to the browser's own error page, a form would be lost.

   Under TLS a worker sees to links that lead nowhere although there seemed to be a connection: if
   the browser can keep it away from everything else, so that no tap waits for it. */
const line = document.getElementById("away");
let away = false;

async function look(words) {
  // A site on this very machine is there without any network.
  const isThere = navigator.onLine || (await fetch(import.meta.url, { cache: "no-store" }).then(() => true, () => false));
  away = !isThere && !navigator.onLine;
  line.textContent = away ? line.dataset[words] : "";
}

function stay(event) {
  if (!away || (event.type === "click" && !event.target.closest('a[href]:not([href^="#"])'))) return;
  event.preventDefault();
  event.stopPropagation();
  look("stays");
}

for (const kind of ["offline", "online", "pageshow"]) addEventListener(kind, () => look("away"));
for (const kind of ["click", "submit"]) document.addEventListener(kind, stay, true);
if ("workerRouterEvaluationStart" in (globalThis.PerformanceResourceTiming?.prototype ?? {})) {
  navigator.serviceWorker?.register(line.dataset.worker).catch(() => {});
}
