/** Milliseconds until the next try: the first, and the longest. */
const FIRST = 4000;
const LONGEST = 60_000;

/**
 * Loads the document again as soon as the site answers. That the device is connected does not mean
 * that the site can be reached, and the other way round: so it is tried, less and less often.
 */
export function waitForConnection(window: Window & typeof globalThis): void {
  let delay = FIRST;
  const check = async (): Promise<boolean> => {
    // The service worker answers no such request.
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
