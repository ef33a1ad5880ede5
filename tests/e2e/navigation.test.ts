import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { inLongRun, isLong, sampleOf } from "../left-out.ts";
import {
  address,
  click,
  follow,
  forgive,
  hush,
  hydrated,
  locationOf,
  settled,
  shown,
  stays,
  step,
  withApplication,
} from "./application.ts";
import { useBrowser } from "./browser.ts";
import { scrolled, scrollTo } from "./scroll.ts";

useBrowser();

/** What has the focus: its id, or its name and text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { id, localName, textContent } = document.activeElement!;
    return id || `${localName} ${textContent}`;
  });
const heading = (page: Page): Promise<string> => page.locator("#content h1").innerText();
const announced = (page: Page): Promise<string | null> =>
  page.locator("#toolkit-announcer").textContent();
/** Where an element is, from the top of the window. */
const topOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);

/** Paths of what is asked for from now on; the browser looks after its icons itself. */
const requestsOf = (page: Page): string[] => {
  const paths: string[] = [];
  page.on("request", (request) => {
    const path = request.url().slice(address("").length);
    if (path !== "/favicon.svg") paths.push(path);
  });
  return paths;
};

describe("navigation", () => {
  it("NAV-4 a new page is at its top, has the focus on its heading, and is announced", async () => {
    await withApplication("/audio-trimmer", async (page) => {
      await scrollTo(page, 1500);
      await follow(page, "/volume-changer");
      expect(await scrolled(page)).toBe(0);
      expect(await locationOf(page)).toBe(address("/volume-changer"));
      expect(await focused(page)).toBe(`h1 ${await heading(page)}`);
      expect(await announced(page)).toBe(await page.title());
      expect(await stays(page)).toBe(true);
    });
  });

  it("NAV-4 keyboard navigation continues from the heading, which shows no ring", async () => {
    await withApplication("/pricing", async (page) => {
      await page.locator("header a").first().focus();
      await hush(page);
      await page.keyboard.press("Enter");
      await shown(page);
      expect(await focused(page)).toMatch(/^h1 /);
      expect(
        await page.locator("#content h1").evaluate((title) => getComputedStyle(title).outlineStyle),
      ).toBe("none");
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement!.closest("main") !== null)).toBe(
        true,
      );
      // What got the focus without being a control is none again.
      expect(await page.locator("#content h1").getAttribute("tabindex")).toBe(null);
    });
  });

  it("NAV-4 a hash leads to its element, on another page and on the same", async () => {
    await withApplication("/pricing", async (page) => {
      await follow(page, "/audio-trimmer#faq");
      expect(await topOf(page, "#faq")).toBeGreaterThanOrEqual(0);
      expect(await topOf(page, "#faq")).toBeLessThan(140);
      expect(await focused(page)).toBe("faq");
      // The same page without a hash is its top; nothing is loaded for it.
      const requests = requestsOf(page);
      await click(page, "/audio-trimmer");
      expect(await locationOf(page)).toBe(address("/audio-trimmer"));
      expect(await scrolled(page)).toBe(0);
      await click(page, "/audio-trimmer#steps");
      expect(await topOf(page, "#steps")).toBeLessThan(140);
      expect(await focused(page)).toBe("steps");
      await page.goBack();
      expect(await scrolled(page)).toBe(0);
      await page.goBack();
      expect(await locationOf(page)).toBe(address("/audio-trimmer#faq"));
      expect(await topOf(page, "#faq")).toBeLessThan(140);
      expect(requests.filter((path) => !path.includes("_payload"))).toEqual([]);
      expect(requests.filter((path) => path.startsWith("/audio-trimmer"))).toEqual([]);
      expect(await stays(page)).toBe(true);
    });
  });

  it("NAV-4 a hash that names nothing leaves the page where it is", inLongRun, async () => {
    await withApplication("/audio-trimmer", async (page) => {
      await scrollTo(page, 700);
      await click(page, "#no-such-place");
      expect(await scrolled(page)).toBe(700);
      await click(page, "#top");
      expect(await scrolled(page)).toBe(0);
      await follow(page, "/volume-changer#%E0%A4%A");
      expect(await scrolled(page)).toBe(0);
    });
  });

  it("NAV-4 the same address twice is one entry of the history", async () => {
    await withApplication("/audio-trimmer", async (page) => {
      const before = await page.evaluate(() => history.length);
      await click(page, "/audio-trimmer");
      await click(page, "/audio-trimmer#faq");
      await click(page, "/audio-trimmer#faq");
      expect(await page.evaluate(() => history.length)).toBe(before + 1);
    });
  });

  it("NAV-4 back and forward restore the position, after a reload and over languages too", async () => {
    await withApplication("/audio-trimmer?noredirect", async (page) => {
      await scrollTo(page, 900);
      await follow(page, "/volume-changer?noredirect");
      await scrollTo(page, 450);
      await follow(page, "/ar/volume-changer?noredirect", "ar");
      await scrollTo(page, 1234);
      await follow(page, "/ar?noredirect");
      await step(page, -1);
      expect(await scrolled(page)).toBe(1234);
      expect(await focused(page)).toBe(`h1 ${await heading(page)}`);
      await step(page, -1);
      expect(await scrolled(page)).toBe(450);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe("ltr");
      await step(page, -1);
      expect([await locationOf(page), await scrolled(page)]).toEqual([
        address("/audio-trimmer?noredirect"),
        900,
      ]);
      await step(page, 2);
      expect([await locationOf(page), await scrolled(page)]).toEqual([
        address("/ar/volume-changer?noredirect"),
        1234,
      ]);
      await page.reload();
      await hydrated(page);
      await page.waitForFunction(() => Math.round(scrollY) === 1234);
      await step(page, -2);
      expect([await locationOf(page), await scrolled(page)]).toEqual([
        address("/audio-trimmer?noredirect"),
        900,
      ]);
    });
  });

  it("NAV-4 a step back before the application runs shows the page of the address", async () => {
    await withApplication("/audio-trimmer", async (page) => {
      await follow(page, "/volume-changer");
      // It never gets to run now.
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0;
      });
      await page.reload();
      await page.evaluate(() => history.back());
      await page.waitForURL(address("/audio-trimmer"));
      await page.waitForFunction(() => document.title.startsWith("Audio Trimmer"));
    });
  });

  it("NAV-9 pages follow one another without a document load", async () => {
    const paths = ["/pricing", "/de/pricing", "/terms-policy", "/ai-voice-generator/maren", "/ja"];
    await withApplication("/", async (page) => {
      const turn = [...paths, ...paths.toReversed()];
      for (const path of isLong ? [...turn, ...turn] : turn) {
        await page.evaluate(() => document.getElementById("toolkit-announcer")?.replaceChildren());
        await click(page, path);
        if ((await locationOf(page)) !== address(path)) await shown(page);
        expect(await locationOf(page)).toBe(address(path));
      }
      expect(await stays(page)).toBe(true);
    });
  });

  it("NAV-9 many fast steps end at the page of the address", async () => {
    const paths = ["/pricing", "/audio-trimmer", "/ar/audio-trimmer", "/terms-policy", "/de"];
    await withApplication("/volume-changer", async (page) => {
      const pages: Record<string, string[]> = {};
      const now = async (): Promise<string[]> => [
        await page.title(),
        await heading(page),
        (await page.locator("html").getAttribute("lang"))!,
      ];
      pages[await locationOf(page)] = await now();
      // Steps that others overtake are lost: enough lies behind that none leads out of the site.
      for (const path of [...paths, "/terms-policy", ...paths]) {
        await follow(page, path);
        pages[await locationOf(page)] = await now();
      }
      await page.evaluate(
        async (count) => {
          // At uneven paces; some overtake others.
          for (let at = 0; at < count; at++) {
            history.go([-3, 2, -1, 1, 1][at % 5]);
            await new Promise((resolve) => setTimeout(resolve, (at * 7) % 23));
          }
        },
        isLong ? 50 : 15,
      );
      await settled(page);
      expect(await now()).toEqual(pages[await locationOf(page)]);
      await step(page, (await locationOf(page)) === address("/de") ? -1 : 1);
      expect(await now()).toEqual(pages[await locationOf(page)]);
      // Where the steps end is open, and a page that is shown already is not announced again.
      const other = (await locationOf(page)) === address("/pricing") ? "/terms-policy" : "/pricing";
      await follow(page, other);
      expect(await now()).toEqual(pages[address(other)]);
      expect(await stays(page)).toBe(true);
    });
  });

  it("NAV-5 a frame is painted before the next page is asked for", async () => {
    await withApplication("/", async (page) => {
      // The build's rules are known from here on: nothing else is waited for.
      await follow(page, "/pricing");
      const order = await page.evaluate(async () => {
        const seen: string[] = [];
        const { fetch, setTimeout: wait } = window;
        // A busy machine may paint nothing for 100 ms, after which the page is asked for, too.
        window.setTimeout = ((work: () => void, ms?: number) =>
          ms === 100 ? 0 : wait(work, ms)) as typeof window.setTimeout;
        const requested = new Promise<void>((resolve) => {
          window.fetch = (input, init) => {
            if (new Request(input).url.includes("/volume-changer/_payload.json")) {
              seen.push("request");
              resolve();
            }
            return fetch(input, init);
          };
        });
        const link = document.createElement("a");
        link.href = "/volume-changer";
        document.body.append(link);
        requestAnimationFrame(() => seen.push("frame"));
        link.click();
        await requested;
        return seen;
      });
      expect(order).toEqual(["frame", "request"]);
    });
  });

  it("NAV-5 where no frame is painted, the page comes all the same", async () => {
    await withApplication("/", async (page) => {
      await page.evaluate(() => (window.requestAnimationFrame = () => 0));
      await follow(page, "/pricing");
      expect(await locationOf(page)).toBe(address("/pricing"));
    });
  });

  it("NAV-5 a navigation gives way to the next", async () => {
    await withApplication("/", async (page) => {
      let answer = (): void => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route("**/volume-changer/_payload.json*", async (route) => {
        await held;
        await route.continue();
      });
      const requested = page.waitForRequest("**/volume-changer/_payload.json*");
      await click(page, "/volume-changer");
      await requested;
      await follow(page, "/pricing");
      const title = await page.title();
      const late = page.waitForResponse("**/volume-changer/_payload.json*");
      answer();
      await late;
      await settled(page);
      expect([await page.title(), await locationOf(page)]).toEqual([title, address("/pricing")]);
      // The one that was given up is no entry of the history.
      await page.goBack();
      expect(await locationOf(page)).toBe(address("/"));
    });
  });

  it("NAV-9 a search ends with the page that it was made on", inLongRun, async () => {
    await withApplication("/?noredirect", async (page) => {
      await page.locator("#search").fill("karaoke");
      await hush(page);
      await page.keyboard.press("Enter");
      await shown(page);
      expect(await locationOf(page)).toContain("karaoke");
      expect(await page.locator("html").getAttribute("data-searching")).toBe(null);
      await step(page, -1);
      expect(await page.locator("#search").inputValue()).toBe("");
      expect(await page.locator("[data-tool]:visible").count()).toBe(41);
    });
  });

  it("NAV-9 a double click goes once", async () => {
    await withApplication("/", async (page) => {
      const before = await page.evaluate(() => history.length);
      await hush(page);
      await page.locator('#tools a[href="/audio-trimmer"]').dblclick();
      await shown(page);
      await settled(page);
      expect(await page.evaluate(() => history.length)).toBe(before + 1);
      expect(await locationOf(page)).toBe(address("/audio-trimmer"));
    });
  });
});

describe("a click that is the browser's", () => {
  it.each(
    sampleOf(1, [
      ["with Control", { modifiers: ["Control"] as const }],
      ["with Shift", { modifiers: ["Shift"] as const }],
      ["with the middle button", { button: "middle" as const }],
    ]),
  )("NAV-9 %s opens another tab", async (_, how) => {
    await withApplication("/", async (page) => {
      const other = page.context().waitForEvent("page");
      await page
        .locator('#tools a[href="/audio-trimmer"]')
        .click({ ...how, modifiers: [...("modifiers" in how ? how.modifiers : [])] });
      await (await other).waitForURL(address("/audio-trimmer"));
      expect(await locationOf(page)).toBe(address("/"));
      expect(await stays(page)).toBe(true);
    });
  });

  it(
    "NAV-9 another target, a download, another site and a file are not navigated to",
    inLongRun,
    async () => {
      await withApplication("/", async (page) => {
        const prevented = await page.evaluate(() => {
          const results: [string, boolean][] = [];
          const onEvent = (event: Event): void => {
            results.push([(event.target as Element).outerHTML, event.defaultPrevented]);
            event.preventDefault();
          };
          window.addEventListener("click", onEvent);
          for (const attributes of [
            { href: "/pricing", target: "_blank" },
            { href: "/pricing", download: "" },
            { href: "https://fermata.example/pricing" },
            { href: "/pricing", rel: "external" },
            { href: "/sitemap.xml" },
            { href: "/assets/x" },
            { href: "mailto:hello@fermata.example" },
            {},
            { href: "/pricing" },
            { href: "/pricing", target: "_self" },
          ]) {
            const link = document.createElement("a");
            for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
            document.body.append(link);
            link.click();
            link.remove();
          }
          window.removeEventListener("click", onEvent);
          return results.map(([, own]) => own);
        });
        expect(prevented).toEqual([...Array.from({ length: 8 }, () => false), true, true]);
      });
    },
  );

  it("NAV-9 a link to a file shows the file", async () => {
    await withApplication("/", async (page, pageErrors) => {
      await click(page, "/sitemap.xml");
      await page.waitForURL(address("/sitemap.xml"));
      await page.goBack();
      await hydrated(page);
      // What the browser's own view of the file says is none of ours.
      forgive(pageErrors);
    });
  });
});

describe("the payload of a page", () => {
  it("NAV-9 is fetched once, from the cache where it can, with the build's id", async () => {
    await withApplication("/", async (page) => {
      const latest = await page.request.get("/builds/latest.json");
      const { id } = (await latest.json()) as { readonly id: string };
      await page.evaluate(() => {
        const own = window.fetch;
        const modes: string[] = [];
        Object.assign(window, { modes });
        window.fetch = (input, init) => {
          if (typeof input === "string" && input.includes("_payload")) modes.push(init!.cache!);
          return own(input, init);
        };
      });
      const requests = requestsOf(page);
      await follow(page, "/reverb-remover");
      await follow(page, "/silence-remover?utm_source=x");
      expect(await locationOf(page)).toBe(address("/silence-remover?utm_source=x"));
      expect(requests.filter((path) => /^\/(reverb-remover|silence-remover)/.test(path))).toEqual([
        `/reverb-remover/_payload.json?_b=${id}`,
        `/silence-remover/_payload.json?_b=${id}`,
      ]);
      const modes = await page.evaluate(() => (window as unknown as { modes: string[] }).modes);
      expect(new Set(modes)).toEqual(new Set(["force-cache"]));
      // Back and forward want nothing; what is prefetched is of other pages.
      requests.length = 0;
      await step(page, -1);
      await step(page, 1);
      expect(requests.filter((path) => !path.includes("_payload"))).toEqual([]);
      expect(requests.filter((path) => /^\/(reverb-remover|silence-remover)/.test(path))).toEqual(
        [],
      );
      expect(await stays(page)).toBe(true);
    });
  });
});
