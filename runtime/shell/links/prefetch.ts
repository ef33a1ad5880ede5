import { isInside } from "../../router/link.ts";
import { isSparing } from "../../services/connection.ts";

/** Milliseconds after ready (NAV-9). */
const DELAY = 1000;
/** Links in view that are prefetched for one page; those that somebody points at are not counted. */
const MOST = 16;
/** What tells that somebody reads the page. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "keydown", "wheel", "scroll"] as const;

/** What can be fetched before it is wanted. */
interface Prefetcher {
  prefetch(path: string): void;
  warm(): Promise<void>;
  prepare(): void;
}

/**
 * Fetches payloads before they are wanted: of links in view, one second after ready, and of links
 * that are pointed at or focused. Nothing on lines that are slow or dear.
 */
export function startPrefetch(window: Window & typeof globalThis, shell: Prefetcher) {
  const { document, navigator, location } = window;
  /** The document's own page, whose payload nobody has needed. */
  const first = location.pathname;
  let ready = false;
  let count = 0;

  const want = (link: HTMLAnchorElement): void => {
    const path = link.pathname;
    if (!isInside(link, location) || path === location.pathname) return;
    shell.prefetch(path);
  };
  const observer = new window.IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting || count >= MOST) continue;
      observer.unobserve(target);
      count += 1;
      want(target as HTMLAnchorElement);
    }
  });
  const watch = (): void => {
    if (!ready || isSparing(navigator)) return;
    observer.disconnect();
    count = 0;
    // The way back needs no request then.
    if (location.pathname !== first) shell.prefetch(first);
    for (const link of document.querySelectorAll("main a[href]")) observer.observe(link);
  };
  const point = ({ target }: Event): void => {
    if (!ready || isSparing(navigator)) return;
    const link = (target as Element).closest?.("a");
    if (link) want(link);
  };
  /** Somebody is there: what shows another page is loaded before a link is followed. */
  const prepare = (): void => {
    for (const sign of SIGNS) window.removeEventListener(sign, prepare, { capture: true });
    shell.prepare();
  };
  document.addEventListener("pointerover", point, { passive: true });
  document.addEventListener("focusin", point);
  window.setTimeout(() => {
    ready = true;
    if (isSparing(navigator)) return;
    // Which pages there are is known then.
    void shell.warm().then(watch);
    for (const sign of SIGNS)
      window.addEventListener(sign, prepare, { once: true, passive: true, capture: true });
  }, DELAY);
  return { watch };
}
