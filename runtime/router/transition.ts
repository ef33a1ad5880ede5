/**
 * Changes the document in a view transition, if the browser supports them and motion is not
 * reduced. A running transition is skipped.
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
    // Both reject when the transition is skipped, which is no error.
    transition.ready.catch(() => {});
    transition.finished
      .catch(() => {})
      .finally(() => {
        if (running === transition) running = null;
      });
    await transition.updateCallbackDone;
  };
}
