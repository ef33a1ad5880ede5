/** Delay before the first retry and maximum delay, in ms. */
const FIRST = 4000;
const LONGEST = 60_000;

/**
 * Reloads the document as soon as the site responds. The browser's online state does not show
 * whether the site is reachable, so the site is polled with increasing delays.
 */
export function waitForConnection(window: Window & typeof globalThis): void {
  let delay = FIRST;
  const check = async (): Promise<boolean> => {
    // The service worker does not handle HEAD requests.
    const request = window.fetch(window.location.href, { method: "HEAD", cache: "no-store" });
    return request.then(
      () => true,
      () => false,
    );
  };
  const tryNow = async (): Promise<void> => {
    if (!window.document.hidden && (await check())) window.location.reload();
  };
  const tryLater = (): void => {
    window.setTimeout(() => void tryNow().then(tryLater), delay);
    delay = Math.min(delay * 2, LONGEST);
  };
  window.addEventListener("online", () => void tryNow());
  window.document.addEventListener("visibilitychange", () => void tryNow());
  tryLater();
}
