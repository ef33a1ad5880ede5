import type { DevSite } from "./site.ts";

/** Number of files read between two checks for waiting requests. */
const AHEAD = 40;

/**
 * Reads the rest of the content while there are no requests, so that problems anywhere are reported
 * before a build.
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
