import type { Page } from "playwright";
import { inject } from "vitest";
import { watch, withPage } from "./browser.ts";

interface Options extends NonNullable<Parameters<typeof withPage>[0]> {
  /** Done before the page is opened, such as answers to what the application asks for at once. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** The application starts as soon as it may, instead of when the browser has nothing to do. */
export async function startAtOnce(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = (run) =>
      window.setTimeout(run, 0, { didTimeout: false, timeRemaining: () => 50 });
  });
}

/** Waits until the application runs and has adopted the page. */
export const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const first = document.querySelector("#content > *");
    return (
      history.scrollRestoration === "manual" &&
      first !== null &&
      Object.keys(first).some((key) => key.startsWith("__reactFiber$"))
    );
  });

/** Loads a document and waits until its application runs. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await page.evaluate(() => {
    (window as { stays?: boolean }).stays = true;
  });
}

/** Waits until the application knows its build and has what the first navigation needs. */
export async function warmed(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Simulates a reading visitor: messages are shown after the first input.
    window.dispatchEvent(new Event("scroll"));
    return ["/builds/meta/", "/locales/en/common.json"].every((part) =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes(part)),
    );
  });
  await settled(page);
}

/** Whether the document is still the one that was opened. */
export const stays = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as { stays?: boolean }).stays === true);

/** Forgets what has been announced; to be called before `shown` is waited for. */
export const hush = (page: Page): Promise<void> =>
  page.evaluate(() => document.getElementById("toolkit-announcer")?.replaceChildren());

/** Waits until a page has been shown since `hush`. */
export const shown = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => (document.getElementById("toolkit-announcer")?.textContent ?? "") !== "",
  );

/** Waits until nothing has changed the document, nor been asked for, for a while. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let timer = setTimeout(resolve, 400);
        const again = (): void => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 400);
        };
        new PerformanceObserver(again).observe({ type: "resource" });
        new MutationObserver(again).observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
      }),
  );

/** Waits until the page has been drawn with all that was done to it. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Clicks a link to an address, as if the page had one; does not wait. */
export const click = (page: Page, href: string, language?: string): Promise<void> =>
  page.evaluate(
    ([to, code]) => {
      const link = document.createElement("a");
      link.href = to!;
      if (code) link.dataset["language"] = code;
      document.body.append(link);
      link.click();
      link.remove();
    },
    [href, language],
  );

/** Goes to an address by client navigation, and waits until its page is shown. */
export async function follow(page: Page, href: string, language?: string): Promise<void> {
  await hush(page);
  await click(page, href, language);
  await shown(page);
}

/** Steps through the history, and waits until the page there is shown. */
export async function step(page: Page, by: number): Promise<void> {
  await hush(page);
  await page.evaluate((steps) => history.go(steps), by);
  await shown(page);
}

/** Milliseconds after which an error has been told. */
const MAX_REPORTED = 150;

const forgiven = new WeakSet<readonly string[]>();
/** What the page has reported, and may report yet, was expected: the end of a test that breaks something. */
export const forgive = (pageErrors: readonly string[]): void => void forgiven.add(pageErrors);

/** Works on a page that runs the application; fails when the page reports anything wrong. */
export async function withApplication<T>(
  path: string,
  work: (page: Page, pageErrors: string[]) => Promise<T>,
  { prepare, ...options }: Options = {},
): Promise<T> {
  return withPage(options, async (page) => {
    const pageErrors = watch(page);
    await startAtOnce(page);
    await prepare?.(page);
    await open(page, path);
    const result = await work(page, pageErrors);
    if (forgiven.has(pageErrors)) return result;
    await page.waitForTimeout(MAX_REPORTED);
    if (pageErrors.length > 0) throw new Error(`${page.url()} reports:\n${pageErrors.join("\n")}`);
    return result;
  });
}

/** The page's address in the page itself: `page.url()` may be late after a client navigation. */
export const locationOf = (page: Page): Promise<string> => page.evaluate(() => location.href);

export const address = (path: string): string => inject("url") + path;

/**
 * Says to the application that work runs, or that it has ended.
 * @returns how often the application has told that a newer build waits
 */
export const beBusy = (page: Page, busy: boolean): Promise<number> =>
  page.evaluate((value) => {
    interface Fiber {
      readonly return: Fiber | null;
      readonly memoizedProps: { readonly value?: { overlay?: Record<string, () => unknown> } };
    }
    const first = document.querySelector("#content > *")!;
    const key = Object.keys(first).find((name) => name.startsWith("__reactFiber$"))!;
    let fiber: Fiber | null = (first as unknown as Record<string, Fiber>)[key]!;
    while (fiber && !fiber.memoizedProps?.value?.overlay) fiber = fiber.return;
    const shell = fiber!.memoizedProps.value!;
    const told = window as { told?: number };
    shell.overlay = {
      ...shell.overlay,
      busy: () => value,
      onHeldBack: () => (told.told = (told.told ?? 0) + 1),
    };
    return told.told ?? 0;
  }, busy);
