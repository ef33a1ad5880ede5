import path from "node:path";
import { build } from "esbuild";
import type { CDPSession, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { useBrowser, withPage } from "#tests/e2e/browser.ts";

// Typing, pasting, composing and undoing are browser behavior, so only a real browser can test
// them.

useBrowser();
let script = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createElement, useState } from "react";
        import { createRoot } from "react-dom/client";
        import { flushSync } from "react-dom";
        import { attachTextLimit } from "./text-limit.ts";
        import { attachAutoResize } from "./auto-resize.ts";
        import { useTextLimit } from "./text-limit-hook.ts";
        import { useAutoResize } from "./auto-resize-hook.ts";
        function Controlled() {
          const [value, setValue] = useState("");
          const limit = useTextLimit(10, (count) => (window.cut = (window.cut ?? 0) + count));
          const resize = useAutoResize(value);
          window.setValue = (text) => flushSync(() => setValue(text));
          return createElement("textarea", {
            id: "field", value,
            ref: (element) => { const ends = [limit(element), resize(element)]; return () => ends.forEach((end) => end?.()); },
            onChange: ({ target }) => { (window.heard ??= []).push(target.value); setValue(target.value); },
          });
        }
        window.attachTextLimit = (element, limit) =>
          attachTextLimit(element, { ...(limit && { limit }), onCut: (count) => (window.cut = (window.cut ?? 0) + count) });
        window.attachAutoResize = attachAutoResize;
        window.renderControlled = () =>
          flushSync(() => createRoot(document.body.appendChild(document.createElement("div"))).render(createElement(Controlled)));
      `,
      resolveDir: path.dirname(new URL(import.meta.url).pathname),
      loader: "tsx",
    },
    bundle: true,
    write: false,
    format: "iife",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  script = outputFiles[0]!.text;
});

interface Field {
  readonly page: Page;
  readonly cdp: CDPSession;
  value(): Promise<string>;
  caret(): Promise<number>;
  /** Sets the caret or a selection. */
  select(start: number, end?: number): Promise<void>;
  paste(text: string): Promise<void>;
  cut(): Promise<number>;
}

const withField = (html: string, work: (field: Field) => Promise<void>): Promise<void> =>
  withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.route("https://text.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<!doctype html><body>${html}` }),
    );
    await page.goto("https://text.example/");
    await page.addScriptTag({ content: script });
    const cdp = await page.context().newCDPSession(page);
    const field = page.locator("#field");
    await work({
      page,
      cdp,
      value: () => field.inputValue(),
      caret: () => field.evaluate((element: HTMLTextAreaElement) => element.selectionStart),
      select: (start, end = start) =>
        field.evaluate(
          (element: HTMLTextAreaElement, range) => {
            element.focus();
            element.setSelectionRange(...range);
          },
          [start, end] as [number, number],
        ),
      async paste(text) {
        await page.evaluate((value) => navigator.clipboard.writeText(value), text);
        await page.keyboard.press("Control+v");
      },
      cut: () => page.evaluate(() => (window as unknown as { cut?: number }).cut ?? 0),
    });
  });

const limited = (
  work: (field: Field) => Promise<void>,
  { limit = 10, tag = "textarea" }: { limit?: number | null; tag?: string } = {},
): Promise<void> =>
  withField(
    tag === "input" ? '<input id="field">' : `<${tag} id="field"></${tag}>`,
    async (field) => {
      await field.page.evaluate((number) => {
        const { attachTextLimit } = window as unknown as {
          attachTextLimit: (element: Element, limit?: number) => void;
        };
        attachTextLimit(document.querySelector("#field")!, number ?? undefined);
      }, limit);
      await field.select(0);
      await work(field);
    },
  );

describe("the text limit", () => {
  it("CMP-2 takes 3000 characters by default", () =>
    limited(
      async ({ page, paste, value, cut }) => {
        await paste("x".repeat(2999));
        await page.keyboard.type("abc");
        expect((await value()).slice(2990)).toBe("xxxxxxxxxa");
        expect(await cut()).toBe(2);
      },
      { limit: null },
    ));

  it.each(["textarea", "input"])(
    "CMP-2 typing into a full %s does nothing, wherever the caret is",
    (tag) =>
      limited(
        async ({ page, value, caret, select }) => {
          await page.keyboard.type("0123456789");
          await select(4);
          await page.keyboard.type("ab");
          expect([await value(), await caret()]).toEqual(["0123456789", 4]);
          await page.keyboard.press("Backspace");
          await page.keyboard.type("ab");
          expect([await value(), await caret()]).toEqual(["012a456789", 4]);
          await select(0, 3);
          await page.keyboard.type("xyzw");
          expect([await value(), await caret()]).toEqual(["xyza456789", 3]);
        },
        { tag },
      ),
  );

  it("CMP-2 of a text pasted in the middle, the beginning is inserted, followed by the caret", () =>
    limited(async ({ page, paste, value, caret, select, cut }) => {
      await page.keyboard.type("012345");
      await select(2);
      await paste("abcdefgh");
      expect([await value(), await caret(), await cut()]).toEqual(["01abcd2345", 6, 4]);
      await page.keyboard.press("Control+z");
      expect([await value(), await caret()]).toEqual(["012345", 2]);
      await page.keyboard.press("Control+Shift+z");
      expect(await value()).toBe("01abcd2345");
    }));

  it("CMP-2 no character is split", () =>
    limited(async ({ page, paste, value, select }) => {
      await paste("1234567😀😀");
      expect(await value()).toBe("1234567😀");
      await page.keyboard.insertText("👩‍👩‍👧‍👦");
      expect(await value()).toBe("1234567😀");
      await select(0, 9);
      await paste("12345👩‍👩‍👧‍👦");
      expect(await value()).toBe("12345");
    }));

  it("CMP-2 pasted line ends count once", () =>
    limited(async ({ paste, value }) => {
      await paste("1\r\n2\r\n3\r\n4\r\n5\r\n6");
      expect(await value()).toBe("1\n2\n3\n4\n5\n");
    }));

  it("CMP-2 Enter in a full textarea does nothing", () =>
    limited(async ({ page, value, caret, select }) => {
      await page.keyboard.type("0123456789");
      await select(5);
      await page.keyboard.press("Enter");
      expect([await value(), await caret()]).toEqual(["0123456789", 5]);
    }));

  it("CMP-2 composing is not disturbed, and cut when it ends", () =>
    limited(async ({ page, cdp, value, caret, select, cut }) => {
      await page.keyboard.type("01234567");
      await select(4);
      const compose = (text: string) =>
        cdp.send("Input.imeSetComposition", {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      await compose("に");
      await compose("にほん");
      await compose("にほんご");
      expect(await value()).toBe("0123にほんご4567");
      await cdp.send("Input.insertText", { text: "日本語" });
      expect([await value(), await caret(), await cut()]).toEqual(["0123日本4567", 6, 1]);
      // Undo reverts the cut and the composition as one step, and redo repeats both.
      await page.keyboard.press("Control+z");
      expect(await value()).toBe("01234567");
      await page.keyboard.press("Control+Shift+z");
      expect(await value()).toBe("0123日本4567");
      await page.keyboard.press("Control+a");
      await page.keyboard.type("still alive");
      expect(await value()).toBe("still aliv");
    }));

  it("CMP-2 a composition that does not fit in the place of a selection leaves no part of a character", () =>
    limited(async ({ page, cdp, value, caret, select }) => {
      const family = "👩‍👩‍👧‍👦";
      await page.keyboard.type("0123456789");
      await select(2, 4);
      await cdp.send("Input.imeSetComposition", {
        text: family,
        selectionStart: family.length,
        selectionEnd: family.length,
      });
      await cdp.send("Input.insertText", { text: family });
      expect([await value(), await caret()]).toEqual(["01456789", 2]);
    }));

  it("CMP-2 dropped text is cut at the drop position", () =>
    withField('<p id="from">abcdefgh</p><textarea id="field">012345</textarea>', async (field) => {
      const { page, value, cut } = field;
      await page.evaluate(() => {
        const { attachTextLimit } = window as unknown as {
          attachTextLimit: (element: Element, limit: number) => void;
        };
        attachTextLimit(document.querySelector("#field")!, 10);
        getSelection()!.selectAllChildren(document.querySelector("#from")!);
      });
      await page.dragAndDrop("#from", "#field", {
        sourcePosition: { x: 10, y: 8 },
        targetPosition: { x: 3, y: 10 },
      });
      expect([await value(), await cut()]).toEqual(["abcd012345", 4]);
    }));

  it("CMP-2 what a program sets or a browser fills in is cut at its end", () =>
    limited(async ({ page, value }) => {
      await page.locator("#field").evaluate((element: HTMLTextAreaElement) => {
        element.value = "0123456789abc";
        element.blur();
        element.dispatchEvent(new InputEvent("input", { bubbles: true }));
      });
      expect(await value()).toBe("0123456789");
      await page.locator("#field").fill("abcdefghijklmnop");
      expect(await value()).toBe("abcdefghij");
    }));

  it("CMP-2 a field that was longer from the start keeps its text, but does not grow", () =>
    withField('<textarea id="field">0123456789abcdef</textarea>', async (field) => {
      const { page, value, select } = field;
      await page.evaluate(() => {
        const { attachTextLimit } = window as unknown as {
          attachTextLimit: (element: Element, limit: number) => void;
        };
        attachTextLimit(document.querySelector("#field")!, 10);
      });
      await select(3);
      await page.keyboard.type("x");
      expect(await value()).toBe("0123456789abcdef");
      await page.keyboard.press("Delete");
      expect(await value()).toBe("012456789abcdef");
    }));

  it("CMP-2 a field without a readable caret is limited, too", () =>
    withField('<input id="field" type="email">', async ({ page, value }) => {
      await page.evaluate(() => {
        const { attachTextLimit } = window as unknown as {
          attachTextLimit: (element: Element, limit: number) => void;
        };
        attachTextLimit(document.querySelector("#field")!, 10);
      });
      await page.locator("#field").focus();
      await page.keyboard.insertText("someone@example.com");
      expect(await value()).toBe("someone@ex");
      await page.keyboard.type("yz");
      expect(await value()).toBe("someone@ex");
    }));
});

describe("in React", () => {
  const controlled = (work: (field: Field) => Promise<void>) =>
    withField("", async (field) => {
      await field.page.evaluate(() =>
        (window as unknown as { renderControlled: () => void }).renderControlled(),
      );
      await field.select(0);
      await work(field);
    });

  it("CMP-2 a controlled field hears only of texts that fit", () =>
    controlled(async ({ page, paste, value, caret, select, cut }) => {
      await page.keyboard.type("012345");
      await select(2);
      await paste("abcdefgh");
      await page.keyboard.type("zz");
      expect([await value(), await caret(), await cut()]).toEqual(["01abcd2345", 6, 6]);
      const announced = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
      expect(announced.at(-1)).toBe("01abcd2345");
      expect(announced.filter(({ length }) => length > 10)).toEqual([]);
    }));

  it("CMP-2 a controlled field is as high as the text that it is given", () =>
    controlled(async ({ page }) => {
      const field = page.locator("#field");
      const height = () => field.evaluate((element) => element.clientHeight);
      const one = await height();
      await page.evaluate(() =>
        (window as unknown as { setValue: (text: string) => void }).setValue("a\n".repeat(20)),
      );
      expect(await height()).toBeGreaterThan(one * 5);
      await page.evaluate(() =>
        (window as unknown as { setValue: (text: string) => void }).setValue(""),
      );
      expect(await height()).toBe(one);
    }));
});

describe("a growing textarea", () => {
  /** Extra height of the field beyond its content in pixels, measured with a second field. */
  const over = (page: Page) =>
    page.locator("#field").evaluate((element: HTMLTextAreaElement) => {
      const twin = element.cloneNode() as HTMLTextAreaElement;
      twin.value = element.value;
      twin.style.height = "0";
      twin.style.width = `${element.offsetWidth}px`;
      element.after(twin);
      const content = twin.scrollHeight;
      twin.remove();
      return element.clientHeight - content;
    });

  it.each(["border-box", "content-box"])(
    "CMP-2 is 10 px higher than its content, longer or shorter, with a %s",
    (sizing) =>
      withField(
        `<style>textarea { box-sizing: ${sizing}; padding: 7px 9px; border: 3px solid; width: 200px; line-height: 20px }</style><textarea id="field" rows="1"></textarea>`,
        async ({ page, select }) => {
          await page.locator("#field").evaluate((element) => {
            (window as unknown as { attachAutoResize: (field: Element) => void }).attachAutoResize(
              element,
            );
          });
          expect(await over(page)).toBe(10);
          await select(0);
          await page.keyboard.insertText("a line\n".repeat(12));
          expect(await over(page)).toBe(10);
          await page.keyboard.press("Control+a");
          await page.keyboard.press("Delete");
          expect(await over(page)).toBe(10);
          await page.keyboard.insertText("many words ".repeat(30));
          await page.locator("#field").evaluate((element) => {
            element.style.width = "100px";
          });
          await expect.poll(() => over(page)).toBe(10);
        },
      ),
  );

  it("CMP-2 does not move the page, and fits once it is shown", () =>
    withField(
      '<div style="height: 900px"></div><textarea id="field" style="display: none"></textarea>',
      async ({ page, select }) => {
        const field = page.locator("#field");
        await field.evaluate((element: HTMLTextAreaElement) => {
          element.value = "a\n".repeat(60);
          (window as unknown as { attachAutoResize: (field: Element) => void }).attachAutoResize(
            element,
          );
          element.style.display = "block";
        });
        await expect.poll(() => over(page)).toBe(10);
        await select(119);
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        const before = await page.evaluate(() => scrollY);
        await page.keyboard.type("b");
        expect(await page.evaluate(() => scrollY)).toBe(before);
      },
    ));
});
