import { SCROLL_DEBOUNCE, SCROLL_DURATION, SCROLL_OFFSET, SCROLL_THROTTLE } from "./constants.ts";

const FRAMES: Keyframe[] = [{ opacity: 0, transform: "translateY(1rem)" }, {}];

/** Runs `work` at once, then at most once in `ms`; the last call is never lost. */
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

/** Runs `work` when nothing has asked for it for `ms`. */
function debounce(work: () => void, ms: number, view: Window): () => void {
  let timer = 0;
  return () => {
    view.clearTimeout(timer);
    timer = view.setTimeout(work, ms);
  };
}

/**
 * Moves elements with `data-scroll-in` in as they are scrolled to (CMP-3). What is in view at the
 * start is left alone, and nothing moves under reduced motion. Without this script everything is
 * simply there: elements wait by a paused animation, not by a style. Ends by the signal.
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
    // A transform that stayed would hold what is fixed inside it.
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

  /** The end of a page may never come as far up as it would have to. */
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
  // Paper is not scrolled.
  view.addEventListener("beforeprint", showAll, { signal });
  reduced.addEventListener("change", () => reduced.matches && showAll(), { signal });
  // The keyboard and searching in the page go where nobody has scrolled to.
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
