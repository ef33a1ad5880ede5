import { SCROLL_DEBOUNCE, SCROLL_DURATION, SCROLL_OFFSET, SCROLL_THROTTLE } from "./constants.ts";

const FRAMES: Keyframe[] = [{ opacity: 0, transform: "translateY(1rem)" }, {}];

/** Calls `work` at once, then at most once every `ms`; the last call is never dropped. */
function throttle(work: () => void, ms: number, view: Window): () => void {
  let resting = false;
  let again = false;
  return function run() {
    if (resting) {
      again = true;
      return;
    }
    work();
    resting = true;
    view.setTimeout(() => {
      resting = false;
      if (!again) return;
      again = false;
      run();
    }, ms);
  };
}

/** Calls `work` once `ms` have passed without another call. */
function debounce(work: () => void, ms: number, view: Window): () => void {
  let timer = 0;
  return () => {
    view.clearTimeout(timer);
    timer = view.setTimeout(work, ms);
  };
}

/**
 * Animates elements with `data-scroll-in` when they are scrolled into view (CMP-3). Elements that
 * are visible at the start are not animated, and reduced motion disables the animation. Without
 * this script everything is visible, because elements are hidden by a paused animation, not by a
 * style. The signal stops it.
 */
export function startScrollIn(root: Element, signal: AbortSignal): void {
  const { ownerDocument: document } = root;
  const view = document.defaultView! as Window & typeof globalThis;
  const reduced = view.matchMedia("(prefers-reduced-motion: reduce)");
  const waiting = new Map<Element, Animation>();
  const seen = new WeakSet<Element>();

  const show = (element: Element, move: boolean): void => {
    const animation = waiting.get(element);
    if (!animation) return;
    waiting.delete(element);
    observer.unobserve(element);
    if (!move) {
      animation.cancel();
      return;
    }
    // A persistent transform would become the containing block of fixed descendants.
    animation.onfinish = () => animation.cancel();
    animation.play();
  };
  const showAll = (): void => {
    for (const element of waiting.keys()) show(element, false);
  };

  const observer = new view.IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) show(target, true);
    },
    { rootMargin: `0px 0px -${SCROLL_OFFSET}px 0px` },
  );

  /** At the end of a page, elements may be unable to reach the threshold. */
  const showEnd = (): void => {
    const { scrollTop, clientHeight, scrollHeight } = document.scrollingElement!;
    if (scrollTop + clientHeight >= scrollHeight - 2)
      for (const element of waiting.keys())
        if (element.getBoundingClientRect().top < view.innerHeight) show(element, true);
  };

  const collect = (): void => {
    if (reduced.matches) return;
    for (const element of root.querySelectorAll("[data-scroll-in]")) {
      if (seen.has(element)) continue;
      seen.add(element);
      if (element.getBoundingClientRect().top < view.innerHeight) continue;
      const animation = element.animate(FRAMES, {
        duration: SCROLL_DURATION,
        easing: "cubic-bezier(.2, .7, .3, 1)",
        fill: "backwards",
      });
      animation.pause();
      waiting.set(element, animation);
      observer.observe(element);
    }
  };
  const settle = debounce(
    () => {
      if (signal.aborted) return;
      collect();
      showEnd();
    },
    SCROLL_DEBOUNCE,
    view,
  );
  const changes = new view.MutationObserver(settle);
  changes.observe(root, { childList: true, subtree: true });

  view.addEventListener("scroll", throttle(showEnd, SCROLL_THROTTLE, view), {
    passive: true,
    signal,
  });
  view.addEventListener("resize", settle, { signal });
  // Nothing can be scrolled in print.
  view.addEventListener("beforeprint", showAll, { signal });
  reduced.addEventListener("change", () => reduced.matches && showAll(), { signal });
  // The keyboard focus and find-in-page reach elements that were never scrolled into view.
  root.addEventListener(
    "focusin",
    ({ target }) => {
      const element = (target as Element).closest("[data-scroll-in]");
      if (element) show(element, false);
    },
    { signal },
  );
  signal.addEventListener("abort", () => {
    showAll();
    observer.disconnect();
    changes.disconnect();
  });
  collect();
}
