import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { hardest, inLongRun } from "../left-out.ts";
import { useBrowser, withPage } from "./browser.ts";
import { type PanelSite, panelSite } from "./panel-site.ts";
import { useRealSite } from "./real-site.ts";
import { toneOf } from "./sounds.ts";

useBrowser();
const served = useRealSite({ own: panelSite });
let site: PanelSite;
let ada = "";

beforeAll(async () => {
  site = await panelSite();
  ({ token: ada } = await served().addMember({ email: "ada@example.org", free: 20 }));
});

const layer = (page: Page) => page.locator('dialog[open][aria-label="Workspace"]');
async function enter(page: Page): Promise<void> {
  await page.addInitScript((token) => localStorage.setItem("toolkit_token", token), ada);
  await page.goto(`${served().url}/file-sum`);
  await layer(page).waitFor();
}
const add = (page: Page, name: string) =>
  layer(page)
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: "audio/wav", buffer: toneOf({ seconds: 2 }) });
const start = (page: Page) =>
  layer(page).getByRole("button", { name: "Compute checksums" }).click();
const credits = () => served().creditsOf(ada);

describe("a panel that was added by its folder", () => {
  it("WSP-5 TLS-1 runs a job on a file, shows its result, and takes its credits (USR-10)", async () => {
    await withPage({ acceptDownloads: true }, async (page) => {
      const before = await credits();
      await enter(page);
      await add(page, "tone.wav");
      await layer(page).getByText("Costs 1 credit").waitFor();
      await start(page);
      const save = layer(page).getByRole("button", { name: "Save tone.wav.sfv" });
      await save.waitFor();
      const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
      expect(download.suggestedFilename()).toBe("tone.wav.sfv");
      expect(fs.readFileSync(await download.path(), "utf8")).toMatch(/^tone\.wav [0-9a-f]{8}\n$/);
      await expect.poll(credits).toBe(before - 1);
    });
  });

  it("USR-10 a canceled or failed job costs nothing; the next ones continue", async () => {
    await withPage({}, async (page) => {
      const before = await credits();
      await enter(page);
      await add(page, "slow.wav");
      await start(page);
      await layer(page).getByRole("button", { name: "Cancel slow.wav" }).click();
      await layer(page).getByText("Canceled").first().waitFor();
      await add(page, "broken.wav");
      await start(page);
      await layer(page).getByText("Failed").first().waitFor();
      await expect.poll(credits).toBe(before);
    });
  });

  it("WSP-5 closing, another page and another language do not stop a job", async () => {
    await withPage({}, async (page) => {
      await enter(page);
      await add(page, "slow.wav");
      await start(page);
      const cancel = layer(page).getByRole("button", { name: "Cancel slow.wav" });
      await cancel.waitFor();
      await page.evaluate(() => {
        const link = document.createElement("a");
        link.href = "/pricing";
        document.body.append(link);
        link.click();
      });
      await expect.poll(() => page.url()).toBe(`${served().url}/pricing`);
      await expect.poll(() => layer(page).count()).toBe(0);
      await page.goBack();
      await cancel.waitFor();
      await cancel.click();
    });
  });

  it("WSP-5 a job that was cut off by a reload says so, and can be tried again", async () => {
    await withPage({}, async (page) => {
      const before = await credits();
      await enter(page);
      await add(page, "slow.wav");
      await start(page);
      await layer(page).getByRole("button", { name: "Cancel slow.wav" }).waitFor();
      page.on("dialog", (question) => void question.accept());
      await page.reload();
      await layer(page).getByText("Interrupted").first().waitFor();
      await expect.poll(credits).toBe(before);
      await layer(page).getByRole("button", { name: "Try again" }).click();
      await layer(page).getByRole("button", { name: "Cancel slow.wav" }).click();
    });
  });

  it("USR-6 USR-7 without enough credits the cost is shown, and the job starts once they are claimed", async () => {
    await withPage({}, async (page) => {
      const { token: poor } = await served().addMember({ email: "poor@example.org" });
      await page.addInitScript((token) => localStorage.setItem("toolkit_token", token), poor);
      await page.goto(`${served().url}/file-sum`);
      await layer(page).waitFor();
      await add(page, "tone.wav");
      await start(page);
      // The panel behind the dialog says the same.
      const claim = page.getByRole("button", { name: /^Claim today’s credits · / });
      const dialog = page.locator("dialog[open]").filter({ has: claim }).last();
      await dialog.getByRole("heading", { name: "Not enough credits" }).first().waitFor();
      await claim.click();
      await dialog.waitFor({ state: "hidden" });
      await layer(page).locator("[data-job][data-state=done]").waitFor();
    });
  });
});

describe("an unedited effect", () => {
  it.each(
    hardest([
      // Each its own sound: the same one costs nothing a second time.
      ["en", 2, "Apply", "Listen to"],
      ["ar", 3, "تطبيق", "ما تسمعه"],
    ] as const),
  )(
    "CLI-5 TLS-1 works on its page in %s, from its price to what is saved",
    async (code, seconds, action, hear) => {
      const path = code === "en" ? "/tremolo" : `/${code}/tremolo`;
      const language = JSON.parse(
        fs.readFileSync(`${site.root}/locales/${code}/panel-kit.json`, "utf8"),
      ) as { readonly apply: string; readonly hear: string; readonly download: string };
      expect([language.apply, language.hear]).toEqual([action, hear]);
      await withPage({ acceptDownloads: true }, async (page) => {
        await page.addInitScript((token) => localStorage.setItem("toolkit_token", token), ada);
        const before = await credits();
        await page.goto(`${served().url}${path}`);
        const panel = page.locator('[data-pane="panel"]');
        await panel.waitFor();
        await page
          .locator('dialog[open] input[type="file"]')
          .first()
          .setInputFiles({
            name: "tone.wav",
            mimeType: "audio/wav",
            buffer: toneOf({ seconds }),
          });
        const strength = panel.getByRole("slider").nth(1);
        await strength.fill("80");
        await panel.getByRole("listitem").nth(2).waitFor();
        await panel.getByRole("button", { name: action }).click();
        await panel
          .locator(`[role=radiogroup][aria-label="${hear}"]:not([data-preview] *)`)
          .waitFor();
        await panel.getByRole("table").waitFor();
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          panel.getByRole("button", { name: language.download, exact: true }).click(),
        ]);
        expect(download.suggestedFilename()).toBe("tone-tremolo.wav");
        expect(await panel.innerText()).not.toMatch(/panel-|\b\w+\.\w+\.\w+\b/);
        await expect.poll(credits).toBe(before - 1);
      });
    },
  );

  it("CLI-5 has no fault in its types and its style, and passes its tests", inLongRun, () => {
    const call = (program: string, ...args: string[]) => {
      const { status, stdout } = spawnSync(process.execPath, [`node_modules/${program}`, ...args], {
        cwd: site.root,
        encoding: "utf8",
      });
      return { status, text: stdout };
    };
    const made = ["audio/effects/tremolo.ts", "audio/effects/tremolo.test.ts"];
    // By their names: the copy lies in a folder that git leaves out, and what lints with it.
    const panels = ["tremolo", "probe"].flatMap((panel) =>
      ["panel.ts", "Panel.tsx", "job.ts"].map((file) => `runtime/panels/${panel}/${file}`),
    );
    const rules = JSON.parse(fs.readFileSync(`${site.root}/.oxlintrc.json`, "utf8")) as object;
    fs.writeFileSync(
      `${site.root}/.oxlintrc.json`,
      JSON.stringify({ ...rules, ignorePatterns: [] }),
    );
    expect(call("oxlint/bin/oxlint", "--deny-warnings", ...made, ...panels)).toMatchObject({
      status: 0,
      text: expect.stringMatching(/0 warnings and 0 errors[^]*on 8 files/),
    });
    // By the rules of their rooms, with what they import; of all the rest nothing is made of them.
    const projects = {
      audio: ["effects/tremolo.ts"],
      runtime: [
        "css.d.ts",
        "env.d.ts",
        "audio/worker/env.d.ts",
        "audio/worker/gifenc.d.ts",
        ...panels.map((file) => path.relative("runtime", file)),
      ],
    };
    for (const [room, files] of Object.entries(projects)) {
      const project = `${room}/tsconfig.made.json`;
      const own = { extends: "./tsconfig.json", include: [], files, references: [] };
      const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true };
      fs.writeFileSync(`${site.root}/${project}`, JSON.stringify({ ...own, compilerOptions }));
      expect(call("typescript/bin/tsc", "-p", project)).toEqual({ status: 0, text: "" });
    }
    expect(call("vitest/vitest.mjs", "run", made[1]!)).toMatchObject({
      status: 0,
      text: expect.stringMatching(/1 passed/),
    });
  });
});
