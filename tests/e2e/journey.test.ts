import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadConfig } from "#cli/build/load/config.ts";
import { loadMessages } from "#cli/build/load/messages.ts";
import { type OpenApi, openApi } from "#cli/preview/open-api.ts";
import type { Preview } from "#cli/preview/serve.ts";
import type { Config } from "#core/site/config.ts";
import { type EventName, EVENTS } from "#core/analytics/events.ts";
import { type Translate, createTranslate } from "#runtime/i18n/translate.ts";
import { useBrowser, withPage } from "./browser.ts";
import { serveSite } from "./serve.ts";
import { type PanelSite, panelSite } from "./panel-site.ts";
import { shoot } from "./shots.ts";
import { toneOf } from "./sounds.ts";
import { hardest } from "../left-out.ts";

useBrowser();
const HOME = path.resolve(import.meta.dirname, "../..");
const TRACK_FILE = "events.jsonl";
const PASSWORD = "a walk along the river";
let site: PanelSite;
let config: Config;
let api: OpenApi;
let preview: Preview;
/** Messages that the server has written to its outbox. */
const outbox: string[] = [];

beforeAll(async () => {
  site = await panelSite();
  config = await loadConfig(site.root);
  api = await openApi({
    root: site.root,
    home: HOME,
    config,
    env: { TRACK_FILE },
    print: (line) => {
      const file = /^Message: (.+)\n$/.exec(line)?.[1];
      if (file === undefined) throw new Error(line);
      outbox.push(decoded(fs.readFileSync(path.join(site.root, file), "utf8")));
    },
  });
  preview = await serveSite(site.dist, { api: api.handle });
});
afterAll(async () => {
  await preview?.close();
  await api?.close();
});

/** A visitor of the site in a language. */
interface Visitor {
  readonly page: Page;
  readonly code: string;
  /** BCP 47 */
  readonly language: string;
  readonly email: string;
  readonly t: Translate;
  readonly go: (route: string) => Promise<unknown>;
  readonly shot: (name: string) => Promise<void>;
}

let visitors = 0;

function createVisitor(page: Page, code: string): Visitor {
  const { language } = config.locales.find((locale) => locale.code === code)!;
  const prefix = code === "en" ? "" : `/${code}`;
  let shots = 0;
  return {
    page,
    code,
    language,
    // A second try must not find the account of the first.
    email: `ada.${code}.${(visitors += 1)}@example.org`,
    t: createTranslate(language, loadMessages(config, [site.root]).messages.get(code)!.merged),
    go: (route) => page.goto(preview.url + prefix + route),
    shot: (name) => shoot(page, `${code}-${String(++shots).padStart(2, "0")}-${name}`),
  };
}

const dialog = (page: Page) => page.locator("dialog[open]").last();
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`).last();
const live = (page: Page) => page.locator("[data-live]");
const menu = (page: Page) => page.locator("header [data-account] button[popovertarget]");
const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();

/** Waits until the menu of the account tells of so many credits. */
const hasCredits = ({ page, t }: Visitor, count: number) =>
  expect
    .poll(() => menu(page).getAttribute("aria-label"))
    .toContain(t("account:menu.credits", { count }));

async function register(visitor: Visitor): Promise<void> {
  const { page, t, email, go, shot } = visitor;
  await go("/");
  await page.locator("header [data-account] button").first().click();
  await dialog(page).waitFor();
  await shot("login");
  await press(page, t("account:login.register"));
  await field(page, "email").fill(email);
  await field(page, "password").fill(PASSWORD);
  await shot("register");
  await page.keyboard.press("Enter");
  await field(page, "code").waitFor();
  await shot("code");
  await field(page, "code").fill(await codeOf(visitor));
  await dialog(page).waitFor({ state: "detached" });
  await menu(page).waitFor();
}

/** A message with its texts in the clear. */
const decoded = (message: string): string =>
  message.replace(
    /(Content-Transfer-Encoding: base64\r\n(?:[^\r].*\r\n)*\r\n)([A-Za-z0-9+/=\r\n]+)/g,
    (_, head: string, body: string) => `${head}${Buffer.from(body, "base64").toString()}\r\n`,
  );

/** The code of the message that was sent to an address last. It is sent after the answer. */
async function codeOf({ email, language }: Visitor): Promise<string> {
  const last = () => outbox.findLast((text) => text.includes(`To: ${email}`));
  await expect.poll(last).toBeDefined();
  const message = last();
  const code = message && /^\s*(\d{6})\s*$/m.exec(message)?.[1];
  if (!code) throw new Error(`${email} was sent no code:\n${message}`);
  // The page's language, not the browser's.
  expect(message).toContain(`Content-Language: ${language}\r\n`);
  return code;
}

/** The day's credits came with the account; the tip that offers them does not show. */
async function hasDaily(visitor: Visitor): Promise<void> {
  const { page, shot } = visitor;
  const tip = page.locator('[data-notice="daily-tip"]');
  await hasCredits(visitor, config.credits.daily);
  await shot("credits");
  await page.reload();
  await menu(page).waitFor();
  await hasCredits(visitor, config.credits.daily);
  expect(await tip.count()).toBe(0);
}

/** Buys a pack or a plan on the page of the sandbox, and comes back. */
async function buy(visitor: Visitor, id: string, after: number): Promise<void> {
  const { page, t, go, shot } = visitor;
  await go("/pricing");
  const kind = id.startsWith("pack") ? "packs" : id.split("-").at(-1)!;
  await page.locator(`main label:has([name="offers"][value="${kind}"])`).click();
  await page.locator(`[data-offer="${id}"] button`).waitFor();
  await shot(`pricing-${id}`);
  await page.locator(`[data-offer="${id}"] button`).click();
  const pay = page.locator('button[value="pay"]');
  await pay.waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(visitor.language);
  await shot(`checkout-${id}`);
  await page.locator("[name=consent]").check();
  await pay.click();
  await live(page).getByText(t("pages:pricing.outcome.paid.title"), { exact: true }).waitFor();
  await hasCredits(visitor, after);
  await shot(`paid-${id}`);
}

async function runJob(visitor: Visitor, after: number): Promise<void> {
  const { page, t, go, shot } = visitor;
  await go("/file-sum");
  const workspace = page.locator("dialog[open]:has(input[type=file])").first();
  await workspace.waitFor();
  await workspace
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "tone.wav", mimeType: "audio/wav", buffer: toneOf({ seconds: 2 }) });
  const start = workspace.getByRole("button", { name: "Compute checksums" });
  await start.waitFor();
  await shot("workspace");
  await start.click();
  await workspace.getByText("tone.wav.sfv").first().waitFor();
  await shot("done");
  const save = workspace.getByRole("button", {
    name: t("workspace:queue.save", { name: "tone.wav.sfv" }),
  });
  await Promise.all([page.waitForEvent("download"), save.click()]);
  await go("/pricing");
  await hasCredits(visitor, after);
}

/** A job that fails, which costs nothing. */
async function failJob({ page, t, go }: Visitor): Promise<void> {
  await go("/file-sum");
  const workspace = page.locator("dialog[open]:has(input[type=file])").first();
  await workspace
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "broken.wav", mimeType: "audio/wav", buffer: toneOf({ seconds: 2 }) });
  await workspace.getByText("broken.wav").first().waitFor();
  await workspace.getByRole("button", { name: "Compute checksums" }).click();
  await workspace.getByText(t("workspace:state.failed")).first().waitFor();
}

async function readHistory(visitor: Visitor): Promise<void> {
  const { page, t, go, shot } = visitor;
  const rows = live(page).locator("tbody tr");
  // The credits are taken after the result is there.
  await expect
    .poll(async () => {
      await go("/use-history");
      await rows.first().waitFor();
      return rows.first().innerText();
    })
    .toContain(t("pages:history.state.settled"));
  expect(await rows.count()).toBe(1);
  await shot("history");
  const filter = page.getByRole("combobox", { name: t("pages:history.filter") });
  await filter.selectOption("voice-changer");
  await page.getByText(t("pages:history.noneOfTool")).waitFor();
  await filter.selectOption("file-sum");
  await expect.poll(() => rows.count()).toBe(1);
  await rows.first().getByRole("checkbox").check();
  await press(page, t("pages:history.delete.some", { count: 1 }));
  await dialog(page).waitFor();
  await shot("history-delete");
  await dialog(page)
    .getByRole("button", { name: t("pages:history.delete.yes"), exact: true })
    .click();
  await expect.poll(() => rows.count()).toBe(0);
  await page.reload();
  await page.getByText(t("pages:history.empty.title")).waitFor();
  await shot("history-empty");
}

/** Looks at payments, opens and prints a receipt, and cancels the plan. */
async function endPlan(visitor: Visitor): Promise<void> {
  const { page, t, go, shot } = visitor;
  await go("/subscription");
  const rows = live(page).locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(2);
  await shot("subscription");
  const [receipt] = await Promise.all([
    page.waitForEvent("popup"),
    rows.last().getByRole("button").click(),
  ]);
  await receipt.waitForURL("**/audio/receipts/**");
  expect(await receipt.locator("dl").innerText()).toContain(visitor.email);
  expect(await receipt.locator("html").getAttribute("lang")).toBe(visitor.language);
  await shoot(receipt, `${visitor.code}-receipt`);
  await receipt.emulateMedia({ media: "print" });
  expect(await receipt.locator(".screen").isVisible()).toBe(false);
  const print = await receipt.pdf();
  expect(print.subarray(0, 5).toString()).toBe("%PDF-");
  await receipt.close();
  await press(page, t("pages:subscription.cancel.open"));
  await dialog(page).waitFor();
  await shot("cancel");
  await dialog(page)
    .getByRole("button", { name: t("pages:subscription.cancel.yes") })
    .click();
  await live(page).getByText(t("pages:subscription.state.cancelled"), { exact: true }).waitFor();
  await shot("cancelled");
}

async function exportData({ page, t, go, shot, email }: Visitor): Promise<void> {
  await go("/account-settings");
  const save = page.getByRole("button", { name: t("pages:settings.data.open") });
  await save.waitFor();
  await shot("settings");
  const [file] = await Promise.all([page.waitForEvent("download"), save.click()]);
  const data = JSON.parse(fs.readFileSync(await file.path(), "utf8")) as {
    account: { user_email: string };
    payments: object[];
  };
  expect(data.account.user_email).toBe(email);
  expect(data.payments).toHaveLength(2);
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("toolkit_token"));

/** In the page: where its browser stores any of some texts. */
async function storedWith(texts: readonly string[]): Promise<readonly string[]> {
  const has = (text: string): boolean => texts.some((each) => text.includes(each));
  const found = [localStorage, sessionStorage].flatMap((storage) =>
    Object.entries(storage).flatMap(([key, value]) => (has(`${key} ${value}`) ? [key] : [])),
  );
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error!));
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name!));
    for (const store of database.objectStoreNames) {
      const records = await done(database.transaction(store).objectStore(store).getAll());
      if (has(JSON.stringify(records))) found.push(`${name} ${store}`);
    }
    database.close();
  }
  return found;
}

async function logOutAndIn({ page, t, email, shot }: Visitor): Promise<void> {
  const token = (await tokenOf(page))!;
  const ask = () =>
    fetch(`${preview.url}/audio/api/user/info`, { headers: { Authorization: token } });
  expect((await ask()).status).toBe(200);
  await live(page)
    .getByRole("button", { name: t("account:menu.logOut") })
    .click();
  await page.getByText(t("pages:account.out.settings.title")).waitFor();
  expect(await tokenOf(page)).toBeNull();
  expect(await page.evaluate(storedWith, [email, token])).toEqual([]);
  await expect.poll(async () => (await ask()).status).toBe(401);
  await shot("logged-out");
  await live(page)
    .getByRole("button", { name: t("account:login.submit"), exact: true })
    .click();
  await logIn(page, email);
  await dialog(page).waitFor({ state: "detached" });
  await live(page).getByText(email).waitFor();
}

async function logIn(page: Page, email: string): Promise<void> {
  await field(page, "email").fill(email);
  await field(page, "password").fill(PASSWORD);
  await page.keyboard.press("Enter");
}

/** Deletes the account; logging in is impossible afterwards. */
async function deleteAccount({ page, t, email, shot }: Visitor): Promise<void> {
  await press(page, t("pages:settings.delete.open"));
  await live(page).locator('[data-field="oldPassword"]').last().fill(PASSWORD);
  await shot("delete");
  await page.keyboard.press("Enter");
  await page.getByText(t("pages:account.out.settings.title")).waitFor();
  await live(page)
    .getByRole("button", { name: t("account:login.submit"), exact: true })
    .click();
  await logIn(page, email);
  await expect.poll(() => field(page, "password").getAttribute("aria-invalid")).toBe("true");
  await page.getByText(t("errors:api.invalid_credentials")).first().waitFor();
  await shot("refused");
  expect(await tokenOf(page)).toBeNull();
}

/** What a visitor's way makes the browser send; a newer build is no part of it. */
const JOURNEY_EVENTS: readonly EventName[] = (Object.keys(EVENTS) as EventName[]).filter(
  (name) => name !== "build_taken",
);

const NAMES = new Map(Object.entries(EVENTS).map(([name, number]) => [`33${number}`, name]));

interface StoredEvent {
  readonly event_type: string;
  readonly path_name: string;
}

/** Events as the server has stored them. */
function storedEvents(): readonly StoredEvent[] {
  const file = path.join(site.root, TRACK_FILE);
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.flatMap(
    (line) => (JSON.parse(line) as { batch: { __logs__: StoredEvent[] } }).batch.__logs__,
  );
}

/** Names of the events that have come since then, each once. */
const countedFrom = (first: number) => (): readonly string[] => {
  const names = storedEvents()
    .slice(first)
    .map(({ event_type: type }) => NAMES.get(type) ?? type);
  return [...new Set(names)].sort();
};

it.each(hardest(["en", "ar"]))(
  "CLI-3 ANL-1 USR-4 USR-6 USR-10 USR-11 USR-12 USR-8 USR-3 USR-5 a user's whole way with the real server: %s",
  async (code) => {
    await withPage(
      { acceptDownloads: true, viewport: { width: 1440, height: 900 } },
      async (page) => {
        const visitor = createVisitor(page, code);
        const counted = countedFrom(storedEvents().length);
        await register(visitor);
        await hasDaily(visitor);
        await buy(visitor, "pack-60", 63);
        await buy(visitor, "basic-monthly", 263);
        await runJob(visitor, 262);
        await readHistory(visitor);
        await failJob(visitor);
        await endPlan(visitor);
        await exportData(visitor);
        await logOutAndIn(visitor);
        await deleteAccount(visitor);
        await expect.poll(counted).toEqual([...JOURNEY_EVENTS].sort());
      },
    );
  },
);
