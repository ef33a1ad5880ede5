import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { ALL, source, violations } from "./access.ts";
import { painted } from "./application.ts";
import { useBrowser, withPage } from "./browser.ts";
import { toneOf } from "./sounds.ts";
import { hardest, inLongRun } from "../left-out.ts";

useBrowser();

const layer = (page: Page) => page.locator("dialog[open]").first();
const rows = (page: Page) => page.locator("[data-file]");
const names = (page: Page) => rows(page).locator("bdi").allTextContents();
const boxOf = (page: Page, name: string) =>
  rows(page).filter({ hasText: name }).locator("input[type=checkbox]");
const selected = (page: Page) => page.locator("[data-file][data-selected]").count();
/** Name of the file in whose row the focus is. */
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest("[data-file]")?.querySelector("bdi")?.textContent,
  );
const more = (page: Page, name: string) =>
  layer(page).getByRole("button", { name: `More actions for ${name}` });

/** Works in the workspace with files of these names. */
async function withFiles(
  given: readonly string[],
  work: (page: Page) => Promise<void>,
  options: BrowserContextOptions & { readonly at?: string } = {},
): Promise<void> {
  const { at = "/audio-trimmer?from=workspace", ...context } = options;
  await withPage({ reducedMotion: "reduce", ...context }, async (page) => {
    await page.goto(at);
    await layer(page).waitFor();
    await layer(page)
      .locator("input[type=file]")
      .first()
      .setInputFiles(
        given.map((name) => ({ name, mimeType: "audio/wav", buffer: toneOf({ seconds: 3 }) })),
      );
    await expect.poll(() => rows(page).count()).toBe(given.length);
    await work(page);
  });
}

describe("files in the workspace", () => {
  it("WSP-5 are selected, ordered, renamed and removed by keyboard; a removal can be undone", async () => {
    await withFiles(["a.wav", "b.wav", "c.wav"], async (page) => {
      await boxOf(page, "a.wav").focus();
      await page.keyboard.press("ArrowDown");
      expect(await focused(page)).toBe("b.wav");
      await page.keyboard.press("Alt+ArrowDown");
      await expect.poll(() => names(page)).toEqual(["a.wav", "c.wav", "b.wav"]);
      await expect.poll(() => focused(page)).toBe("b.wav");
      await page.keyboard.press("Control+a");
      await expect.poll(() => selected(page)).toBe(0);
      await page.keyboard.press("Space");
      await expect.poll(() => selected(page)).toBe(1);

      await page.keyboard.press("F2");
      const field = layer(page).getByRole("textbox", { name: "New name for b.wav" });
      await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true);
      // Its ending is not meant.
      await page.keyboard.type("intro");
      await page.keyboard.press("Enter");
      await expect.poll(() => names(page)).toEqual(["a.wav", "c.wav", "intro.wav"]);
      await expect.poll(() => focused(page)).toBe("intro.wav");
      await page.keyboard.press("F2");
      const again = layer(page).getByRole("textbox", { name: "New name for intro.wav" });
      await expect.poll(() => again.evaluate((own) => own === document.activeElement)).toBe(true);
      await page.keyboard.type("nothing");
      await page.keyboard.press("Escape");
      await expect.poll(() => names(page)).toEqual(["a.wav", "c.wav", "intro.wav"]);
      expect(await layer(page).count()).toBe(1);
      await expect.poll(() => focused(page)).toBe("intro.wav");

      await page.keyboard.press("Delete");
      await expect.poll(() => names(page)).toEqual(["a.wav", "c.wav"]);
      await expect.poll(() => focused(page)).toBe("c.wav");
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => names(page)).toEqual(["a.wav", "c.wav", "intro.wav"]);
    });
  });

  it(
    "WSP-5 are dragged to another place, which selects nothing; Escape ends a drag",
    inLongRun,
    async () => {
      await withFiles(["a.wav", "b.wav", "c.wav"], async (page) => {
        const drag = async (from: string, to: string): Promise<void> => {
          const [start, end] = await Promise.all(
            [from, to].map((name) =>
              rows(page).filter({ hasText: name }).locator("bdi").boundingBox(),
            ),
          );
          await page.mouse.move(start!.x + 8, start!.y + 8);
          await page.mouse.down();
          await page.mouse.move(start!.x + 8, start!.y + 30, { steps: 3 });
          await page.mouse.move(end!.x + 8, end!.y + end!.height + 24, { steps: 5 });
        };
        const before = await selected(page);
        await drag("a.wav", "b.wav");
        await page.mouse.up();
        await expect.poll(() => names(page)).toEqual(["b.wav", "a.wav", "c.wav"]);
        expect(await selected(page)).toBe(before);
        await drag("b.wav", "c.wav");
        await page.keyboard.press("Escape");
        await page.mouse.up();
        await painted(page);
        expect(await names(page)).toEqual(["b.wav", "a.wav", "c.wav"]);
        expect(await layer(page).count()).toBe(1);
      });
    },
  );

  it("WSP-5 have a menu that the arrow keys walk through", async () => {
    await withFiles(["a.wav", "b.wav"], async (page) => {
      await more(page, "a.wav").focus();
      await page.keyboard.press("ArrowDown");
      const item = (name: string) => page.locator(":popover-open").getByRole("button", { name });
      await expect
        .poll(() => item("Rename").evaluate((own) => own === document.activeElement))
        .toBe(true);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator(":popover-open").count()).toBe(0);
      expect(await layer(page).count()).toBe(1);
      await more(page, "a.wav").click();
      await item("Move down").click();
      await expect.poll(() => names(page)).toEqual(["b.wav", "a.wav"]);
      await more(page, "a.wav").click();
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        item("Save a copy").click(),
      ]);
      expect(saved.suggestedFilename()).toBe("a.wav");
    });
  });

  it("WSP-5 are listened to one at a time", async () => {
    await withFiles(["a.wav", "b.wav"], async (page) => {
      const button = (name: string) => layer(page).getByRole("button", { name, exact: true });
      await button("Play a.wav").click();
      await button("Pause a.wav").waitFor();
      await layer(page).getByRole("slider", { name: "Position in a.wav" }).waitFor();
      await button("Play b.wav").click();
      await button("Pause b.wav").waitFor();
      await button("Play a.wav").waitFor();
      expect(
        await layer(page)
          .getByRole("slider", { name: /^Position in .\.wav$/ })
          .count(),
      ).toBe(1);
    });
  });

  it("WSP-5 are pasted, also while nothing has the focus", async () => {
    await withFiles(["a.wav"], async (page) => {
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(["x"], "pasted.wav", { type: "audio/wav" }));
        document.body.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      });
      await expect.poll(() => names(page)).toEqual(["a.wav", "pasted.wav"]);
    });
  });

  it("WSP-5 are recorded; without permission, the fix is shown", async () => {
    await withFiles([], async (page) => {
      await page.evaluate(() => {
        let requests = 0;
        navigator.mediaDevices.getUserMedia = async () => {
          if (++requests === 1) throw new DOMException("No", "NotAllowedError");
          const context = new AudioContext();
          const tone = context.createOscillator();
          const end = context.createMediaStreamDestination();
          tone.connect(end);
          tone.start();
          return end.stream;
        };
      });
      await page.keyboard.press("r");
      const strip = layer(page).getByRole("region", { name: "Recording" });
      await strip.getByRole("alert").waitFor();
      expect((await strip.getByRole("alert").textContent())!.length).toBeGreaterThan(30);
      await strip.getByRole("button", { name: "Try again" }).click();
      await strip.getByRole("meter").waitFor();
      await strip.getByRole("timer").getByText("0:01").waitFor();
      await strip.getByRole("button", { name: "Pause" }).click();
      await strip.getByRole("button", { name: "Resume" }).click();
      await strip.getByRole("button", { name: "Finish" }).click();
      await expect.poll(() => names(page)).toEqual([expect.stringMatching(/^Recording .*\.\w+$/)]);
      // The recorder has gone, and the focus is not lost.
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("BUTTON");
    });
  });
});

describe("keys of the workspace", () => {
  it("WSP-5 the arrow keys walk through the menu, open and close its groups, and turn round in Arabic", async () => {
    for (const [at, open, close] of [
      ["/audio-trimmer?from=workspace", "ArrowRight", "ArrowLeft"],
      ["/ar/audio-trimmer?from=workspace", "ArrowLeft", "ArrowRight"],
    ] as const)
      await withFiles(
        [],
        async (page) => {
          const entry = () =>
            page.evaluate(() => (document.activeElement as HTMLElement).dataset["entry"]);
          await page.keyboard.press("g");
          await expect.poll(entry).toBe("audio-trimmer");
          await page.keyboard.press(close);
          expect(await entry()).toBe("4");
          await page.keyboard.press(close);
          await expect
            .poll(() => page.getAttribute("[data-entry='4']", "aria-expanded"))
            .toBe("false");
          await page.keyboard.press("ArrowDown");
          expect(await entry()).toBe("5");
          await page.keyboard.press("ArrowUp");
          await page.keyboard.press(open);
          await expect
            .poll(() => page.getAttribute("[data-entry='4']", "aria-expanded"))
            .toBe("true");
          await page.keyboard.press("End");
          expect(await entry()).toBe("6");
        },
        { at },
      );
  });

  it("WSP-5 those of one letter can be switched off, for good", inLongRun, async () => {
    await withFiles([], async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("switch").click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await painted(page);
      expect(await page.locator("dialog[open]").count()).toBe(1);
      await page.reload();
      await layer(page).waitFor();
      await page.keyboard.press("6");
      await painted(page);
      expect(await page.locator("[data-entry='6'][aria-current]").count()).toBe(0);
    });
  });

  it("WSP-3 digits lead to entries, 6 to the history", async () => {
    await withFiles([], async (page) => {
      await page.keyboard.press("6");
      await page.locator("[data-entry='6'][aria-current]").waitFor();
      await layer(page).getByRole("heading", { name: "Done on this device" }).waitFor();
      await page.keyboard.press("2");
      await expect.poll(() => page.url()).toMatch(/\/ai-stem-splitter$/);
      await page.locator("[data-entry='2'][aria-current='page']").waitFor();
    });
  });
});

describe("the workspace can be used by everybody", () => {
  type Options = NonNullable<Parameters<typeof withFiles>[2]>;
  const screens: readonly (readonly [name: string, options: Options])[] = [
    ...hardest([
      ["wide", { viewport: { width: 1280, height: 850 } }],
      ["light", { viewport: { width: 1280, height: 850 }, colorScheme: "light" as const }],
      [
        "in long words",
        { at: "/de/audio-trimmer?from=workspace", viewport: { width: 1024, height: 700 } },
      ],
      ["from right to left", { at: "/ar/audio-trimmer?from=workspace" }],
    ] as const),
    ...hardest([
      ["at 200 %", { viewport: { width: 640, height: 425 } }],
      ["on a phone", { viewport: { width: 390, height: 800 } }],
      ["320 px wide", { viewport: { width: 320, height: 640 } }],
    ] as const),
  ];
  it.each(screens)("WSP-5 LOC-6 %s", async (_, options) => {
    const found: string[] = [];
    await withFiles(
      ["a.wav", "a name that is far too long for any list of files in a narrow column.wav"],
      async (page) => {
        if (!("colorScheme" in options)) await page.emulateMedia({ colorScheme: "dark" });
        await page.evaluate(source);
        const look = async (where: string): Promise<void> => {
          found.push(...(await violations(page, where, ALL)));
          const outside = await page.evaluate(() =>
            Array.from(document.querySelectorAll("dialog[open] :is(button, a, input, h1, h2)"))
              .filter((element) => {
                const { left, right, width } = element.getBoundingClientRect();
                const { clipPath } = getComputedStyle(element);
                // A row of tabs scrolls.
                const scrolls = element.closest("nav ul a") && element.closest("[data-pane=panel]");
                return (
                  width > 1 &&
                  clipPath === "none" &&
                  !scrolls &&
                  (left < -1 || right > innerWidth + 1)
                );
              })
              .map((element) => element.outerHTML.slice(0, 100)),
          );
          found.push(...outside.map((element) => `${where}: outside ${element}`));
        };
        await look("panel");
        for (const bar of await page.locator("[data-bar]").all()) {
          await bar.click();
          await look((await bar.getAttribute("data-bar"))!);
        }
      },
      { bypassCSP: true, ...options },
    );
    expect(found).toEqual([]);
  });
});
