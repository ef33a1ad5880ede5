import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { loadConfig } from "#cli/build/load/config.ts";
import { type OpenApi, openApi } from "#cli/preview/open-api.ts";
import type { Preview } from "#cli/preview/serve.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, withPage } from "./browser.ts";
import { holdRuns } from "./hold-runs.ts";
import { addFiles } from "./enhance-site.ts";
import { serveSite } from "./serve.ts";
import { shoot } from "./shots.ts";
import { createNoise, stereoWav, voiceAt, wavOf } from "./sounds.ts";

useBrowser();
const HOME = path.resolve(import.meta.dirname, "../..");
const root = fs.mkdtempSync(path.join(os.tmpdir(), "preview-"));
fs.symlinkSync(path.join(HOME, "content"), path.join(root, "content"));
const outbox: string[] = [];
let api: OpenApi;
let site: Preview;

beforeAll(async () => {
  api = await openApi({
    root,
    home: HOME,
    config: await loadConfig(HOME),
    env: {},
    print: (line) => outbox.push(line),
  });
  site = await serveSite(inject("dist"), { api: api.handle });
});
afterAll(async () => {
  await site?.close();
  await api?.close();
  fs.rmSync(root, { recursive: true });
});

const noise = createNoise();
const wav = (name: string, buffer: Buffer) => ({ name, mimeType: "audio/wav", buffer });
const talk = wavOf({ seconds: 40 }, (time) => voiceAt(time) + 0.02 * noise());
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const status = (page: Page) => panel(page).locator("[data-preview] ~ div output");

async function call(route: string, body: object | null, token = "") {
  const answer = await fetch(`${site.url}/audio/api/${route}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", authorization: token },
  });
  return ((await answer.json()) as { readonly data: Record<string, unknown> }).data;
}

/** A new account. @returns its token */
async function register(email: string): Promise<string> {
  await call("user/register", { email, password: "a walk along the river" });
  await expect.poll(() => outbox.length).toBe(1);
  const file = path.join(
    root,
    outbox
      .pop()!
      .replace(/^Message: /, "")
      .trim(),
  );
  const message = fs
    .readFileSync(file, "utf8")
    .replace(
      /(Content-Transfer-Encoding: base64\r\n(?:[^\r].*\r\n)*\r\n)([A-Za-z0-9+/=\r\n]+)/g,
      (_, head: string, body: string) => `${head}${Buffer.from(body, "base64").toString()}\r\n`,
    );
  const entered = await call("user/register/code/verify", {
    email,
    code: /^\s*(\d{6})\s*$/m.exec(message)![1]!,
  });
  return String(entered["token"]);
}

type CountingWindow = Window & typeof globalThis & { playbacks: number };

/** Runs in the page: counts what starts to play, through an element or through Web Audio. */
function countPlayback(): void {
  const counting = window as CountingWindow;
  counting.playbacks = 0;
  for (const prototype of [HTMLMediaElement.prototype, AudioBufferSourceNode.prototype]) {
    const name = "play" in prototype ? "play" : "start";
    const original = (prototype as unknown as Record<string, (...given: unknown[]) => unknown>)[
      name
    ]!;
    Object.assign(prototype, {
      [name](this: object, ...given: unknown[]) {
        counting.playbacks++;
        return original.apply(this, given);
      },
    });
  }
}

/** Addresses that are asked for and belong to the API, from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/audio/api/")) calls.push(pathname);
  });
  return calls;
}

describe("a file of one's own", () => {
  it("USR-14 plays before and after for 20 seconds from the playhead, free and without an account", async () => {
    await withPage({ baseURL: site.url }, async (page) => {
      const calls = callsOf(page);
      const releasePreview = await holdRuns(page);
      await page.addInitScript(countPlayback);
      const playbacks = () => page.evaluate(() => (window as CountingWindow).playbacks);
      await page.goto("/background-audio-remover?from=workspace");
      // From this gesture on the browser would allow sound.
      await panel(page).getByText("Strength", { exact: true }).click();
      await addFiles(page, [wav("talk.wav", talk)]);
      const button = (name: string) => panel(page).getByRole("button", { name, exact: true });
      const after = panel(page).getByRole("radio", { name: "After", disabled: false });
      const slider = panel(page).getByRole("slider", { name: "Playback position" });
      const now = async () => Number(await slider.getAttribute("aria-valuenow"));
      // The focus stays at Play when the preview appears.
      await button("Play").focus();
      await releasePreview();
      await expect.poll(() => status(page).innerText()).toMatch(/^Preview: 20\s?s.*, free$/);
      await after.waitFor();
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await expect.poll(focused).toBe("Play");
      await button("Play").blur();
      // Nothing plays until the visitor asks for it; then one key is enough.
      expect(await playbacks()).toBe(0);
      expect(await now()).toBe(0);
      await page.keyboard.press("Space");
      await button("Pause").waitFor();
      await expect.poll(now).toBeGreaterThan(0);
      expect(await playbacks()).toBeGreaterThan(0);
      await panel(page).getByRole("radio", { name: "Before" }).check();
      await button("Pause").press("Enter");
      await shoot(page, "preview");

      // The playhead leaves it: the file is heard as it is, until a preview is asked for there.
      await slider.press("End");
      await slider.press("Shift+ArrowLeft");
      expect(await after.count()).toBe(0);
      await button("Preview from here").press("Enter");
      await after.waitFor();
      await expect.poll(now).toBeCloseTo(35, 0);

      // Another setting is heard at the same place, without being asked for.
      await panel(page).getByRole("slider", { name: "Strength" }).press("Home");
      await expect
        .poll(() => status(page).innerText())
        .toBe("These settings change nothing. Change one of them.");
      await expect.poll(now).toBeCloseTo(35, 0);
      expect(await page.locator("dialog[open] [data-job]").count()).toBe(0);
      expect(calls.filter((call) => /usage|reserve|settle|refund/.test(call))).toEqual([]);
      expect(await button("Download").count()).toBe(0);
    });
  });
});

describe("a file that was just chosen", () => {
  /** Holds requests for some scripts. @returns lets them go */
  async function hold(page: Page, which: RegExp): Promise<() => void> {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(
      (url) => which.test(url.pathname),
      async (route) => {
        await held;
        await route.continue();
      },
    );
    return letGo;
  }

  it("USR-14 is named on its tool's page before the application is there", async () => {
    await withPage({ baseURL: site.url, viewport: { width: 390, height: 844 } }, async (page) => {
      const letGo = await hold(page, /\/application-[^/]*\.js$/);
      await page.goto("/background-audio-remover");
      await page.locator("[data-zone-file]").setInputFiles(wav("short.wav", talk));
      const row = page.locator("[data-zone-row]");
      await expect.poll(() => row.innerText()).toBe("Opening short.wav");
      letGo();
      await panel(page).getByRole("heading", { name: "short.wav" }).waitFor();
      await expect.poll(() => row.textContent()).toBe("");
    });
  });

  it("USR-14 TLS-4 has its row in the panel before it is decoded, and its errors are shown there", async () => {
    await withPage({ baseURL: site.url, viewport: { width: 390, height: 844 } }, async (page) => {
      const letGo = await hold(page, /worker[^/]*\.js$/);
      await page.goto("/background-audio-remover?from=workspace");
      await addFiles(page, [wav("talk.wav", talk.subarray(0, 100_000))]);
      await panel(page).getByRole("heading", { name: "talk.wav" }).waitFor();
      await panel(page).getByText("Reading the file").waitFor();
      letGo();
      await panel(page).getByText("Reading the file").waitFor({ state: "detached" });
      const words = Buffer.from("No sound at all. ".repeat(200));
      await addFiles(page, [wav("words.wav", words)]);
      const problem = panel(page).getByRole("alert").filter({ hasText: "words.wav" });
      await problem.getByText("This is a TXT file").waitFor();
      await page.evaluate(source);
      const found = await violations(page, "with a file that is no sound", ALL);
      // The account's button shows its credits beside its name; it is not the panel's.
      expect(found).toEqual([]);
      await shoot(page, "broken");
      await problem.getByRole("button", { name: "Remove words.wav" }).click();
      await problem.waitFor({ state: "detached" });
    });
  });
});

describe("a job that finds nothing", () => {
  it("USR-15 costs nothing, and panel and queue say so and what to try", inLongRun, async () => {
    const token = await register("ada@example.org");
    const credits = async () => (await call("user/credits/balance", null, token))["free_credits"];
    const before = await credits();
    expect(before).toBeGreaterThan(0);
    await withPage({ baseURL: site.url }, async (page) => {
      await page.addInitScript((value) => localStorage.setItem("toolkit_token", value), token);
      const calls = callsOf(page);
      await page.goto("/silence-remover");
      const steady = wavOf({ seconds: 3 }, (time) => 0.3 * Math.sin(1000 * time));
      await addFiles(page, [wav("steady.wav", steady)]);
      await panel(page).getByText("Costs 1 credit").waitFor();
      await panel(page).getByRole("button", { name: "Shorten the pauses" }).click();
      const message = /No pause was long enough.*Lower the minimum.*No credits were charged\./;
      await panel(page).getByText(message).waitFor();
      await page.locator("[data-job][data-state=done]").getByText(message).waitFor();
      await expect
        .poll(() => calls.filter((one) => one.includes("/usage/")))
        .toEqual(["/audio/api/v1/usage/reserve", "/audio/api/v1/usage/refund"]);
      await shoot(page, "nothing-found");
      // The page begins with why, and the file that is the same as before is not what it leads to.
      const download = panel(page).getByRole("button", { name: "Download", exact: true });
      expect(await download.getAttribute("data-primary")).toBeNull();
      const positions = await Promise.all(
        [panel(page).getByText(message), download].map((one) => one.boundingBox()),
      );
      expect(positions[0]!.y).toBeLessThan(positions[1]!.y);

      // What is taken for an echo is mostly reverb: its tool opens with the same file.
      await page.goto("/remove-echo-from-audio?from=workspace");
      await panel(page).getByRole("button", { name: "Remove the echo" }).click();
      await panel(page).getByText("No echo was found").waitFor();
      await shoot(page, "no-echo");
      await panel(page).getByRole("link", { name: "Open Reverb remover" }).click();
      await panel(page).getByRole("heading", { name: "steady.wav" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/reverb-remover");

      // Of a guitar the built-in engine takes so little that it is worth nothing; its stems are there.
      await page.goto("/remove-guitar-from-song");
      const song = stereoWav({ seconds: 4 }, (time) => {
        const chord = (hertz: number) => 0.2 * Math.sin(2 * Math.PI * hertz * time);
        return [chord(392), chord(523)];
      });
      await addFiles(page, [wav("song.wav", song)]);
      await panel(page).getByText("drops by less than 1 dB, the job costs nothing").waitFor();
      await panel(page).getByRole("button", { name: "Remove the guitar" }).click();
      await panel(page)
        .getByText(/level by less than 1 dB.*No credits were charged\./)
        .waitFor();
      await panel(page).getByRole("button", { name: "Save the mix" }).waitFor();
      await shoot(page, "nothing-lowered");
      await expect.poll(() => calls.filter((one) => one.endsWith("/usage/refund")).length).toBe(3);
    });
    await expect.poll(credits).toBe(before);
  });
});
