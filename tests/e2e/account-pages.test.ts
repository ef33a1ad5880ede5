import fs from "node:fs/promises";
import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { ALL, COLORS, source, violations } from "./access.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import type { Member } from "./real-api.ts";
import { useRealSite } from "./real-site.ts";
import { wavOf } from "./sounds.ts";
import { shoot } from "./shots.ts";
import { hardest, inLongRun } from "../left-out.ts";
import { locationOf } from "./application.ts";

useBrowser();
const site = useRealSite();
const PASSWORD = "correct horse";
let ada: Member & { readonly email: string };
let members = 0;

/** Half a minute of silence. */
const SOUND = wavOf({ seconds: 30, rate: 8000 }, () => 0);
beforeEach(async () => {
  // More logins and codes than a visitor asks for in an hour.
  site().change("DELETE FROM limits");
  const email = `ada.${(members += 1)}@example.org`;
  ada = { email, ...(await site().addMember({ email, password: PASSWORD, free: 2, bought: 5 })) };
});

/** Opens a page as a user with an existing session. */
async function openAs(page: Page, path: string): Promise<void> {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem("seeded")) localStorage.setItem("toolkit_token", value);
    sessionStorage.setItem("seeded", "1");
  }, ada.token);
  await page.goto(site().url + path);
}
const live = (page: Page) => page.locator("[data-live]");
const offer = (page: Page, id: string) => page.locator(`[data-offer="${id}"] button`);
/** Shows the offers of a kind, and chooses one. */
async function choose(page: Page, id: string): Promise<void> {
  const kind = id.startsWith("pack") ? "packs" : id.split("-").at(-1)!;
  await page.locator(`main label:has([name="offers"][value="${kind}"])`).click();
  await offer(page, id).click();
}

/** Fills the login that is open. */
async function logIn(page: Page): Promise<void> {
  const dialog = page.locator("dialog[open]");
  await dialog.locator('[data-field="email"]').fill(ada.email);
  await dialog.locator('[data-field="password"]').fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}
/** Pays on the page of the provider, which leads back; or is declined there, and goes back. */
async function payAndReturn(page: Page, outcome: "pay" | "decline"): Promise<void> {
  if (outcome === "pay") await page.locator("[name=consent]").check();
  await page.locator(`button[value="${outcome}"]`).click();
  if (outcome === "decline") {
    await page.getByText("declined").first().waitFor();
    await page.locator("a.button").click();
  }
  await page.waitForURL("**/pricing**");
}
const orders = () =>
  site().db.read((queries) =>
    queries.selectFrom("orders").selectAll().where("user_id", "=", ada.userId).execute(),
  );
const plans = () =>
  site().db.read((queries) =>
    queries.selectFrom("subscriptions").selectAll().where("user_id", "=", ada.userId).execute(),
  );
const user = () =>
  site().db.read((queries) =>
    queries.selectFrom("users").selectAll().where("id", "=", ada.userId).executeTakeFirst(),
  );
/** Whether the account can be logged in to by a password. */
async function opensBy(password: string): Promise<boolean> {
  const response = await fetch(`${site().url}/audio/api/user/login/password`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: ada.email, password }),
  });
  return response.ok;
}

describe("pricing", () => {
  it("USR-11 sells a pack: checkout, back, paid, credits in the account, and the record is noted", async () => {
    await withPage({}, async (page) => {
      const pageErrors = watch(page);
      const noted: unknown[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/igweb/api/user/add-pay-record"))
          noted.push(request.postDataJSON());
      });
      await openAs(page, "/pricing?utm_source=insufficient_credits");
      await live(page).getByText("You have 7 credits.").waitFor();
      // Who lacks credits for a job sees packs first.
      await offer(page, "pack-60").click();
      await payAndReturn(page, "pay");
      await live(page).getByText("You have 67 credits.").waitFor();
      expect(await live(page).innerText()).toContain("Paid");
      const [order, ...others] = await orders();
      expect([order!.status, others]).toEqual(["paid", []]);
      expect(noted).toEqual([{ order_id: order!.id, plan_id: "pack-60" }]);
      // The address is as it was before: told once, and the source is kept.
      expect(new URL(await locationOf(page)).search).toBe("?utm_source=insufficient_credits");
      await page.reload();
      await live(page).getByText("You have 67 credits.").waitFor();
      expect(await live(page).innerText()).not.toContain("Paid");
      expect(pageErrors).toEqual([]);
    });
  });

  it("USR-11 says what so many minutes a month would cost, by keyboard, and a usual number without a script", async () => {
    const answer = (page: Page) => page.locator("[data-calculator] output").innerText();
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site().url}/pricing`);
      expect(await answer(page)).toBe("Basic · $9 a month · 20 minutes to spare");
      expect(await page.locator("main [role=radiogroup]").textContent()).toContain("2 months free");
      const tools = page.locator("[aria-labelledby=counts] a[href='/reverb-remover']");
      expect(await tools.isVisible()).toBe(true);
      const last = page.locator("[aria-labelledby=counts] a[href='/voice-cloning']");
      expect(await last.isVisible()).toBe(true);
    });
    await withPage({}, async (page) => {
      await page.goto(`${site().url}/pricing`);
      await offer(page, "basic-monthly").waitFor();
      await page.getByLabel("Minutes of audio a month").focus();
      await page.keyboard.press("End");
      await expect.poll(() => answer(page)).toMatch(/^Pro \+ 2 × 60 credits · \$36 a month/);
      await page.keyboard.press("Home");
      await expect.poll(() => answer(page)).toMatch(/^Free credits cover up to 90 minutes/);
    });
  });

  it(
    "USR-11 the row that fits has the one primary button, the answer is in sight, and rows are low",
    inLongRun,
    async () => {
      await withPage({ viewport: { width: 1366, height: 768 } }, async (page) => {
        await page.goto(`${site().url}/pricing`);
        await offer(page, "basic-monthly").waitFor();
        const box = (await page.locator("[data-calculator] output").boundingBox())!;
        expect(box.y + box.height).toBeLessThanOrEqual(768);
        for (const [kind, fitting] of [
          ["monthly", "Basic"],
          ["yearly", "Basic"],
          ["packs", "200 credits"],
        ] as const) {
          await page.locator(`main label:has([name="offers"][value="${kind}"])`).click();
          const rows = page.locator("main table tr[data-fits]:visible");
          await expect.poll(() => rows.locator("th").allInnerTexts()).toEqual([fitting]);
          expect(await page.locator("main [data-primary]:visible").count()).toBe(1);
          expect(await rows.locator("[data-primary]").count()).toBe(1);
          const heights = await page
            .locator("main [data-calculator] tbody tr:visible")
            .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
          expect(Math.max(...heights)).toBeLessThanOrEqual(72);
        }
      });
    },
  );

  it("USR-11 a signed-out visitor signs in first, and continues to the payment", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${site().url}/pricing`);
      await choose(page, "pro-yearly");
      await logIn(page);
      await payAndReturn(page, "pay");
      await page
        .locator('[data-offer="pro-yearly"]')
        .getByText("Your plan")
        .waitFor({ state: "attached" });
      expect(await plans()).toMatchObject([{ plan_id: "pro", period: "yearly" }]);
    });
  });

  it("API-15 reports a failed, an unconfirmed and an abandoned payment", async () => {
    await withPage({}, async (page) => {
      await openAs(page, "/pricing");
      await choose(page, "pack-200");
      await payAndReturn(page, "decline");
      await live(page).getByText("The payment failed").waitFor();

      await choose(page, "pack-200");
      await page.waitForURL("**/audio/sandbox/**");
      const checkout = await locationOf(page);
      await page.goto(`${site().url}/pricing`);
      await live(page).getByText("You left before paying").waitFor();
      // The user does not have to start again.
      await page.getByRole("link", { name: "Resume payment" }).click();
      await page.waitForURL(checkout);
      await page.goBack();
      await live(page).getByText("You left before paying").waitFor();
      await page.getByRole("button", { name: "Discard this order" }).click();
      await page.reload();
      await live(page).getByText("You have 7 credits.").waitFor();

      await choose(page, "pack-200");
      await page.locator("select[name=report]").selectOption("delayed");
      await payAndReturn(page, "pay");
      await live(page).getByText("The payment is not confirmed yet").waitFor();
      // The minute passes, and the provider tells the shop with the next thing that it does.
      site().change("UPDATE sandbox_events SET due_at = 0");
      await page.request.post(page.url().replace(/\/pricing.*/, new URL(checkout).pathname), {
        form: { action: "renewals-pay" },
        maxRedirects: 0,
      });
      await live(page).getByText("You have 207 credits.").waitFor();
    });
  });

  it(
    "API-15 an order of another user, and a server error, are reported and can be retried",
    inLongRun,
    async () => {
      const eve = await site().addMember({ email: `eve.${ada.email}` });
      const [theirs] = await addOrders(1, eve.userId);
      await withPage({}, async (page) => {
        await openAs(page, `/pricing?order_id=${theirs!.id}`);
        await live(page).getByText("does not belong to the account").waitFor();
        const paymentUrl = "**/audio/api/v1/plan/payment/url/get?*";
        const json = { code: 100_503, key: "unavailable", message: "Try again later." };
        await page.route(paymentUrl, (route) => route.fulfill({ status: 503, json }));
        await page.goto(`${site().url}/pricing`);
        await choose(page, "pack-60");
        await page.locator('[data-offer="pack-60"] [role="alert"]').getByText(/./).waitFor();
        await page.unroute(paymentUrl);
        await choose(page, "pack-60");
        await page.waitForURL("**/audio/sandbox/**");
      });
    },
  );

  it(
    "RTE-6 is a plain table without JavaScript, and nothing moves when it comes to life",
    inLongRun,
    async () => {
      await withPage({ javaScriptEnabled: false }, async (page) => {
        await page.goto(`${site().url}/pricing`);
        for (const name of ["Paid monthly", "Paid yearly", "Packs, bought once"])
          expect(await page.getByRole("rowheader", { name, exact: true }).isVisible()).toBe(true);
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
        await page.locator("#counts").scrollIntoViewIfNeeded();
        const moved = await page.evaluate(
          () =>
            new Promise<number>((resolve) =>
              requestAnimationFrame(() =>
                requestAnimationFrame(() =>
                  resolve((window as unknown as { moved: number }).moved),
                ),
              ),
            ),
        );
        expect(moved).toBeLessThan(0.01);
      });
    },
  );
});

const DAY = 86_400_000;
/** Days from now, as the page writes them. */
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    Date.now() + days * DAY,
  );

/** Gives the account runs, the newest last. */
async function addRuns(count: number): Promise<void> {
  const runs = Array.from({ length: count }, (_, before) => {
    const at = before + 1;
    const time = Date.now() - (count - at) * 3_600_000;
    return {
      user_id: ada.userId,
      id: site().ids(),
      tool: at % 3 === 0 ? "ai-text-to-speech" : "remove-vocals-from-song",
      milliseconds: 60_000 * at,
      cost: at % 3 === 0 ? 1 : at,
      state: at % 5 === 0 ? ("refunded" as const) : ("settled" as const),
      input_hash: null,
      created_at: time,
      closed_at: time,
      charged: at % 5 === 0 ? 0 : at % 3 === 0 ? 1 : at,
      hosted_milliseconds: 0,
      hosted_paid_milliseconds: 0,
      hosted_carried_milliseconds: 0,
      hidden: 0,
      held_until: 0,
    };
  });
  await site().db.write((tx) => tx.insertInto("usages").values(runs).execute());
}
async function addPlan(): Promise<void> {
  const end = Date.now() + 40 * DAY;
  await site().db.write((tx) =>
    tx
      .insertInto("subscriptions")
      .values({
        user_id: ada.userId,
        id: site().ids(),
        plan_id: "basic",
        plan_name: "Basic",
        period: "monthly",
        status: "active",
        cancel_at_period_end: 0,
        period_start: Date.now(),
        period_end: end,
        next_at: end,
        new_amount: null,
        new_amount_cycle: null,
        new_amount_sent: 0,
        failures: 0,
        provider: "sandbox",
        provider_ref: null,
        created_at: Date.now(),
        ended_at: null,
        credits: 200,
        amount: 900,
        currency: "USD",
        cycle: 0,
      })
      .execute(),
  );
}
/** Gives an account payments, the newest last and failed. */
async function addOrders(count: number, userId = ada.userId) {
  const made = Array.from({ length: count }, (_, at) => {
    const time = Date.now() - (count - at) * DAY;
    const isPaid = at < count - 1 || count === 1;
    return {
      user_id: userId,
      id: site().ids(),
      kind: "pack" as const,
      plan_id: "pack-60",
      period: null,
      name: "60 credits",
      credits: 60,
      amount: 600,
      currency: "USD",
      status: isPaid ? ("paid" as const) : ("failed" as const),
      provider: "sandbox",
      provider_ref: null,
      payment_url: null,
      receipt_url: null,
      receipt_number: isPaid ? `2026-${at + 1}` : null,
      created_at: time,
      paid_at: isPaid ? time : null,
      refunded_at: null,
      subscription_id: null,
      consented_at: null,
      consent_version: null,
      cycle: null,
    };
  });
  await site().db.write((tx) => tx.insertInto("orders").values(made).execute());
  return made;
}
const dialog = (page: Page) => page.locator("dialog[open]");
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

describe("subscription", () => {
  it("USR-12 is canceled in two clicks, which say what stays", async () => {
    await addPlan();
    await withPage({}, async (page) => {
      await openAs(page, "/subscription");
      await live(page).getByText(dayIn(40)).waitFor();
      await page.getByRole("button", { name: "Cancel the plan" }).click();
      expect(await dialog(page).innerText()).toContain("Bought credits stay");
      await dialog(page).getByRole("button", { name: "Keep the plan" }).click();
      expect(await plans()).toMatchObject([{ cancel_at_period_end: 0 }]);
      await page.getByRole("button", { name: "Cancel the plan" }).click();
      await dialog(page).getByRole("button", { name: "Cancel the plan" }).click();
      await live(page).getByText("Canceled. You can use the plan until").waitFor();
      expect(await plans()).toMatchObject([{ cancel_at_period_end: 1 }]);
      await page.reload();
      await live(page).getByText("Ends on").waitFor();
    });
  });

  it("USR-8 pages of payments, with the invoice in a tab of its own; ERR-3 a failure closes it", async () => {
    const made = await addOrders(12);
    await withPage({}, async (page) => {
      await openAs(page, "/subscription");
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
      await tab.waitForURL(`**/audio/receipts/${made[10]!.id}.*`);
      await tab.getByRole("heading", { name: "2026-11" }).waitFor();
      await tab.close();
      await page.route("**/audio/api/v1/plan/payment/invoice/get?*", (route) =>
        route.fulfill({ status: 500, json: { code: 100_500, key: "internal", message: "No" } }),
      );
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
    await addRuns(45);
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
      const hidden = await site().db.read((queries) =>
        queries
          .selectFrom("usages")
          .select("id")
          .where("user_id", "=", ada.userId)
          .where("hidden", "=", 1)
          .execute(),
      );
      expect(hidden).toHaveLength(6);
    });
  });

  it("USR-12 shows an empty state, load errors, and a change of the user", inLongRun, async () => {
    await withPage({}, async (page) => {
      await openAs(page, "/use-history");
      await live(page).getByText("No jobs yet").waitFor();
      await addRuns(2);
      const json = { code: 100_503, key: "unavailable", message: "Try again later." };
      await page.route(
        "**/audio/api/v1/history/usage-record/page",
        (route) => route.fulfill({ status: 503, json }),
        { times: 1 },
      );
      await page.reload();
      await live(page).getByRole("alert").getByText(/./).first().waitFor();
      await live(page).getByRole("button", { name: "Try again" }).click();
      await expect.poll(() => live(page).locator("tbody tr").count()).toBe(2);
      // A token that has ended: logged out, and the way in is right there.
      site().change("DELETE FROM tokens WHERE user_id = ?", ada.userId);
      await page.reload();
      await live(page).getByText("Log in to see your jobs").waitFor();
      await live(page).getByRole("button", { name: "Log in" }).click();
      await logIn(page);
      await expect.poll(() => live(page).locator("tbody tr").count()).toBe(2);
    });
  });
});

it(
  "NAV-11 a part of a page whose script cannot be loaded says so, and is tried again",
  inLongRun,
  async () => {
    await addRuns(1);
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
  },
);

it.each(hardest(["start-overlays", "start"]))(
  "NAV-11 without the application's script %s, what waits for it says so, and loads again",
  async (name) => {
    await addRuns(1);
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
  it("ERR-3 the switch of notices reports the outcome, and reverts on failure", async () => {
    await withPage({}, async (page) => {
      await openAs(page, "/account-settings");
      const notices = page.getByRole("switch");
      await expect.poll(() => notices.isChecked()).toBe(false);
      await notices.click();
      await toast(page, "setting open success");
      expect(await user()).toMatchObject({ is_send_email: 1 });
      const update = "**/audio/api/user/config/update";
      await page.route(update, (route) =>
        route.fulfill({ status: 500, json: { code: 100_500, key: "internal", message: "No" } }),
      );
      await notices.click();
      await toast(page, "setting close failed");
      await expect.poll(() => notices.isChecked()).toBe(true);
      await page.unroute(update);
      await notices.click();
      await toast(page, "setting close success");
      expect(await user()).toMatchObject({ is_send_email: 0 });
    });
  });

  it("USR-12 a new password by a code, and log out", async () => {
    await withPage({}, async (page) => {
      await openAs(page, "/account-settings");
      await live(page).getByRole("button", { name: "Forgot your password?" }).click();
      await expect
        .poll(() => dialog(page).locator('[data-field="email"]').inputValue())
        .toBe(ada.email);
      await page.keyboard.press("Enter");
      await dialog(page).locator('[data-field="code"]').waitFor();
      await dialog(page)
        .locator('[data-field="code"]')
        .fill(await site().codeOf(ada.email));
      await dialog(page).locator('[data-field="password"]').fill("another long one");
      await page.keyboard.press("Enter");
      await dialog(page).waitFor({ state: "detached" });
      expect([await opensBy(PASSWORD), await opensBy("another long one")]).toEqual([false, true]);
      await live(page).getByRole("button", { name: "Log out" }).click();
      await live(page).getByText("Log in to change your settings").waitFor();
      expect(await page.evaluate(() => localStorage.getItem("toolkit_token"))).toBeNull();
    });
  });

  it("USR-5 the account is deleted with its password, after the losses have been listed", async () => {
    await addPlan();
    await withPage({}, async (page) => {
      await openAs(page, "/account-settings");
      await page.getByRole("button", { name: "Delete the account" }).click();
      const text = await live(page).innerText();
      for (const lost of ["7 credits", "Basic", "usage history"]) expect(text).toContain(lost);
      const password = live(page).locator('[data-field="oldPassword"]').last();
      await password.fill("wrong");
      await page.keyboard.press("Enter");
      await expect.poll(() => password.getAttribute("aria-invalid")).toBe("true");
      expect(await user()).toBeDefined();
      await password.fill(PASSWORD);
      await page.keyboard.press("Enter");
      await live(page).getByText("Log in to change your settings").waitFor();
      expect(await user()).toBeUndefined();
    });
  });

  it("USR-5 stored data can be exported first", inLongRun, async () => {
    await withPage({ acceptDownloads: true }, async (page) => {
      await openAs(page, "/account-settings");
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save my data" }).click(),
      ]);
      expect(file.suggestedFilename()).toBe("fermata-account.json");
      const text = await fs.readFile(await file.path(), "utf8");
      expect(JSON.parse(text)).toMatchObject({ account: { user_email: ada.email } });
    });
  });
});

/** Shares an episode as its maker does. Returns its id. */
async function saveEpisode(): Promise<string> {
  const post = async (call: string, type: string, body: string | Buffer) => {
    const response = await fetch(`${site().url}/audio/api/v1/podcast/${call}`, {
      method: "POST",
      headers: { "Content-Type": type, Authorization: ada.token },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });
    const { data, message } = (await response.json()) as { data: never; message: string };
    if (!response.ok) throw new Error(message);
    return data as { readonly id: string; readonly audio_url: string };
  };
  const { audio_url } = await post("audio", "audio/wav", SOUND);
  const episode = {
    title: "Why rooms sound",
    language: "en-US",
    duration: 30,
    audio_url,
    transcript: Array.from({ length: 10 }, (_, at) => ({
      start: at * 3,
      end: at * 3 + 3,
      speaker: at % 2 ? "Maren" : "Odrin",
      text: `Line ${at}.`,
      ...(at % 4 === 0 && { chapter: `Part ${at / 4 + 1}` }),
    })),
  };
  return (await post("save", "application/json", JSON.stringify(episode))).id;
}

describe("a shared podcast", () => {
  it("CMP-5 plays with its transcript: a line seeks, and the spoken one is marked", async () => {
    const id = await saveEpisode();
    await withPage({}, async (page) => {
      const pageErrors = watch(page);
      await page.goto(`${site().url}/podcast-preview?id=${id}`);
      await page.getByRole("heading", { level: 1, name: "Why rooms sound", exact: true }).waitFor();
      expect(await page.locator("h1").count()).toBe(1);
      const letters = (selector: string): Promise<string> =>
        page
          .locator(selector)
          .last()
          .evaluate((element) => getComputedStyle(element).fontFamily);
      expect(await letters("h1 span")).toBe(await letters("h1"));
      const audio = page.locator("audio");
      await expect
        .poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration))
        .toBe(30);
      expect(await page.locator("[controls]").count()).toBe(0);
      await page.getByRole("button", { name: "Line 5." }).click();
      await expect
        .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
        .toBeGreaterThanOrEqual(15);
      // The chapter, and the line.
      const current = page.locator('[aria-current="true"]');
      await expect.poll(async () => (await current.allInnerTexts()).at(-1)).toMatch(/Line [5-9]/);
      expect(await page.locator("header, footer").count()).toBe(0);
      const data = await page.locator('head script[type="application/ld+json"]').textContent();
      expect(JSON.parse(data!)).toMatchObject({ "@type": "PodcastEpisode", inLanguage: "en-US" });
      expect(await page.title()).toContain("Why rooms sound");
      await page.getByRole("button", { name: "Part 3" }).click();
      await expect
        .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
        .toBeGreaterThanOrEqual(24);
      await audio.evaluate((element: HTMLAudioElement) => element.pause());
      await page.getByRole("combobox", { name: "Playback speed" }).selectOption("1.5");
      await expect
        .poll(() => audio.evaluate((element: HTMLAudioElement) => element.playbackRate))
        .toBe(1.5);
      await shoot(page, "shared-episode");
      // Who seeks gives up what was on its way.
      expect(
        pageErrors.filter((text) => !/\/audio\/podcasts\/.* net::ERR_ABORTED$/.test(text)),
      ).toEqual([]);
    });
  });

  it("CMP-4 ERR-4 its audio is saved under its title; if it is missing, address and status are shown", async () => {
    const id = await saveEpisode();
    await withPage({ acceptDownloads: true }, async (page) => {
      await page.goto(`${site().url}/podcast-preview?id=${id}`);
      const save = live(page).getByRole("button", { name: "Download the audio" });
      const [file] = await Promise.all([page.waitForEvent("download"), save.click()]);
      expect(file.suggestedFilename()).toBe("Why rooms sound.wav");
      expect((await fs.readFile(await file.path())).equals(SOUND)).toBe(true);
      site().change("UPDATE podcasts SET audio_url = '/audio/none.wav' WHERE id = ?", id);
      await page.reload();
      await save.click();
      await live(page)
        .getByText(/\/audio\/none\.wav.*404/)
        .nth(1)
        .waitFor();
    });
  });

  it(
    "CMP-5 is shared on X, Facebook and WhatsApp under its title, and as a link",
    inLongRun,
    async () => {
      const id = await saveEpisode();
      const words = JSON.parse(await fs.readFile("locales/de/pages.json", "utf8")).podcast;
      await withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
        await page.goto(`${site().url}/de/podcast-preview?id=${id}`);
        const link = page.locator('a[href^="https://x.com/"]');
        await link.waitFor();
        const address = new URL((await link.getAttribute("href"))!);
        expect(address.searchParams.get("text")).toBe("AI Podcast Maker");
        expect(address.searchParams.get("url")).toContain(`/de/podcast-preview?id=${id}`);
        for (const host of ["www.facebook.com", "wa.me"])
          expect(await page.locator(`a[href^="https://${host}/"]`).count()).toBe(1);
        expect(await link.getAttribute("rel")).toContain("noopener");
        await page.getByRole("button", { name: words.copy }).click();
        await page.getByRole("status").filter({ hasText: words.copied }).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`?id=${id}`);
      });
    },
  );

  it(
    "CMP-5 reports errors: no id, no such episode, no connection, no sound",
    inLongRun,
    async () => {
      await withPage({}, async (page) => {
        await page.goto(`${site().url}/podcast-preview`);
        await live(page).getByText("The link is not complete").waitFor();
        await page.goto(`${site().url}/podcast-preview?id=${site().ids()}`);
        await live(page).getByText("Episode not found").waitFor();
        const id = await saveEpisode();
        site().change("UPDATE podcasts SET audio_url = '/audio/none.wav' WHERE id = ?", id);
        await page.route("**/podcast/get?*", (route) => route.abort("connectionfailed"));
        await page.goto(`${site().url}/podcast-preview?id=${id}`);
        await live(page).getByText("The episode cannot be reached").waitFor();
        await page.unroute("**/podcast/get?*");
        await live(page).getByRole("button", { name: "Try again" }).click();
        await live(page)
          .getByText(/\/audio\/none\.wav.*404/)
          .waitFor();
        expect(await live(page).innerText()).toContain("Line 3.");
      });
    },
  );
});

describe("pages of an account", () => {
  const WIDTHS = [1280, 390, 320];
  const PAGES = [
    ["/pricing", "[data-offer] :is(button, a)"],
    ["/subscription", "table"],
    ["/use-history", "table"],
    ["/account-settings", "#delete"],
    ["/podcast-preview?id=", "audio"],
  ] as const;

  it.each(["/de", "/ru"])(
    "LOC-6 fit a screen of 320 px in the longest words%s",
    inLongRun,
    async (locale) => {
      await addPlan();
      await addRuns(3);
      await addOrders(1);
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

  it.each(["", "/ar"])(
    "LOC-6 CLI-1 fit every screen and break no rule of access%s",
    inLongRun,
    async (locale) => {
      await addPlan();
      await addRuns(22);
      await addOrders(1);
      const episode = await saveEpisode();
      const wrong: string[] = [];
      await withPage({ bypassCSP: true, reducedMotion: "reduce" }, async (page) => {
        for (const [path, content] of PAGES) {
          await openAs(page, locale + path + (path.endsWith("=") ? episode : ""));
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
            const options = colorScheme === "light" ? ALL : COLORS;
            wrong.push(...(await violations(page, `${locale}${path} ${colorScheme}`, options)));
          }
        }
      });
      expect(wrong).toEqual([]);
    },
  );

  it(
    "NAV-4 come to life when they are reached by a link, too, and give way to the next",
    inLongRun,
    async () => {
      await addRuns(3);
      await withPage({}, async (page) => {
        const pageErrors = watch(page);
        await openAs(page, "/pricing");
        await offer(page, "basic-monthly").waitFor();
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
        await offer(page, "basic-monthly").waitFor();
        // Who leaves a page before it has all that it asks for breaks that off.
        expect(pageErrors.filter((line) => !line.endsWith("net::ERR_ABORTED"))).toEqual([]);
      });
    },
  );
});
