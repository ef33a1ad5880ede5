import type { DevSite } from "./site.ts";

/** Files that are read between two looks at waiting requests. */
const AHEAD = 40;

/**
 * Reads the rest of the content, between requests: what is wrong anywhere is told before anybody
 * builds.
 */
export function createReadAhead(site: DevSite, report: () => void) {
  const { promise: whenRead, resolve: sayRead } = Promise.withResolvers<void>();
  let isClosed = false;
  let isRead = false;

  function start(): void {
    if (isClosed) return;
    if (!site.isUsable()) {
      report();
      return;
    }
    if (site.content.readAhead(AHEAD)) {
      setImmediate(start);
      return;
    }
    isRead = true;
    sayRead();
    report();
    site.content.save();
  }
  return {
    start,
    isRead: (): boolean => isRead,
    whenRead,
    stop: (): void => void (isClosed = true),
  };
}
