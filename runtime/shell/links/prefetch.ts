import { isInside } from "../../router/link.ts";
import { isSparing } from "../../services/connection.ts";

/** Delay after the page is ready, in ms (NAV-9). */
const DELAY = 1000;
/** Maximum number of visible links prefetched for a page; hovered ones do not count. */
const MAX_PREFETCHES = 16;
/** Events that show that the visitor is active. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "keydown", "wheel", "scroll"] as const;

/** The prefetching functions of the shell. */
interface Prefetcher {
  prefetch(path: string): void;
  warm(): Promise<void>;
  prepare(): void;
}

/**
 * Prefetches payloads: of visible links, one second after the page is ready, and of hovered or
 * focused links. Disabled on slow or metered connections.
 */
export function startPrefetch(window: Window & typeof globalThis, shell: Prefetcher) {
  const { document, navigator, location } = window;
  /** The document's own page, whose payload was not needed. */
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
      if (!isIntersecting || count >= MAX_PREFETCHES) continue;
      observer.unobserve(target);
      count += 1;
      want(target as HTMLAnchorElement);
    }
  });
  const watch = (): void => {
    if (!ready || isSparing(navigator)) return;
    observer.disconnect();
    count = 0;
    // Going back then needs no request.
    if (location.pathname !== first) shell.prefetch(first);
    for (const link of document.querySelectorAll("main a[href]")) observer.observe(link);
  };
  const point = ({ target }: Event): void => {
    if (!ready || isSparing(navigator)) return;
    const link = (target as Element).closest?.("a");
    if (link) want(link);
  };
  /** The visitor is active: loads the code that navigation needs. */
  const prepare = (): void => {
    for (const sign of SIGNS) window.removeEventListener(sign, prepare, { capture: true });
    shell.prepare();
  };
  document.addEventListener("pointerover", point, { passive: true });
  document.addEventListener("focusin", point);
  window.setTimeout(() => {
    ready = true;
    if (isSparing(navigator)) return;
    // The routes are known by then.
    void shell.warm().then(watch);
    for (const sign of SIGNS)
      window.addEventListener(sign, prepare, { once: true, passive: true, capture: true });
  }, DELAY);
  return { watch };
}
