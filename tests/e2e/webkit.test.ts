import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address } from "./application.ts";
import type { WebKit } from "./webkit.ts";
import { openWebKit } from "./webkit.ts";
import { inLongRun } from "../left-out.ts";

const HYDRATED = `
  const first = document.querySelector("#content > *");
  return history.scrollRestoration === "manual" && first !== null &&
    Object.keys(first).some((key) => key.startsWith("__reactFiber$"));`;
const CLICK = `
  const link = document.createElement("a");
  link.href = arguments[0];
  if (arguments[1]) link.dataset.language = arguments[1];
  document.body.append(link);
  link.click();
  link.remove();`;
const SHOWN = `
  return location.pathname === arguments[0] &&
    document.getElementById("toolkit-announcer")?.textContent === document.title;`;

describe("in WebKit", inLongRun, () => {
  let webkit: WebKit;
  beforeAll(async () => (webkit = await openWebKit()));
  afterAll(() => webkit?.close());

  /** Opens a document, waits until its application runs, and marks it. */
  async function open(path: string): Promise<void> {
    await webkit.go(address(path));
    await webkit.until(HYDRATED);
    // Without a graphics processor, WebKit's own process ends when it is to draw one.
    await webkit.run("delete Document.prototype.startViewTransition");
    await webkit.run("window.stays = true; window.failed = [];");
    await webkit.run(
      `addEventListener("error", ({ message }) => failed.push(message));
       addEventListener("unhandledrejection", ({ reason }) => failed.push(String(reason)));`,
    );
  }
  const expectWell = async (): Promise<void> => {
    expect(await webkit.run("return [window.stays, window.failed]")).toEqual([true, []]);
  };

  it("NAV-4 NAV-9 pages change without a document load, forth and back, with the focus on the heading", async () => {
    await open("/audio-trimmer?noredirect");
    await webkit.run(CLICK, "/volume-changer");
    await webkit.until(SHOWN, "/volume-changer");
    expect(await webkit.run("return document.activeElement.localName")).toBe("h1");
    // Its own button passes over entries that no hand has made.
    await webkit.run("history.back()");
    await webkit.until(SHOWN, "/audio-trimmer");
    await expectWell();
  });

  it("LOC-5 LOC-6 another language turns the page around", async () => {
    await open("/pricing?noredirect");
    await webkit.run(CLICK, "/ar/pricing", "ar");
    await webkit.until(SHOWN, "/ar/pricing");
    expect(
      await webkit.run("return [document.documentElement.dir, document.documentElement.lang]"),
    ).toEqual(["rtl", "ar"]);
    expect(await webkit.run("return document.cookie")).toContain("i18n_redirected=ar");
    await expectWell();
  });

  it("WSP-1 WSP-2 the workspace opens by its address, and closes", async () => {
    await open("/audio-trimmer?noredirect&from=workspace");
    await webkit.until(`return document.querySelector("dialog[open] input[type=file]") !== null`);
    expect(await webkit.run("return location.search")).not.toContain("from=");
    await webkit.until(
      `const close = document.querySelector('dialog[open] [aria-label="Close the workspace"]');
       close?.click();
       return close !== null;`,
    );
    await webkit.until(`return document.querySelector("dialog[open]") === null`);
    await expectWell();
  });
});
