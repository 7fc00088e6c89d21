/* How many pages of this browser follow tables. A browser opens six connections to one site, and
   a stream takes one for itself: the seventh page would never load. So the pages that were looked
   at last have streams, and the others do without. */
const MOST = 3;

const me = Math.random();
const newer = new Set();
let channel = null;

/** Whether this page has to do without a stream. */
export const isCrowded = () => newer.size >= MOST;

/** This page is being looked at: it comes first. Calls `changed` when its luck turns. */
export function arrive(changed) {
  leave();
  if (!("BroadcastChannel" in window)) return;
  channel = new BroadcastChannel("ten:pages");
  channel.onmessage = ({ data: { page, here } }) => {
    const before = isCrowded();
    if (here) newer.add(page); else newer.delete(page);
    if (isCrowded() !== before) changed();
  };
  channel.postMessage({ page: me, here: true });
}

export function leave() {
  channel?.postMessage({ page: me, here: false });
  channel?.close();
  channel = null;
  newer.clear();
}
