import { follow, hydrated, open, startAtOnce } from "./application.ts";
import { watch, withPage } from "./browser.ts";

export interface Difference {
  readonly path: string;
  readonly found: unknown;
}

const TABS = 3;

/** Opens each page, lets the application adopt it, and says what that changed or reported. */
export async function adopt(base: string, paths: readonly string[]): Promise<Difference[]> {
  const wrong: Difference[] = [];
  const queue = [...paths];
  const work = (): Promise<void> =>
    withPage({ baseURL: base }, async (page) => {
      const pageErrors = watch(page);
      await startAtOnce(page);
      await page.addInitScript(() => {
        const read = (): [html: string, text: string] => {
          const main = document.getElementById("content")!.cloneNode(true) as Element;
          // What belongs to the visitor's account is filled in.
          for (const slot of main.querySelectorAll("[data-live], [data-offer], [data-calculator]"))
            slot.replaceChildren();
          return [main.innerHTML, main.textContent];
        };
        Object.assign(window, { read });
        document.addEventListener("readystatechange", () => {
          // Parsed whole, and no script has run yet.
          if (document.readyState === "interactive") Object.assign(window, { before: read() });
        });
      });
      for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
        await page.goto(`${at}?noredirect`);
        await hydrated(page);
        const found = await page.evaluate(async () => {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          type Read = [html: string, text: string];
          const { before, read } = window as unknown as { before: Read; read: () => Read };
          const [html, text] = before;
          const [now, nowText] = read();
          if (now === html && nowText === text) return null;
          let i = 0;
          while (html[i] === now[i]) i += 1;
          return [html.slice(i - 40, i + 80), now.slice(i - 40, i + 80)];
        });
        if (found) wrong.push({ path: at, found });
        if (pageErrors.length > 0) wrong.push({ path: at, found: pageErrors.splice(0) });
      }
    });
  await Promise.all(Array.from({ length: TABS }, work));
  return wrong;
}

/** Goes through pages by client navigation, and says what was reported at each. */
export const walk = (base: string, [first, ...paths]: readonly string[]): Promise<Difference[]> =>
  withPage({ baseURL: base }, async (page) => {
    const wrong: Difference[] = [];
    const pageErrors = watch(page);
    await startAtOnce(page);
    await open(page, `${first}?noredirect`);
    for (const path of paths) {
      await follow(page, path);
      if (pageErrors.length > 0) wrong.push({ path, found: pageErrors.splice(0) });
    }
    return wrong;
  });
