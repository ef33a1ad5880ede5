import fs from "node:fs";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { describe, expect, it } from "vitest";
import { useBrowser, useTab, withPage } from "./browser.ts";
import { kindsIn, pathIn } from "./pages.ts";
import { hardest, inLongRun, isLong } from "../left-out.ts";

useBrowser();
const tab = useTab();
const WIDTHS = [320, 390, 768, 1440];

describe("layout", () => {
  // The other direction; the long run has the longest words, other scripts and the shortest words, too.
  const codes = hardest(["en", "de", "ru", "ja", "ar"]);
  it.each(kindsIn(...codes))("LOC-6 %s (%s) never scrolls sideways", async (_, at) => {
    const wide: string[] = [];
    const page = await tab();
    await page.goto(`${at}?noredirect`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        if (scrollWidth <= clientWidth) return [];
        return Array.from(document.body.querySelectorAll("*"))
          .filter((element) => {
            const { left, right, width: size } = element.getBoundingClientRect();
            return size > 0 && (right > clientWidth + 1 || left < -1);
          })
          .slice(-3)
          .map(
            (element) =>
              `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`,
          );
      });
      if (found.length > 0) wide.push(`${width}: ${found.join(" | ")}`);
    }
    expect(wide).toEqual([]);
  });

  it.each(hardest(["/ja", "/de/audio-trimmer", "/ar/audio-trimmer"]))(
    "LOC-6 the open menus of %s fit the screen",
    async (at) => {
      const page = await tab();
      await page.goto(at);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        for (const summary of await page.locator("header [data-menu] > summary").all()) {
          if (!(await summary.isVisible())) continue;
          await summary.click();
          const box = (await page.locator("header details[open] > div").boundingBox())!;
          expect(box.x, `${width}`).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width, `${width}`).toBeLessThanOrEqual(width);
          expect(box.y + box.height, `${width}`).toBeLessThanOrEqual(701);
          await page.keyboard.press("Escape");
        }
      }
    },
  );

  it("LOC-6 Arabic is the mirror image: the mark is on the right, the menus on the left", async () => {
    const positions = async (at: string) =>
      withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
        await page.goto(at);
        const center = async (selector: string) => {
          const box = (await page.locator(selector).first().boundingBox())!;
          return box.x + box.width / 2;
        };
        return {
          mark: await center("header svg"),
          menu: await center("header [data-menu] > summary >> nth=-1"),
          heading: await center("h1"),
        };
      });
    const english = await positions("/audio-trimmer?noredirect");
    const arabic = await positions("/ar/audio-trimmer");
    expect(english.mark).toBeLessThan(320);
    expect(arabic.mark).toBeGreaterThan(960);
    expect(english.menu).toBeGreaterThan(960);
    expect(arabic.menu).toBeLessThan(320);
    expect(Math.abs(english.mark + arabic.mark - 1280)).toBeLessThan(20);
  });

  it("LOC-6 a page says its language, and is laid out in its direction", async () => {
    await withPage({}, async (page) => {
      for (const { code, language, dir } of DEFAULT_LOCALES) {
        // What the documents of the others say is read without a browser (RTE-1).
        if (!isLong && !["en", "de", "ar"].includes(code)) continue;
        await page.goto(code === "en" ? "/?noredirect" : `/${code}`);
        expect(
          await page.evaluate(() => [
            document.documentElement.lang,
            document.documentElement.dir,
            getComputedStyle(document.body).direction,
          ]),
        ).toEqual([language, dir, dir]);
      }
    });
  });

  it("LOC-6 prices and dates are written as the language writes them", async () => {
    await withPage({}, async (page) => {
      for (const [at, language] of [
        ["/pricing?noredirect", "en-US"],
        ["/de/pricing", "de"],
        ["/ja/pricing", "ja"],
        ["/ar/pricing", "ar"],
      ] as const) {
        await page.goto(at);
        const text = (await page.locator("main").textContent())!;
        const price = await page.evaluate(
          ([tag]) =>
            new Intl.NumberFormat(tag, {
              style: "currency",
              currency: "USD",
              maximumFractionDigits: 0,
            }).format(240),
          [language],
        );
        expect(text.replaceAll(/\s/g, " ")).toContain(price.replaceAll(/\s/g, " "));
        const day = (await page.locator("time").first().getAttribute("datetime"))!;
        const date = await page.evaluate(
          ([tag, value]) =>
            new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }).format(
              new Date(value!),
            ),
          [language, day],
        );
        expect(await page.locator("time").first().innerText()).toBe(date);
      }
    });
  });

  it("WSP-1 touch devices are not asked to drop a file, and the arc of the zone is at its bottom", async () => {
    for (const [hasTouch, width] of [
      [false, 1280],
      [true, 390],
    ] as const)
      await withPage(
        { hasTouch, isMobile: hasTouch, viewport: { width, height: 844 } },
        async (page) => {
          await page.goto("/ar/audio-trimmer");
          const zone = page.locator("[data-zone]");
          expect(await zone.getByRole("heading").isVisible()).toBe(!hasTouch);
          expect(await zone.locator("label").isVisible()).toBe(true);
          const [arc, ground] = await zone.evaluate((root) =>
            [root.querySelector("path")!, root.lastElementChild!].map((element) =>
              element.getBoundingClientRect(),
            ),
          );
          expect(Math.abs(arc!.bottom - ground!.top)).toBeLessThanOrEqual(1);
          expect(Math.abs(arc!.width - ground!.width)).toBeLessThanOrEqual(4);
        },
      );
  });

  it("WSP-1 no language asks a finger to drop a file in the workspace", inLongRun, async () => {
    const read = (file: string) => JSON.parse(fs.readFileSync(file, "utf8"));
    // What asks is left out by the style, whatever its language is.
    const localeCodes = isLong ? DEFAULT_LOCALES.map(({ code }) => code) : ["en", "ar"];
    for (const hasTouch of [false, true])
      await withPage({ hasTouch, isMobile: hasTouch }, async (page) => {
        for (const code of localeCodes) {
          await page.goto(pathIn(code, "/audio-trimmer?from=workspace"));
          const { empty, paste } = read(`locales/${code}/workspace.json`).tray;
          const { title } = read(`locales/${code}/common.json`).zone.file;
          const layer = page.locator("dialog[open]");
          // With a mouse, the panel has the zone, and the list of files a line.
          for (const words of hasTouch ? [empty, paste, title] : [empty, title]) {
            const text = layer.getByText(words, { exact: true });
            await text.waitFor({ state: hasTouch ? "attached" : "visible" });
            expect(await text.isVisible(), `${code}: ${words}`).toBe(!hasTouch);
          }
        }
      });
  });

  it.each(
    hardest([
      ["/", ["latin"]],
      ["/ar", []],
      ["/ja/audio-trimmer", []],
      ["/zh-tw/pricing", []],
      ["/ru", ["cyrillic", "latin"]],
    ]),
  )("LOC-9 %s loads the fonts of its script, and nothing from another host", async (at, fonts) => {
    await withPage({}, async (page) => {
      const requested: string[] = [];
      page.on("request", (request) => requested.push(request.url()));
      await page.goto(`${at}?noredirect`, { waitUntil: "load" });
      const subsets = requested.flatMap(
        (url) => /-(\w+)-400-normal-[\w-]+\.woff2$/.exec(url)?.[1] ?? [],
      );
      expect(subsets.sort()).toEqual(fonts);
      expect(requested.filter((url) => !url.includes("://127.0.0.1"))).toEqual([]);
    });
  });

  it("LOC-9 an English heading looks the same on a page that is not translated", async () => {
    const fonts: string[] = [];
    for (const at of isLong ? ["", "/de", "/ja", "/ar"] : ["", "/ar"])
      await withPage({}, async (page) => {
        await page.goto(`${at}/breath-remover?noredirect`);
        fonts.push(
          await page.locator("h1").evaluate((h1) => {
            h1.setAttribute("lang", "en"); // As it is where a translation lacks it.
            return getComputedStyle(h1).fontFamily;
          }),
        );
      });
    expect(fonts[0]).toContain("serif");
    expect(new Set(fonts).size).toBe(1);
  });
});
