import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { hardest, inLongRun } from "../left-out.ts";
import { useBrowser, withPage } from "./browser.ts";
import { pathIn } from "./pages.ts";
import { useRealSite } from "./real-site.ts";

useBrowser();
const site = useRealSite();
const PASSWORD = "a walk along the river";
const warning = (page: Page) => page.locator('[data-notice][data-kind="warning"]');
const live = (page: Page) => page.locator("[data-live]");
const field = (page: Page, name: string) => page.locator(`dialog[open] [data-field="${name}"]`);
const menu = (page: Page) => page.locator("header [data-account] button[popovertarget]");

/** Opens a page as a user with an existing session. */
async function openAs(page: Page, email: string, path: string): Promise<void> {
  const token = await site().signUp(email, PASSWORD);
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem("seeded")) localStorage.setItem("toolkit_token", value);
    sessionStorage.setItem("seeded", "1");
  }, token);
  await page.goto(site().url + path);
  await menu(page).waitFor();
  // A call that is still under way would meet what the test changes next, and be the one to tell.
  await page.waitForLoadState("networkidle");
}

describe("a session that has ended", () => {
  it.each(hardest(["en", "ar"]))(
    "ERR-1 ERR-5 is reported once, with a way to sign in, in %s",
    async (code) => {
      const t = site().texts(code);
      const email = `ended.${code}@example.org`;
      await withPage({}, async (page) => {
        await openAs(page, email, `${pathIn(code, "/account-settings")}?noredirect`);
        const notices = live(page).getByRole("switch").or(live(page).getByRole("checkbox")).first();
        await notices.waitFor();
        site().change("DELETE FROM tokens");
        await notices.click();
        await warning(page).waitFor();
        const words = await warning(page).innerText();
        expect(words).toContain(t("errors:warning"));
        expect(words).toContain(t("errors:http.401"));
        if (code === "en") expect(words).toMatch(/Warning\s+No permission to operate/);
        // The user is signed out, here and after a reload.
        await menu(page).waitFor({ state: "detached" });
        expect(await page.evaluate(() => localStorage.getItem("toolkit_token"))).toBeNull();
        await warning(page)
          .getByRole("button", { name: t("account:login.submit") })
          .click();
        await field(page, "email").fill(email);
        await field(page, "password").fill(PASSWORD);
        await page.keyboard.press("Enter");
        await menu(page).waitFor();
        await live(page).getByText(email).first().waitFor();
        expect(await warning(page).count()).toBe(0);
      });
    },
  );

  it("ERR-1 is reported when the page is opened, too", inLongRun, async () => {
    await withPage({}, async (page) => {
      await openAs(page, "opened@example.org", "/pricing");
      site().change("DELETE FROM tokens");
      await page.reload();
      await warning(page).getByText("No permission to operate").waitFor();
      expect(await menu(page).count()).toBe(0);
      await page.reload();
      await page.locator("header [data-account] button").first().waitFor();
      expect(await warning(page).count()).toBe(0);
    });
  });
});

describe("a server that fails", () => {
  it("ERR-1 is reported by its popup; the page offers a retry", async () => {
    await withPage({}, async (page) => {
      await openAs(page, "fault@example.org", "/pricing");
      site().change("ALTER TABLE usages RENAME TO usages_away");
      try {
        await page.goto(`${site().url}/use-history`);
        await warning(page).waitFor();
        expect(await warning(page).innerText()).toMatch(/Warning\s+Internal system error/);
      } finally {
        site().change("ALTER TABLE usages_away RENAME TO usages");
      }
      // The round that the server makes each minute may miss the table, too.
      expect(
        site()
          .complaints()
          .filter((text) => !text.includes("sweep_failed")),
      ).toEqual(["API: request_failed: Error: no such table: usages\n"]);
      expect(await warning(page).count()).toBe(1);
      await warning(page).getByRole("button", { name: "Dismiss" }).click();
      await live(page).getByRole("button", { name: "Try again" }).click();
      await live(page)
        .getByText("No runs yet")
        .or(live(page).getByRole("heading"))
        .first()
        .waitFor();
      expect(await warning(page).count()).toBe(0);
    });
  });

  it("ERR-1 ERR-3 a form says nothing twice, keeps what was entered, and can be sent again", async () => {
    await site().signUp("again@example.org", PASSWORD);
    await withPage({}, async (page) => {
      await page.goto(`${site().url}/pricing`);
      await page.locator("header [data-account] button").first().click();
      await field(page, "email").fill("again@example.org");
      await field(page, "password").fill(PASSWORD);
      site().change("ALTER TABLE addresses RENAME TO addresses_away");
      try {
        await page.keyboard.press("Enter");
        await warning(page).waitFor();
      } finally {
        site().change("ALTER TABLE addresses_away RENAME TO addresses");
      }
      expect(site().complaints()).toEqual([
        "API: request_failed: Error: no such table: addresses\n",
      ]);
      expect(await warning(page).innerText()).toMatch(/Warning\s+Internal system error/);
      const alerts = await page.locator('dialog[open] form [role="alert"]').allInnerTexts();
      expect(alerts.join("").trim()).toBe("");
      expect(await field(page, "email").inputValue()).toBe("again@example.org");
      await warning(page).getByRole("button", { name: "Dismiss" }).click();
      await field(page, "password").press("Enter");
      await menu(page).waitFor();
    });
  });
});
