import fs from "node:fs";
import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { useBrowser, withPage } from "./browser.ts";
import { useRealSite } from "./real-site.ts";
import { createNoise, readWav, stereoWav, voiceAt, wavOf } from "./sounds.ts";
import { type Count, type Visitor, createVisitor } from "./visitor.ts";
import { inLongRun, isLong } from "../left-out.ts";

useBrowser();
const site = useRealSite();
const PASSWORD = "a walk along the river";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const noise = createNoise();
/** Speech in a room with an echo of 180 ms, noise and clicks: each tool finds something. */
const talk = wavOf({ seconds: 6 }, (time) => {
  const click = time % 1.7 < 0.0006 ? 0.4 : 0;
  return voiceAt(time) + 0.5 * voiceAt(Math.max(0, time - 0.18)) + 0.02 * noise() + click;
});
const file = { name: "talk.wav", mimeType: "audio/wav", buffer: talk };

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
/** The dialog above the workspace. */
const dialogOf = (page: Page) => page.locator("dialog[open]:not(:has([data-pane]))");
const field = (page: Page, name: string) =>
  page.locator(`dialog[open] [data-field="${name}"]`).last();

// More people than one client may register in an hour.
beforeEach(() => site().change("DELETE FROM limits"));

const table: [string, Count][] = [];
afterAll(() => {
  const rows = table.map(
    ([name, { actions, fields, codes, dialogs, obstacles, seconds }]) =>
      `${name.padEnd(44)} ${[actions, fields, codes, dialogs, obstacles.length, seconds].map((value) => String(value).padStart(8)).join("")}`,
  );
  const head = ["actions", "fields", "codes", "dialogs", "errors", "seconds"];
  // oxlint-disable-next-line no-console -- the table is what is measured
  console.log(
    [`${"".padEnd(44)} ${head.map((name) => name.padStart(8)).join("")}`, ...rows].join("\n"),
  );
});

let newcomers = 0;

/** Registers in the dialog that is open. @returns the address */
async function register({ page, fill, sendForm, enterCode }: Visitor): Promise<string> {
  const email = `ada.${(newcomers += 1)}@example.org`;
  await fill(field(page, "email"), email);
  await fill(field(page, "password"), PASSWORD);
  await sendForm();
  await field(page, "code").waitFor();
  await enterCode(field(page, "code"), await site().codeOf(email));
  return email;
}

const addToPage = ({ page, chooseFile }: Visitor, given = file) =>
  chooseFile(page.locator("[data-zone] input[type=file]").first(), given);
const addToWorkspace = ({ page, chooseFile }: Visitor, given = file) =>
  chooseFile(page.locator('dialog[open] input[type="file"]').first(), given);
/** Moves all claims of the day's credits back by more than a day: those of accounts, and of mailboxes. */
function aDayLater(): void {
  for (const table of ["wallets", "free_credits"])
    site().change(`UPDATE ${table} SET claimed_at = claimed_at - 90000000`);
}

const start = ({ page, press }: Visitor) =>
  press(panel(page).locator("[data-start]:enabled").first());
const isDone = ({ page }: Visitor) =>
  panel(page)
    .locator("[role=radiogroup]:not([data-preview] *)")
    .first()
    .waitFor({ timeout: 120_000 });

/** Saves the result. @returns what it is called, and its length in seconds */
async function save({ page, press }: Visitor, code: string) {
  const button = panel(page)
    .getByRole("button", { name: site().texts(code)("panel-kit:download"), exact: true })
    .first();
  const [download] = await Promise.all([page.waitForEvent("download"), press(button)]);
  const { rate, channels } = readWav(fs.readFileSync(await download.path()));
  return { name: download.suggestedFilename(), seconds: channels[0]!.length / rate };
}

const withVisitor = (
  options: BrowserContextOptions,
  walk: (visitor: Visitor) => Promise<void>,
): Promise<void> =>
  withPage({ acceptDownloads: true, baseURL: site().url, ...options }, async (page) =>
    walk(await createVisitor(page)),
  );

const SLUGS = [
  "background-audio-remover",
  "silence-remover",
  "remove-echo-from-audio",
  "reverb-remover",
  "mouth-sounds-remover",
];
/** Address, language and device: all of five tools in the long run, else one from right to left on a phone. */
const WALKS = [
  ["", "en", "desktop"],
  ["/ar", "ar", "desktop"],
  ["", "en", "phone"],
  ["/ar", "ar", "phone"],
].flatMap(([prefix, code, device], way) =>
  SLUGS.filter((_, at) => isLong || (at === way && way === 3)).map(
    (slug) => [`${prefix}/${slug}`, code!, device!] as const,
  ),
);

describe("from a tool's page to a saved file", () => {
  it.each(WALKS)("USR-14 a newcomer: %s, %s, %s", async (path, code, size) => {
    await withVisitor(size === "phone" ? PHONE : {}, async (visitor) => {
      const { page } = visitor;
      await page.goto(path);
      await addToPage(visitor);
      await start(visitor);
      const freeMinutes = site().texts(code)("account:register.freeMinutes", { count: 3 });
      await page.getByText(freeMinutes).waitFor();
      await register(visitor);
      await isDone(visitor);
      expect((await save(visitor, code)).name).toMatch(/^talk-.+\.wav$/);
      const count = await visitor.count();
      table.push([`newcomer ${path} ${size}`, count]);
      expect(count).toMatchObject({ fields: 2, codes: 1, dialogs: 1, obstacles: [] });
      expect(count.actions).toBeLessThanOrEqual(5);
    });
  });

  it(
    "USR-14 a newcomer takes a song apart, and saves it without its drums",
    inLongRun,
    async () => {
      const song = {
        name: "song.wav",
        mimeType: "audio/wav",
        buffer: stereoWav({ seconds: 5, rate: 22_050 }, (time) => {
          const drum = 0.5 * Math.exp(-(time % 0.5) / 0.03) * noise();
          const chord = (hertz: number) => 0.15 * Math.sin(2 * Math.PI * hertz * time);
          return [drum + chord(392), drum + chord(523)];
        }),
      };
      await withVisitor({}, async (visitor) => {
        const { page, press } = visitor;
        await page.goto("/remove-drums-from-song");
        await addToPage(visitor, song);
        await start(visitor);
        await register(visitor);
        const mix = panel(page).getByRole("button", { name: "Save the mix" });
        await mix.waitFor({ timeout: 120_000 });
        const [download] = await Promise.all([page.waitForEvent("download"), press(mix)]);
        const { rate, channels } = readWav(fs.readFileSync(await download.path()));
        expect(channels).toHaveLength(2);
        expect(channels[0]!.length / rate).toBeCloseTo(5, 2);
        const count = await visitor.count();
        table.push(["newcomer /remove-drums-from-song", count]);
        expect(count).toMatchObject({ fields: 2, codes: 1, dialogs: 1, obstacles: [] });
        expect(count.actions).toBeLessThanOrEqual(5);
      });
    },
  );

  it("USR-14 a signed-in user: at most five actions, and no dialog", inLongRun, async () => {
    await withVisitor({}, async (visitor) => {
      const { page } = visitor;
      await signUp(visitor);
      const signedIn = await createVisitor(page);
      await page.goto("/background-audio-remover");
      await panel(page).waitFor();
      await addToWorkspace(signedIn);
      await start(signedIn);
      await isDone(signedIn);
      await save(signedIn, "en");
      const count = await signedIn.count();
      table.push(["signed in /background-audio-remover", count]);
      expect(count).toMatchObject({ fields: 0, codes: 0, dialogs: 0, obstacles: [] });
      expect(count.actions).toBeLessThanOrEqual(5);
    });
  });
});

/** Makes an account on a page without a tool. */
async function signUp(visitor: Visitor): Promise<string> {
  const { page, press } = visitor;
  await page.goto("/pricing");
  await press(page.locator("header [data-account] button").first());
  await press(dialogOf(page).getByRole("button", { name: "Create an account" }));
  const email = await register(visitor);
  await page.locator("header [data-account] button[popovertarget]").waitFor();
  return email;
}

/** Holds credits for a job on another device. */
async function spendElsewhere(token: string, seconds: number): Promise<void> {
  const { status } = await fetch(`${site().url}/audio/api/v1/usage/reserve`, {
    method: "POST",
    headers: {
      authorization: token,
      "content-type": "application/json",
      "idempotency-key": "elsewhere",
    },
    body: JSON.stringify({ tool: "background-audio-remover", seconds }),
  });
  expect(status).toBe(200);
}

/** Leaves one of a newcomer's three credits. @returns the token */
async function spendTwo(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("toolkit_token")!);
  await spendElsewhere(token, 120);
  return token;
}

/** Speech of more minutes than are left then, with clicks: what finds nothing is free. */
const longTalk = () => ({
  ...file,
  name: "long.wav",
  buffer: wavOf(
    { seconds: 80, rate: 8000 },
    (time) => voiceAt(time) + 0.02 * noise() + (time % 1.7 < 0.0006 ? 0.4 : 0),
  ),
});

describe("on the way", () => {
  it("USR-14 a reload loses neither the file nor the step of the registration", async () => {
    await withVisitor({}, async (visitor) => {
      const { page, fill, sendForm, enterCode } = visitor;
      await page.goto("/silence-remover");
      await addToPage(visitor);
      await start(visitor);
      await fill(field(page, "email"), "reload@example.org");
      await fill(field(page, "password"), PASSWORD);
      await sendForm();
      await field(page, "code").waitFor();
      await page.reload();
      await enterCode(field(page, "code"), await site().codeOf("reload@example.org"));
      await isDone(visitor);
      expect((await visitor.count()).obstacles).toEqual([]);
    });
  });

  it(
    "USR-14 an existing user signs in from the same dialog, and the file continues",
    inLongRun,
    async () => {
      let email = "";
      await withVisitor({}, async (visitor) => {
        email = await signUp(visitor);
      });
      await withVisitor({}, async (visitor) => {
        const { page, press, fill, sendForm } = visitor;
        await page.goto("/silence-remover");
        await addToPage(visitor);
        await start(visitor);
        await press(dialogOf(page).getByRole("button", { name: "Log in" }));
        await fill(field(page, "email"), email);
        await fill(field(page, "password"), PASSWORD);
        await sendForm();
        await isDone(visitor);
        expect((await visitor.count()).obstacles).toEqual([]);
      });
    },
  );

  it(
    "USR-7 USR-14 a file that is too long: its first minutes, or a pack, after which it starts by itself",
    inLongRun,
    async () => {
      const long = longTalk();
      await withVisitor({}, async (visitor) => {
        const { page, press } = visitor;
        await signUp(visitor);
        await spendTwo(page);
        await page.goto("/mouth-sounds-remover");
        await panel(page).waitFor();
        await addToWorkspace(visitor, long);
        await panel(page).getByText("Costs 2 credits").waitFor();
        await start(visitor);
        const dialog = dialogOf(page);
        await press(dialog.getByRole("button", { name: "Process the first minute" }));
        await isDone(visitor);
        const part = await save(visitor, "en");
        expect(part.name).toContain("-1min");
        expect(part.seconds).toBeCloseTo(60, 1);

        await start(visitor);
        await press(dialog.getByRole("link", { name: /^60 credits/ }));
        // The prices say what waits for credits, and how many it lacks; the address names no file.
        const waiting = page.locator("#content a[href='/mouth-sounds-remover']", {
          hasText: long.name,
        });
        await waiting.waitFor();
        await page
          .locator("#content")
          .getByText(/Needed: \d+ · Available: \d+ · Missing: \d+/)
          .waitFor();
        expect(page.url()).not.toContain(encodeURIComponent(await waiting.innerText()));
        await press(page.locator('[data-offer="pack-60"] button'));
        await page.locator("[name=consent]").check();
        await press(page.locator('button[value="pay"]'));
        await page.waitForURL("**/mouth-sounds-remover");
        await expect
          .poll(() => page.locator("dialog[open] [data-job][data-state=done]").count(), {
            timeout: 120_000,
          })
          .toBe(2);
        const { obstacles } = await visitor.count();
        expect(obstacles.filter((text) => !text.includes("Paid"))).toEqual([]);
      });
    },
  );

  it(
    "USR-6 USR-7 a day later the claim in the dialog grants the missing credits, and the file starts automatically",
    inLongRun,
    async () => {
      await withVisitor({}, async (visitor) => {
        const { page, press } = visitor;
        await signUp(visitor);
        const token = await spendTwo(page);
        aDayLater();
        await page.goto("/mouth-sounds-remover");
        await panel(page).waitFor();
        await addToWorkspace(visitor, longTalk());
        await panel(page).getByText("Costs 2 credits").waitFor();
        await start(visitor);
        const dialog = dialogOf(page);
        await dialog.getByText("Process the first minute").waitFor();
        await press(dialog.getByRole("button", { name: "Claim today’s credits" }));
        await dialog.waitFor({ state: "detached" });
        await isDone(visitor);
        // One that was left, three more, less two.
        // The result is shown before it is settled.
        await expect.poll(() => site().creditsOf(token)).toBe(2);
        const { obstacles } = await visitor.count();
        const offers = /Today’s credits|Claimed|claimed/;
        expect(obstacles.filter((text) => !offers.test(text))).toEqual([]);
      });
    },
  );

  it(
    "USR-7 USR-14 credits spent elsewhere meanwhile: the offer instead of a failed job, and the file continues from there",
    inLongRun,
    async () => {
      await withVisitor({}, async (visitor) => {
        const { page, press } = visitor;
        await signUp(visitor);
        aDayLater();
        await page.goto("/background-audio-remover");
        await panel(page).waitFor();
        await addToWorkspace(visitor);
        await panel(page).getByText("Costs 1 credit").waitFor();
        const token = await page.evaluate(() => localStorage.getItem("toolkit_token")!);
        await spendElsewhere(token, 180);
        await start(visitor);
        const dialog = dialogOf(page);
        await press(dialog.getByRole("button", { name: "Claim today’s credits" }));
        await dialog.waitFor({ state: "detached" });
        await isDone(visitor);
        expect((await save(visitor, "en")).name).toBe("talk-noise-removed.wav");
        const { obstacles } = await visitor.count();
        const known = /Today’s credits|Claimed|claimed|^402 /;
        expect(obstacles.filter((text) => !known.test(text))).toEqual([]);
      });
    },
  );
});
