import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { address } from "./application.ts";
import { memberToken, useToolSite } from "./enhance-site.ts";
import { expectSound, expectStems, TALK } from "./talk.ts";
import { type WebKit, openWebKit } from "./webkit.ts";

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

const PANEL = `const panel = document.querySelector("dialog[open] [data-pane=panel]");`;
const BUTTON = `
  ${PANEL}
  const button = [...panel.querySelectorAll("button:enabled")].find((own) =>
    own.checkVisibility() && new RegExp(arguments[0]).test(own.ariaLabel ?? own.textContent));
  button?.click();
  return button !== undefined;`;
/** Opens a file as the chooser does; \`arguments\` are its name and its bytes as base64. */
const CHOOSE = `
  const bytes = Uint8Array.from(atob(arguments[1]), (byte) => byte.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], arguments[0], { type: "audio/wav" }));
  const input = document.querySelector('dialog[open] input[type="file"]');
  input.files = transfer.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));`;
/** Enters a value where React hears it: in what a selector names, or the label of that text. */
const ENTER = `
  const label = [...document.querySelectorAll("dialog[open] label")].find((own) =>
    own.textContent.trim() === arguments[0]);
  const field = label ? label.control : document.querySelector(arguments[0]);
  if (!field) return false;
  field.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, arguments[1]);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;`;
/** Intercepts downloads, since the browser's dialog cannot be answered. */
const CATCH_DOWNLOADS = `
  const blobs = new Map();
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const url = create.call(URL, blob);
    blobs.set(url, blob);
    return url;
  };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (!this.download) return click.call(this);
    const reader = new FileReader();
    reader.onload = () => (window.saved = { name: this.download, url: reader.result });
    reader.readAsDataURL(blobs.get(this.href));
  };`;

describe("in WebKit", inLongRun, () => {
  const site = useToolSite();
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

  /** Opens a tool with a file as a signed-in user. */
  async function openTool(slug: string): Promise<void> {
    await webkit.go(`${site().url}/pricing?noredirect`);
    await webkit.run(`localStorage.setItem("toolkit_token", arguments[0])`, memberToken());
    await webkit.go(`${site().url}/${slug}?noredirect&from=workspace`);
    await webkit.until(
      `return document.querySelector('dialog[open] input[type="file"]') !== null &&
         document.querySelector("dialog[open] [data-pane=panel]") !== null;`,
    );
    await webkit.run(CATCH_DOWNLOADS);
    await webkit.run(CHOOSE, "talk.wav", TALK.toString("base64"));
  }
  async function save(label: string, name: string): Promise<Buffer> {
    await webkit.until(BUTTON, label);
    await webkit.until("return window.saved !== undefined");
    const saved = await webkit.run<{ name: string; url: string }>("return window.saved");
    expect(saved.name).toBe(name);
    expect(await webkit.run(`${PANEL} return panel.innerText`)).not.toMatch(
      /panel-\w+:|undefined|NaN|cannot be read/,
    );
    return Buffer.from(saved.url.slice(saved.url.indexOf(",") + 1), "base64");
  }
  const SUBMIT = `
    ${PANEL}
    const button = panel?.querySelector("[data-start]:enabled");
    button?.click();
    return !!button;`;

  it.each([
    ["background-audio-remover", "talk-noise-removed.wav"],
    ["volume-changer", "talk-volume.wav"],
    ["voice-changer", "talk-deep.wav"],
  ])("TLS-1 TLS-10 %s takes a file to a saved result", async (slug, name) => {
    await openTool(slug);
    await webkit.until(SUBMIT);
    expectSound(await save("^Download", name));
  });

  it("TLS-1 TLS-10 audio-trimmer takes a file to a saved selection", async () => {
    await openTool("audio-trimmer");
    await webkit.until(ENTER, "End", "0:02.5");
    await webkit.run(
      `document.activeElement.dispatchEvent(
         new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))`,
    );
    expectSound(await save("^Save the selection", "talk-trim.wav"), 2.5);
  });

  it("TLS-1 TLS-10 ai-stem-splitter takes a song to its stems", async () => {
    await openTool("ai-stem-splitter");
    await webkit.until(SUBMIT);
    expectStems(await save("^Save \\d stems as ZIP", "talk-stems.zip"));
  });

  it("USR-2 a user signs in, and stays signed in after a reload and in another language", async () => {
    site().change("DELETE FROM limits");
    await webkit.go(`${site().url}/pricing?noredirect`);
    await webkit.run("localStorage.clear()");
    await webkit.go(`${site().url}/pricing?noredirect`);
    await webkit.until(HYDRATED);
    const SIGNED_IN = `return document.querySelector("[data-account] button")?.ariaLabel?.includes("ada@example.org")`;
    await webkit.until(
      `document.querySelector("[data-account] button")?.click();
       return document.querySelector('dialog[open] [data-field="email"]') !== null;`,
    );
    await webkit.run(ENTER, 'dialog[open] [data-field="email"]', "ada@example.org");
    await webkit.run(ENTER, 'dialog[open] [data-field="password"]', "correct horse");
    await webkit.run(`document.querySelector("dialog[open] form").requestSubmit()`);
    await webkit.until(SIGNED_IN);
    await webkit.go(`${site().url}/ar/pricing?noredirect`);
    await webkit.until(SIGNED_IN);
    expect(await webkit.run("return document.documentElement.dir")).toBe("rtl");
  });
});
