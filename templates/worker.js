/* Where the site does not answer, a page of ours instead of the browser's own. Nothing of any game
   is kept here, and nothing but the way to a page comes by: no tap, no board, no stream. */
const PAGE = "{{ page|escapejs }}";
const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};

addEventListener("install", (event) => {
  skipWaiting();
  // For the rest this worker is not even woken; a browser that cannot promise that does without it.
  event.waitUntil(event.addRoutes([
    { condition: { requestMode: "navigate" }, source: "fetch-event" },
    { condition: { urlPattern: new URLPattern({}) }, source: "network" },
  ]));
});
addEventListener("activate", (event) => event.waitUntil(registration.navigationPreload?.enable()));
addEventListener("fetch", (event) => {
  const { method, mode } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(load(event));
});

async function load({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return new Response(PAGE, { status: 503, headers: HEADERS });
  }
}
