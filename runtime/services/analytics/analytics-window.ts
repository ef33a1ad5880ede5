import { type Analytics, type AnalyticsDeps, createAnalytics } from "./analytics.ts";

/** Analytics of a window, with its network and clock. */
export const startAnalytics = (
  window: Window & typeof globalThis,
  given: Pick<AnalyticsDeps, "config" | "apiBase" | "storage">,
): Analytics =>
  createAnalytics({
    ...given,
    window,
    document: window.document,
    navigator: window.navigator,
    fetch: (address, init) => window.fetch(address, init),
    sendBeacon: (address, body) => window.navigator.sendBeacon(address, body),
    setTimer: (work, ms) => {
      const timer = window.setTimeout(work, ms);
      return () => window.clearTimeout(timer);
    },
    now: () => Date.now(),
  });
