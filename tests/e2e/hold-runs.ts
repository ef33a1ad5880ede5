import type { Page } from "playwright";

/**
 * Holds the results of all runs back in the documents of a page, so that jobs keep running until they are
 * released, however quick the machine is. Call it before the page is opened.
 * @returns a function that releases the results
 */
export async function holdRuns(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    let isReleased = false;
    const held: (() => void)[] = [];
    globalThis.Worker = class extends Worker {
      #call: unknown;
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", (event: MessageEvent<{ kind?: string } | null>) => {
          const { data, ports } = event;
          if (isReleased || this.#call !== "run" || data?.kind !== "done") return;
          event.stopImmediatePropagation();
          const copy = new MessageEvent("message", { data, ports: [...ports] });
          held.push(() => this.dispatchEvent(copy));
        });
      }
      override postMessage(message: { call?: unknown }, more?: object): void {
        if (message.call !== undefined) this.#call = message.call;
        super.postMessage(message, more);
      }
    };
    Object.assign(globalThis, {
      releaseRuns() {
        isReleased = true;
        for (const release of held.splice(0)) release();
      },
    });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { releaseRuns: () => void }).releaseRuns());
}
