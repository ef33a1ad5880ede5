import type { BrowserServices } from "#core/site/config.ts";
import { createResourceDownload } from "./resource-download.ts";

/** Saves files in a window, with its network and clock. */
export const startResourceDownload = (
  window: Window & typeof globalThis,
  resources: BrowserServices["resources"],
): ReturnType<typeof createResourceDownload> =>
  createResourceDownload({
    document: window.document,
    fetch: (input, init) => window.fetch(input, init),
    urls: window.URL,
    setTimer: (work, ms) => {
      const timer = window.setTimeout(work, ms);
      return () => window.clearTimeout(timer);
    },
    resources,
  });
