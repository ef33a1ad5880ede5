import type { Page } from "playwright";
import { expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, withPage } from "./browser.ts";
import { addFiles } from "./enhance-site.ts";
import { useRealSite } from "./real-site.ts";
import { shoot } from "./shots.ts";
import { voiceAt, wavOf } from "./sounds.ts";

useBrowser();
const site = useRealSite();

const wav = (name: string, seconds: number, sampleAt: (time: number) => number = voiceAt) => ({
  name,
  mimeType: "audio/wav",
  buffer: wavOf({ seconds, rate: 8000 }, sampleAt),
});
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const bar = (page: Page) => page.locator("[data-action-bar]");
const arcs = (page: Page, state: string) => panel(page).locator(`[data-arc][data-state=${state}]`);

let members = 0;
/** Uses the enhancer as a new member with so many credits. */
const asMember = (
  free: number,
  options: Parameters<typeof withPage>[0],
  work: (page: Page) => Promise<void>,
): Promise<void> =>
  withPage({ baseURL: site().url, ...options }, async (page) => {
    const email = `arc.${(members += 1)}@example.org`;
    const { token } = await site().addMember({ email, password: "a walk by the river", free });
    await page.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
    await page.goto("/ai-audio-enhancer");
    await panel(page).waitFor();
    await work(page);
  });

/** Drags a file over the workspace, or out of it. */
const drag = (page: Page, type: "dragenter" | "dragleave"): Promise<void> =>
  page.evaluate((name) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["sound"], "talk.wav", { type: "audio/wav" }));
    document
      .querySelector("dialog[open]")!
      .dispatchEvent(new DragEvent(name, { bubbles: true, dataTransfer: transfer }));
  }, type);

/** Records which states of the arc appear from now on. @returns a function that reads them */
async function record(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = (): void => {
      for (const arc of document.querySelectorAll<SVGElement>("[data-arc][data-state]"))
        seen.add(arc.dataset["state"]!);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { seen });
  });
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

it("TLS-19 the arc shows that nothing is there, that a file is over it, that it opens, works and is done", async () => {
  await asMember(100, { viewport: { width: 1366, height: 768 } }, async (page) => {
    await panel(page).locator("[data-drop] [data-arc]").waitFor();
    await shoot(page, "arc-empty");
    await drag(page, "dragenter");
    const over = page.locator("dialog[open] > [data-over]");
    await over.getByText("Release to open it").waitFor();
    expect(await over.locator("[data-arc]").count()).toBe(1);
    await shoot(page, "arc-over");
    await drag(page, "dragleave");
    await over.waitFor({ state: "detached" });
    const seen = await record(page);
    await addFiles(page, [wav("talk.wav", 60)]);
    await bar(page).locator("[data-start]:enabled").click();
    expect(await seen()).toContain("opening");
    await bar(page).locator("[role=progressbar][data-arc]").waitFor();
    await shoot(page, "arc-working");
    await arcs(page, "done").waitFor();
    expect(await bar(page).innerText()).toContain("1 result ready");
    await page.evaluate(source);
    expect(await violations(page, "done", ALL)).toEqual([]);
    await shoot(page, "arc-done");
    // Other settings: what their start costs stands there instead.
    await panel(page).locator("input[type=range]").first().press("Home");
    await arcs(page, "done").waitFor({ state: "hidden" });
  });
});

it("TLS-19 the arc shows at once that all is done where nothing may move", inLongRun, async () => {
  await asMember(100, { reducedMotion: "reduce" }, async (page) => {
    await addFiles(page, [wav("talk.wav", 4)]);
    await bar(page).locator("[data-start]:enabled").click();
    await arcs(page, "done").waitFor();
    const running = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .map((one) => String((one as CSSAnimation).animationName)),
    );
    expect(running).toEqual([]);
  });
});

it(
  "TLS-4 TLS-19 the arc shows what failed, with its remedy, and what succeeded of several files",
  inLongRun,
  async () => {
    await asMember(100, { viewport: { width: 1366, height: 768 } }, async (page) => {
      await addFiles(page, [
        {
          name: "letter.mp3",
          mimeType: "audio/mpeg",
          buffer: Buffer.from("Dear Ada, ".repeat(400)),
        },
      ]);
      const alert = panel(page).getByRole("alert");
      await alert.filter({ hasText: "letter.mp3" }).waitFor();
      expect(await alert.locator("[data-arc]").count()).toBe(1);
      await shoot(page, "arc-unreadable");
      await alert.getByRole("button").first().click();
      await addFiles(page, [wav("silence.wav", 4, () => 0)]);
      await bar(page).locator("[data-start]:enabled").click();
      const failed = panel(page).locator("[role=alert][data-state=failed]");
      await failed.waitFor();
      expect(await failed.locator("[data-arc]").count()).toBe(1);
      expect(await failed.getByRole("button", { name: "Try again" }).count()).toBe(1);
      // The remedy can be seen without scrolling.
      expect(await failed.getByRole("button").evaluate(isInWindow)).toBe(true);
      await page.evaluate(source);
      expect(await violations(page, "failed", ALL)).toEqual([]);
      await shoot(page, "arc-failed");
      await addFiles(page, [wav("talk.wav", 4), wav("silence.wav", 5, () => 0)]);
      await bar(page).locator("[data-start]:enabled").click();
      const partly = panel(page).locator("[role=alert][data-state=partly]");
      await partly.waitFor();
      expect(await partly.locator("[data-arc]").count()).toBe(1);
      await shoot(page, "arc-partly");
    });
  },
);

/** Whether an element is inside the window. Runs in the page. */
function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

it(
  "TLS-19 USR-7 the arc shows that there is no connection, and how many of the credits there are",
  inLongRun,
  async () => {
    await asMember(1, { viewport: { width: 1366, height: 768 } }, async (page) => {
      await addFiles(page, [wav("long.wav", 200)]);
      await bar(page).locator("[data-arc][data-state=short]").waitFor();
      await bar(page).getByText("Not enough credits").waitFor();
      await shoot(page, "arc-short");
      await page.context().setOffline(true);
      await bar(page).locator("[data-arc][data-state=offline]").waitFor();
      await shoot(page, "arc-offline");
      await page.context().setOffline(false);
      await bar(page).locator("[data-arc][data-state=short]").waitFor();
    });
  },
);
