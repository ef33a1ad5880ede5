/**
 * Changes the document inside a view transition where the browser has one and motion is welcome; a
 * transition that still runs is cut short.
 */
export function createTransitions(window: Window & typeof globalThis) {
  let running: ViewTransition | null = null;
  return async (change: () => void, animate: boolean): Promise<void> => {
    running?.skipTransition();
    const { document } = window;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!animate || still || !document.startViewTransition || document.hidden) {
      change();
      return;
    }
    const transition = document.startViewTransition(change);
    running = transition;
    // Both reject when the transition is cut short, which is no failure.
    transition.ready.catch(() => {});
    transition.finished
      .catch(() => {})
      .finally(() => {
        if (running === transition) running = null;
      });
    await transition.updateCallbackDone;
  };
}
