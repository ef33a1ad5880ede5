import fs from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { Preview } from "../../cli/preview/serve.ts";
import type { FakeApi } from "../fake-api/fake-api.ts";
import { createFakeApi } from "../fake-api/fake-api.ts";
import { ALL, COLOURS, source, violations } from "./access.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { serveSite } from "./serve.ts";
import { wavOf } from "./sounds.ts";
import { hardest } from "../left-out.ts";

useBrowser();
let preview: Preview;
let fake: FakeApi;
const ADA = "ada@example.org";

/** Half a minute of silence. */
const SOUND = wavOf({ seconds: 30, rate: 8000 }, () => 0);
beforeAll(async () => {
  preview = await serveSite(inject("dist"), {
    api: async (request, response) => {
      if (request.url !== "/audio/episode.wav") return fake.handle(request, response);
      response.writeHead(200, { "Content-Type": "audio/wav", "Content-Length": SOUND.length });
      response.end(SOUND);
      return true;
    },
  });
});
afterAll(() => preview.close());
beforeEach(() => {
  fake = createFakeApi();
  fake.addAccount(ADA, "correct horse", { free: 2, bought: 5 });
});

/** Opens a page as somebody who has logged in before. */
async function openAs(page: Page, path: string, email = ADA): Promise<void> {
  const token = fake.signIn(email);
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem("seeded")) localStorage.setItem("toolkit_token", value);
    sessionStorage.setItem("seeded", "1");
  }, token);
  await page.goto(preview.url + path);
}
const live = (page: Page) => page.locator("[data-live]");
const offer = (page: Page, id: string) => page.locator(`[data-offer="${id}"] button`);
const paths = () => fake.requests.map(({ path }) => path);

/** Fills the login that is open. */
async function logIn(page: Page): Promise<void> {
  const dialog = page.locator("dialog[open]");
  await dialog.locator('[data-field="email"]').fill(ADA);
  await dialog.locator('[data-field="password"]').fill("correct horse");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}
/** Buys on the page of the provider, and comes back the way it leads back. */
async function payAndReturn(page: Page, outcome: "paid" | "failed", path = "/pricing") {
  await page.waitForURL("**/fake-payment?**");
  const orderId = new URL(page.url()).searchParams.get("order_id")!;
  await page.getByRole("button", { name: outcome }).click();
  await page.waitForLoadState();
  await page.goto(`${preview.url}${path}?order_id=${orderId}`);
  return orderId;
}

describe("pricing", () => {
  it("USR-11 sells a pack: checkout, back, paid, credits in the account, and the record is noted", async () => {
    await withPage({}, async (page) => {
      const heard = watch(page);
      await openAs(page, "/pricing?utm_source=insufficient_credits");
      await live(page).getByText("You have 7 credits.").waitFor();
      await offer(page, "pack-60").click();
      const orderId = await payAndReturn(page, "paid");
      await live(page).getByText("You have 67 credits.").waitFor();
      expect(await live(page).innerText()).toContain("Paid");
      expect(paths()).toContain("/igweb/api/user/add-pay-record");
      expect(fake.account(ADA)!.orders.find(({ id }) => id === orderId)!.noted).toBe(true);
      // The address is as it was before: told once, and the source is kept.
      expect(new URL(page.url()).search).toBe("?utm_source=insufficient_credits");
      await page.reload();
      await live(page).getByText("You have 67 credits.").waitFor();
      expect(await live(page).innerText()).not.toContain("Paid");
      // The fake payment page has no icon.
      expect(heard.filter((text) => !/status of 404/.test(text))).toEqual([]);
    });
  });

  it("USR-11 says what so many minutes a month would cost, by keyboard, and a usual number without a script", async () => {
    const answer = (page: Page) => page.locator("[data-calculator] output").innerText();
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${preview.url}/pricing`);
      expect(await answer(page)).toMatch(/^Basic \$9 a month\s+200 credits \$15, paid once$/);
      expect(await page.locator("main fieldset").textContent()).toContain("2 months free");
      const tools = page.locator("[aria-labelledby=counts] a[href='/reverb-remover']");
      expect(await tools.isVisible()).toBe(true);
      const last = page.locator("[aria-labelledby=counts] a[href='/voice-cloning']");
      expect(await last.isVisible()).toBe(true);
    });
    await withPage({}, async (page) => {
      await page.goto(`${preview.url}/pricing`);
      await page.getByLabel("Minutes of audio a month").focus();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("700");
      await expect.poll(() => answer(page)).toMatch(/^Pro \$24 a month/);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("30");
      await expect.poll(() => answer(page)).toMatch(/^Free credits cover up to 90 minutes/);
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      await expect.poll(() => answer(page)).toBe("");
    });
  });

  it("USR-11 whoever is not logged in logs in first, and goes on to the payment", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${preview.url}/pricing`);
      await page.getByText("Paid yearly", { exact: true }).first().click();
      await offer(page, "pro-yearly").click();
      await logIn(page);
      await payAndReturn(page, "paid");
      await page
        .locator('[data-offer="pro-yearly"]')
        .getByText("Your plan")
        .waitFor({ state: "attached" });
      expect(fake.account(ADA)!.subscription).toMatchObject({ plan_id: "pro", period: "yearly" });
    });
  });

  it("API-15 tells that a payment failed, is not confirmed yet, or was abandoned", async () => {
    await withPage({}, async (page) => {
      await openAs(page, "/pricing");
      await offer(page, "pack-200").click();
      await payAndReturn(page, "failed");
      await live(page).getByText("The payment failed").waitFor();

      await offer(page, "pack-200").click();
      await page.waitForURL("**/fake-payment?**");
      const orderId = new URL(page.url()).searchParams.get("order_id")!;
      await page.goto(`${preview.url}/pricing`);
      await live(page).getByText("You left before paying").waitFor();
      // Nobody has to start again.
      await page.getByRole("link", { name: "Resume payment" }).click();
      await page.waitForURL(`**/fake-payment?order_id=${orderId}`);
      await page.goBack();
      await live(page).getByText("You left before paying").waitFor();
      await page.getByRole("button", { name: "Discard this order" }).click();
      await page.reload();
      await live(page).getByText("You have 7 credits.").waitFor();

      await offer(page, "pack-200").click();
      await page.waitForURL("**/fake-payment?**");
      const later = new URL(page.url()).searchParams.get("order_id")!;
      await page.goto(`${preview.url}/pricing?order_id=${later}`);
      await live(page).getByText("The payment is not confirmed yet").waitFor();
      fake.complete(later);
      await live(page).getByText("You have 207 credits.").waitFor();
    });
  });

  it("API-15 an order of somebody else, and a server that fails, are told and can be tried again", async () => {
    fake.addAccount("eve@example.org", "correct horse");
    await withPage({}, async (page) => {
      await openAs(page, "/pricing?order_id=o77");
      await live(page).getByText("does not belong to the account").waitFor();
      fake.fail({ path: "/audio/api/v1/plan/payment/url/get", status: 503 });
      await page.goto(`${preview.url}/pricing`);
      await offer(page, "pack-60").click();
      await page.locator('[data-offer="pack-60"] [role="alert"]').getByText(/./).waitFor();
      fake.heal();
      await offer(page, "pack-60").click();
      await page.waitForURL("**/fake-payment?**");
    });
  });

  it("RTE-6 is a plain table without JavaScript, and nothing moves when it comes to life", async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${preview.url}/pricing`);
      for (const name of ["Paid monthly", "Paid yearly"])
        expect(await page.getByRole("columnheader", { name }).isVisible()).toBe(true);
      expect(await page.locator("main button, main input:visible").count()).toBe(0);
    });
    await withPage({}, async (page) => {
      await page.addInitScript(() => {
        const state = window as unknown as { moved: number };
        state.moved = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            state.moved += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await openAs(page, "/pricing");
      await live(page).getByText("You have 7 credits.").waitFor();
      await page.locator("#packs").scrollIntoViewIfNeeded();
      const moved = await page.evaluate(
        () =>
          new Promise<number>((resolve) =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() => resolve((window as unknown as { moved: number }).moved)),
            ),
          ),
      );
      expect(moved).toBeLessThan(0.01);
    });
  });
});

/** Gives the account runs, the newest last. */
function addRuns(count: number): void {
  const { usages } = fake.account(ADA)!;
  for (let at = 1; at <= count; at++)
    usages.push({
      id: `run${at}`,
      tool: at % 3 === 0 ? "ai-text-to-speech" : "remove-vocals-from-song",
      seconds: 60 * at,
      cost: at % 3 === 0 ? 1 : at,
      hash: null,
      from: { free: 0, plan: 0, bought: at },
      created: 1_790_000_000 + at * 3600,
      state: at % 5 === 0 ? "refunded" : "settled",
      hidden: false,
    });
}
function addPlan(): void {
  fake.account(ADA)!.subscription = {
    plan_id: "basic",
    plan_name: "Basic",
    period: "monthly",
    status: "active",
    renews_at: 1_800_000_000,
    cancel_at_period_end: false,
  };
}
const dialog = (page: Page) => page.locator("dialog[open]");
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

describe("subscription", () => {
  it("USR-12 is canceled in two clicks, which say what stays", async () => {
    addPlan();
    await withPage({}, async (page) => {
      await openAs(page, "/subscription");
      await live(page).getByText("January 15, 2027").waitFor();
      await page.getByRole("button", { name: "Cancel the plan" }).click();
      expect(await dialog(page).innerText()).toContain("Bought credits stay");
      await dialog(page).getByRole("button", { name: "Keep the plan" }).click();
      expect(fake.account(ADA)!.subscription!.cancel_at_period_end).toBe(false);
      await page.getByRole("button", { name: "Cancel the plan" }).click();
      await dialog(page).getByRole("button", { name: "Cancel the plan" }).click();
      await live(page).getByText("Canceled. You can use the plan until").waitFor();
      expect(fake.account(ADA)!.subscription!.cancel_at_period_end).toBe(true);
      await page.reload();
      await live(page).getByText("Ends on").waitFor();
    });
  });

  it("USR-8 pages of payments, with the invoice in a tab of its own; ERR-3 a failure closes it", async () => {
    const account = fake.addAccount("paid@example.org", "correct horse");
    for (let at = 1; at <= 12; at++)
      account.orders.push({
        id: `order${at}`,
        planId: "pack-60",
        name: "60 credits",
        amount: 600,
        created: 1_790_000_000 + at * 86_400,
        status: at === 12 ? "failed" : "paid",
        noted: true,
      });
    await withPage({}, async (page) => {
      await openAs(page, "/subscription", "paid@example.org");
      await live(page).getByText("You have no plan.").waitFor();
      const rows = live(page).locator("tbody tr");
      await expect.poll(() => rows.count()).toBe(10);
      expect(await rows.first().innerText()).toContain("Failed");
      expect(await rows.first().locator("button").count()).toBe(0);
      expect(await rows.nth(1).innerText()).toContain("$6");
      const [tab] = await Promise.all([
        page.waitForEvent("popup"),
        rows.nth(1).getByRole("button").click(),
      ]);
      await tab.waitForURL("**/fake-receipt?order_id=order11");
      await tab.close();
      fake.fail({ path: "/audio/api/v1/plan/payment/invoice/get", status: 500 });
      const [closed] = await Promise.all([
        page.waitForEvent("popup"),
        rows.nth(2).getByRole("button").click(),
      ]);
      await toast(page, "Failed to get invoice");
      await expect.poll(() => closed.isClosed()).toBe(true);
      await page.getByRole("button", { name: "Next" }).click();
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByText("Page 2 of 2").waitFor();
    });
  });
});

describe("usage history", () => {
  it("USR-12 shows pages, filters by tool, and deletes one or many after a question", async () => {
    addRuns(45);
    await withPage({}, async (page) => {
      await openAs(page, "/use-history");
      const rows = live(page).locator("tbody tr");
      await expect.poll(() => rows.count()).toBe(20);
      expect(await rows.first().innerText()).toContain("Returned");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("button", { name: "Next" }).click();
      await expect.poll(() => rows.count()).toBe(5);
      // The whole last page goes: what comes before it takes its place.
      await page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await page.getByRole("button", { name: "Delete 5 entries" }).click();
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
      expect(await rows.count()).toBe(5);
      await page.getByRole("button", { name: "Delete 5 entries" }).click();
      await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("Page 2 of 2").waitFor();
      await page.getByText("40 jobs").waitFor();
      await expect.poll(() => rows.count()).toBe(20);
      await page.getByRole("combobox", { name: "Tool" }).selectOption("ai-text-to-speech");
      await page.getByText("14 jobs").waitFor();
      await expect.poll(() => rows.count()).toBe(14);
      await rows.first().getByRole("checkbox").check();
      await page.getByRole("button", { name: "Delete 1 entry" }).click();
      await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("13 jobs").waitFor();
      expect(fake.account(ADA)!.usages.filter(({ hidden }) => hidden).length).toBe(6);
    });
  });

  it("USR-12 is told when there is nothing, when it cannot be loaded, and when somebody else comes", async () => {
    await withPage({}, async (page) => {
      await openAs(page, "/use-history");
      await live(page).getByText("No jobs yet").waitFor();
      addRuns(2);
      fake.fail({ path: "/audio/api/v1/history/usage-record/page", status: 503, times: 1 });
      await page.reload();
      await live(page).getByRole("alert").getByText(/./).first().waitFor();
      await live(page).getByRole("button", { name: "Try again" }).click();
      await expect.poll(() => live(page).locator("tbody tr").count()).toBe(2);
      // A token that has ended: logged out, and the way in is right there.
      fake.signOut(ADA);
      await page.reload();
      await live(page).getByText("Log in to see your jobs").waitFor();
      await live(page).getByRole("button", { name: "Log in" }).click();
      await logIn(page);
      await expect.poll(() => live(page).locator("tbody tr").count()).toBe(2);
    });
  });
});

it("NAV-11 a part of a page whose script cannot be loaded says so, and is tried again", async () => {
  addRuns(1);
  await withPage({}, async (page) => {
    await page.route("**/assets/HistoryLive-*.js", (route) => route.abort());
    await openAs(page, "/use-history");
    const again = live(page).getByRole("button", { name: "Try again" });
    await again.waitFor();
    expect(await live(page).getByText("Loading your account").count()).toBe(0);
    await again.click();
    await again.waitFor();
    await page.unroute("**/assets/HistoryLive-*.js");
    await again.click();
    await expect.poll(() => live(page).locator("tbody tr").count()).toBe(1);
  });
});

it.each(["start-overlays", "start"])(
  "NAV-11 without the application's script %s, what waits for it says so, and loads again",
  async (name) => {
    addRuns(1);
    await withPage({}, async (page) => {
      await page.route(`**/assets/${name}-*.js`, (route) => route.abort());
      await openAs(page, "/use-history");
      const again = live(page).getByRole("link", { name: "Try again" });
      await again.waitFor();
      expect(await live(page).getByText("Loading your account").isVisible()).toBe(false);
      await page.unroute(`**/assets/${name}-*.js`);
      await again.click();
      await expect.poll(() => live(page).locator("tbody tr").count()).toBe(1);
    });
  },
);

describe("settings", () => {
  it("ERR-3 the switch of notices tells what came of it, and goes back when it failed", async () => {
    await withPage({}, async (page) => {
      await openAs(page, "/account-settings");
      const notices = page.getByRole("switch");
      await expect.poll(() => notices.isChecked()).toBe(true);
      await notices.click();
      await toast(page, "setting close success");
      expect(fake.account(ADA)!.sendsEmail).not.toBe(1);
      fake.fail({ path: "/audio/api/user/config/update", status: 500 });
      await notices.click();
      await toast(page, "setting open failed");
      await expect.poll(() => notices.isChecked()).toBe(false);
      fake.heal();
      await notices.click();
      await toast(page, "setting open success");
      expect(fake.account(ADA)!.sendsEmail).toBe(1);
    });
  });

  it("USR-12 a new password by a code, and log out", async () => {
    await withPage({}, async (page) => {
      await openAs(page, "/account-settings");
      await live(page).getByRole("button", { name: "Forgot your password?" }).click();
      await expect.poll(() => dialog(page).locator('[data-field="email"]').inputValue()).toBe(ADA);
      await page.keyboard.press("Enter");
      await dialog(page).locator('[data-field="code"]').waitFor();
      await dialog(page).locator('[data-field="code"]').fill(fake.codeOf("reset", ADA)!);
      await dialog(page).locator('[data-field="password"]').fill("another long one");
      await page.keyboard.press("Enter");
      await dialog(page).waitFor({ state: "detached" });
      expect(fake.account(ADA)!.password).toBe("another long one");
      await live(page).getByRole("button", { name: "Log out" }).click();
      await live(page).getByText("Log in to change your settings").waitFor();
      expect(await page.evaluate(() => localStorage.getItem("toolkit_token"))).toBeNull();
    });
  });

  it("USR-5 the account is deleted by its password, after what is lost has been said", async () => {
    addPlan();
    await withPage({}, async (page) => {
      await openAs(page, "/account-settings");
      await page.getByRole("button", { name: "Delete the account" }).click();
      const text = await live(page).innerText();
      for (const lost of ["7 credits", "Basic", "usage history"]) expect(text).toContain(lost);
      const password = live(page).locator('[data-field="oldPassword"]').last();
      await password.fill("wrong");
      await page.keyboard.press("Enter");
      await expect.poll(() => password.getAttribute("aria-invalid")).toBe("true");
      expect(fake.account(ADA)).toBeDefined();
      await password.fill("correct horse");
      await page.keyboard.press("Enter");
      await live(page).getByText("Log in to change your settings").waitFor();
      expect(fake.account(ADA)).toBeUndefined();
    });
  });

  it("USR-5 what is kept can be saved as a file first", async () => {
    await withPage({ acceptDownloads: true }, async (page) => {
      await openAs(page, "/account-settings");
      await page.route("**/audio/api/user/export", (route) =>
        route.fulfill({ json: { code: 100_000, message: "", data: EXPORT } }),
      );
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save my data" }).click(),
      ]);
      expect(file.suggestedFilename()).toBe("fermata-account.json");
      const text = await fs.readFile(await file.path(), "utf8");
      expect(JSON.parse(text)).toMatchObject({ account: { user_email: ADA } });
    });
  });
});

const EXPORT = {
  account: {
    user_id: "u1",
    user_email: ADA,
    locale: "en",
    is_send_email: 1,
    kodepay_user_id: "",
    created_at: 1_790_000_000,
  },
  sessions: [],
  balance: { free_credits: 2, buy_credits: 5 },
  grants: [],
  usages: [],
  payments: [],
  podcasts: [],
  ratings: [],
};

/** Saves an episode as its maker does. Returns its id. */
async function saveEpisode(audio_url = "/audio/episode.wav"): Promise<string> {
  const response = await fetch(`${preview.url}/audio/api/v1/podcast/save`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: fake.signIn(ADA) },
    body: JSON.stringify({
      title: "Why rooms sound",
      language: "en-US",
      duration: 30,
      audio_url,
      transcript: Array.from({ length: 10 }, (_, at) => ({
        start: at * 3,
        end: at * 3 + 3,
        speaker: at % 2 ? "Maren" : "Odrin",
        text: `Line ${at}.`,
      })),
    }),
  });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

describe("a shared podcast", () => {
  it("CMP-5 plays with its transcript: a line seeks, and the spoken one is marked", async () => {
    const id = await saveEpisode();
    await withPage({}, async (page) => {
      const heard = watch(page);
      await page.goto(`${preview.url}/podcast-preview?id=${id}`);
      await page.getByRole("heading", { name: "Why rooms sound" }).waitFor();
      const audio = page.locator("audio");
      await expect
        .poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration))
        .toBe(30);
      await page.getByRole("button", { name: "Line 5." }).click();
      await expect
        .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
        .toBeGreaterThanOrEqual(15);
      const current = page.locator('[aria-current="true"]');
      await expect.poll(() => current.innerText()).toMatch(/Line [5-9]/);
      expect(await page.locator("header, footer").count()).toBe(0);
      const data = await page.locator('head script[type="application/ld+json"]').textContent();
      expect(JSON.parse(data!)).toMatchObject({ "@type": "PodcastEpisode", inLanguage: "en-US" });
      expect(await page.title()).toContain("Why rooms sound");
      expect(heard).toEqual([]);
    });
  });

  it("CMP-5 is shared on X, Facebook and WhatsApp under its title, and as a link", async () => {
    const id = await saveEpisode();
    const words = JSON.parse(await fs.readFile("locales/de/pages.json", "utf8")).podcast;
    await withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await page.goto(`${preview.url}/de/podcast-preview?id=${id}`);
      const link = page.locator('a[href^="https://x.com/"]');
      await link.waitFor();
      const address = new URL((await link.getAttribute("href"))!);
      expect(address.searchParams.get("text")).toBe("AI Podcast Maker");
      expect(address.searchParams.get("url")).toContain(`/de/podcast-preview?id=${id}`);
      for (const host of ["www.facebook.com", "wa.me"])
        expect(await page.locator(`a[href^="https://${host}/"]`).count()).toBe(1);
      expect(await link.getAttribute("rel")).toContain("noopener");
      await page.getByRole("button", { name: words.copy }).click();
      await toast(page, words.copied);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`?id=${id}`);
    });
  });

  it("CMP-5 says what is wrong: no id, no such episode, no connection, no sound", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${preview.url}/podcast-preview`);
      await live(page).getByText("The link is not complete").waitFor();
      await page.goto(`${preview.url}/podcast-preview?id=p99`);
      await live(page).getByText("Episode not found").waitFor();
      const id = await saveEpisode("/audio/none.wav");
      await page.route("**/podcast/get?*", (route) => route.abort("connectionfailed"));
      await page.goto(`${preview.url}/podcast-preview?id=${id}`);
      await live(page).getByText("The episode cannot be reached").waitFor();
      await page.unroute("**/podcast/get?*");
      await live(page).getByRole("button", { name: "Try again" }).click();
      await live(page).getByText("The audio of this episode could not be loaded.").waitFor();
      expect(await live(page).innerText()).toContain("Line 3.");
    });
  });
});

describe("pages of an account", () => {
  const WIDTHS = [1280, 390, 320];
  const PAGES = [
    ["/pricing", "[data-offer] :is(button, a)"],
    ["/subscription", "table"],
    ["/use-history", "table"],
    ["/account-settings", "#delete"],
    ["/podcast-preview?id=p1", "audio"],
  ] as const;

  const addOrder = () =>
    fake.account(ADA)!.orders.push({
      id: "order1",
      planId: "pack-60",
      name: "60 credits",
      amount: 600,
      created: 1_790_000_000,
      status: "paid",
      noted: true,
    });

  it.each(hardest(["/de", "/ru"]))(
    "LOC-6 fit a screen of 320 px in the longest words%s",
    async (locale) => {
      addPlan();
      addRuns(3);
      addOrder();
      const wide: string[] = [];
      await withPage({ viewport: { width: 320, height: 640 } }, async (page) => {
        for (const [path, content] of PAGES.slice(0, 4)) {
          await openAs(page, locale + path);
          await page.locator(content).first().waitFor({ state: "attached" });
          const { scrollWidth } = await page.evaluate(() => document.documentElement);
          if (scrollWidth > 320) wide.push(`${locale}${path} is ${scrollWidth} wide`);
        }
      });
      expect(wide).toEqual([]);
    },
  );

  it.each(hardest(["", "/ar"]))(
    "LOC-6 CLI-1 fit every screen and break no rule of access%s",
    async (locale) => {
      addPlan();
      addRuns(22);
      addOrder();
      await saveEpisode();
      const wrong: string[] = [];
      await withPage({ bypassCSP: true, reducedMotion: "reduce" }, async (page) => {
        for (const [path, content] of PAGES) {
          await openAs(page, locale + path);
          await page.locator(content).first().waitFor({ state: "attached" });
          await page.evaluate(source);
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            const { scrollWidth, clientWidth } = await page.evaluate(
              () => document.documentElement,
            );
            if (scrollWidth > clientWidth) wrong.push(`${locale}${path} is wider than ${width}`);
          }
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            const options = colorScheme === "light" ? ALL : COLOURS;
            wrong.push(...(await violations(page, `${locale}${path} ${colorScheme}`, options)));
          }
        }
      });
      expect(wrong).toEqual([]);
    },
  );

  it("NAV-4 come to life when they are reached by a link, too, and give way to the next", async () => {
    addRuns(3);
    await withPage({}, async (page) => {
      const heard = watch(page);
      await openAs(page, "/pricing");
      await offer(page, "pack-60").waitFor();
      const menu = page.locator("[data-account] button[popovertarget]");
      await menu.click();
      await page.locator('[data-account] a[href="/use-history"]').click();
      await expect.poll(() => live(page).locator("tbody tr").count()).toBe(3);
      await menu.click();
      await page.locator('[data-account] a[href="/account-settings"]').click();
      await page.getByRole("switch").waitFor();
      await page.goBack();
      await expect.poll(() => live(page).locator("tbody tr").count()).toBe(3);
      await page.goBack();
      await offer(page, "pack-60").waitFor();
      expect(heard).toEqual([]);
    });
  });
});
