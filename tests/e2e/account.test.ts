import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { hydrated, settled } from "./application.ts";
import { useBrowser, withPage } from "./browser.ts";
import { useRealSite } from "./real-site.ts";

useBrowser();
const site = useRealSite();
const PASSWORD = "correct horse";
let eves = 0;

beforeAll(async () => {
  await site().addMember({ email: "ada@example.org", password: PASSWORD, free: 2, bought: 5 });
});

const account = "[data-account] button";
const dialog = (page: Page) => page.locator("dialog[open]");
const field = (page: Page, name: string) => dialog(page).locator(`[data-field="${name}"]`);

async function openLogin(page: Page, path = "/pricing"): Promise<void> {
  // More logins than a visitor makes in an hour.
  site().change("DELETE FROM limits");
  await page.goto(site().url + path);
  await page.locator(account).first().click();
  await dialog(page).waitFor();
}
async function logIn(page: Page, path?: string): Promise<void> {
  await openLogin(page, path);
  await field(page, "email").fill("ada@example.org");
  await field(page, "password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
}
const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

describe("logging in", () => {
  it("USR-2 USR-13 stores the token, closes the dialog, and loads the credits", async () => {
    await withPage({}, async (page) => {
      await logIn(page);
      expect(await stored(page, "toolkit_token")).toBeTruthy();
      expect(await stored(page, "user_id")).toBeTruthy();
      // The id of a visitor is for ratings: nothing is stored before one is given.
      expect(await stored(page, "audio_userUuid")).toBeNull();
      const menu = page.locator(`${account}[popovertarget]`);
      await expect.poll(() => menu.getAttribute("aria-label")).toContain("7 credits");
      // The balance is written beside the icon, and the header is as high as before.
      expect(await menu.innerText()).toContain("7 credits");
      expect((await menu.boundingBox())!.height).toBe(44);
    });
  });

  it("USR-2 a wrong password is reported at its field, the input stays, and nothing is stored", async () => {
    await withPage({}, async (page) => {
      await openLogin(page);
      await field(page, "email").fill("ada@example.org");
      await field(page, "password").fill("wrong");
      await page.keyboard.press("Enter");
      const password = field(page, "password");
      await expect.poll(() => password.getAttribute("aria-invalid")).toBe("true");
      expect(await field(page, "email").inputValue()).toBe("ada@example.org");
      expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await stored(page, "toolkit_token")).toBeNull();
    });
  });

  it("USR-2 the login survives a reload, a page and a language", async () => {
    await withPage({}, async (page) => {
      await logIn(page, "/audio-trimmer");
      await page.reload();
      const menu = page.locator(`${account}[popovertarget]`);
      await menu.waitFor();
      await page.goto(`${site().url}/ar/pricing`);
      await expect.poll(() => menu.getAttribute("aria-label")).toContain("ada@example.org");
    });
  });

  it(
    "USR-2 a press that lasts while the account's menu comes into its place opens the dialog",
    inLongRun,
    async () => {
      await withPage({}, async (page) => {
        const { promise: pressed, resolve: release } = Promise.withResolvers<void>();
        await page.route("**/*.js", async (route) => {
          await pressed;
          await route.continue();
        });
        await page.goto(`${site().url}/pricing`, { waitUntil: "commit" });
        await page.locator(account).hover();
        await page.mouse.down();
        release();
        await hydrated(page);
        await settled(page);
        await page.mouse.up();
        await dialog(page).waitFor();
      });
    },
  );

  it("USR-3 logging out in one tab logs the other out, too", async () => {
    await withPage({}, async (page) => {
      await logIn(page);
      const other = await page.context().newPage();
      await other.goto(`${site().url}/pricing`);
      await other.locator(`${account}[popovertarget]`).waitFor();
      await page.locator(`${account}[popovertarget]`).click();
      await page.locator("[data-account] [popover] li:last-child button").click();
      await expect.poll(() => stored(page, "user_id")).toBeNull();
      await other.locator(`${account}:not([popovertarget], [popover] *)`).waitFor();
    });
  });

  it("USR-3 logging out ends the token at the server; offline it ends in the browser, in all tabs", async () => {
    await withPage({}, async (page) => {
      const out = async (): Promise<void> => {
        await page.locator(`${account}[popovertarget]`).click();
        await page.locator("[data-account] [popover] li:last-child button").click();
        await expect.poll(() => stored(page, "toolkit_token")).toBeNull();
      };
      const statusOf = async (token: string): Promise<number> => {
        const headers = { Authorization: token };
        return (await fetch(`${site().url}/audio/api/user/info`, { headers })).status;
      };
      await logIn(page);
      const ended = (await stored(page, "toolkit_token"))!;
      expect(await statusOf(ended)).toBe(200);
      await out();
      await expect.poll(() => statusOf(ended)).toBe(401);
      await logIn(page);
      const storedToken = (await stored(page, "toolkit_token"))!;
      const other = await page.context().newPage();
      await other.goto(`${site().url}/pricing`);
      await other.locator(`${account}[popovertarget]`).waitFor();
      await page.context().setOffline(true);
      await out();
      await other.locator(`${account}:not([popovertarget], [popover] *)`).waitFor();
      expect(await statusOf(storedToken)).toBe(200);
    });
  });

  it("ERR-1 a server error is reported, and the form can be sent again", inLongRun, async () => {
    await withPage({}, async (page) => {
      await openLogin(page);
      // No server of ours answers like that, but something between it and the visitor.
      const login = "**/audio/api/user/login/password";
      await page.route(login, (route) => route.fulfill({ status: 503, body: "Try again later" }));
      await field(page, "email").fill("ada@example.org");
      await field(page, "password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      const popup = page.locator('[data-notice][data-kind="warning"]');
      await popup.waitFor();
      expect(await popup.innerText()).toMatch(/^\s*Warning\s+Request failed\s*$/);
      expect(await dialog(page).locator("form").innerText()).not.toContain("Request failed");
      await page.unroute(login);
      await field(page, "password").press("Enter");
      await dialog(page).waitFor({ state: "detached" });
    });
  });
});

/** Registers a user with a password and without credits. @returns the address */
async function addEve(claims: { readonly hasClaimed?: boolean } = {}): Promise<string> {
  const email = `eve.${(eves += 1)}@example.org`;
  await site().addMember({ email, password: PASSWORD, ...claims });
  return email;
}

describe("an account", () => {
  it("USR-4 USR-14 is made with the code that was sent, which its sixth digit submits, and has today's credits", async () => {
    await withPage({}, async (page) => {
      await openLogin(page);
      await dialog(page).getByRole("button", { name: "Create an account" }).click();
      await field(page, "email").fill("new@example.org");
      await field(page, "password").fill("short");
      await page.keyboard.press("Enter");
      await expect.poll(() => field(page, "password").getAttribute("aria-invalid")).toBe("true");
      await field(page, "password").fill("long enough to pass");
      await page.keyboard.press("Enter");
      await field(page, "code").waitFor();
      await field(page, "code").fill("000000");
      await expect.poll(() => field(page, "code").getAttribute("aria-invalid")).toBe("true");
      await field(page, "code").fill(await site().codeOf("new@example.org"));
      await dialog(page).waitFor({ state: "detached" });
      expect(await stored(page, "toolkit_token")).toBeTruthy();
      const menu = page.locator(`${account}[popovertarget]`);
      await expect.poll(() => menu.getAttribute("aria-label")).toContain("3 credits");
    });
  });

  it(
    "USR-6 WSP-1 on a phone the notice covers no bar, no button and no field of the workspace",
    inLongRun,
    async () => {
      const { token } = await site().addMember({ email: "pia@example.org" });
      const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
      await withPage(PHONE, async (page) => {
        await page.addInitScript((value) => {
          localStorage.setItem("toolkit_token", value);
          // A notice stays while it has the focus or the pointer.
          const own = window.setTimeout;
          window.setTimeout = ((run: () => void, ms?: number) =>
            ms === 4500 ? 0 : own(run, ms)) as typeof setTimeout;
        }, token);
        await page.goto(`${site().url}/background-audio-remover`);
        const tip = page.locator('dialog[open] [data-notice="daily-tip"]');
        await tip.waitFor();
        await page.locator("dialog[open] [data-pane=panel]").waitFor();
        /** Names of what a notice lies over. */
        const covered = () =>
          page.evaluate(() => {
            const box = document.querySelector("[data-notice]")!.getBoundingClientRect();
            const remaining = document.querySelectorAll(
              "dialog[open] header *, dialog[open] nav *, dialog[open] [data-primary], [data-chip]",
            );
            return Array.from(remaining)
              .filter((element) => element.checkVisibility())
              .map((element) => ({ element, own: element.getBoundingClientRect() }))
              .filter(({ own }) => own.width > 1 && own.left < 390 && own.right > 0)
              .filter(({ own }) => own.top < box.bottom && own.bottom > box.top)
              .map(({ element }) => element.outerHTML.slice(0, 80));
          });
        await expect.poll(covered).toEqual([]);
        const box = (await tip.boundingBox())!;
        expect(box.y).toBeGreaterThan(0);
        expect(box.y + box.height).toBeLessThan(844);
        await page.locator("dialog[open] header").getByRole("button", { name: "Close" }).click();
        await page.locator("dialog[open]").waitFor({ state: "detached" });
        await tip.or(page.locator('[data-notice="daily-tip"]')).first().waitFor();
      });
    },
  );

  it("USR-6 today's credits are offered in a notice after the login, once a day, until it is refused", async () => {
    const email = await addEve();
    await withPage({}, async (page) => {
      const tip = page.locator('[data-notice="daily-tip"]');
      const age = (hours: number): Promise<void> =>
        page.evaluate((by) => {
          const name = localStorage.getItem("user_id")!;
          const tips = JSON.parse(localStorage.getItem("show35TipList")!) as {
            [name: string]: { at: number };
          };
          tips[name]!.at -= by * 3600;
          localStorage.setItem("show35TipList", JSON.stringify(tips));
        }, hours);
      const again = async (): Promise<void> => {
        await page.reload();
        const menu = page.locator(`${account}[popovertarget]`);
        await expect.poll(() => menu.getAttribute("aria-label")).toContain("0 credits");
      };
      await openLogin(page);
      await field(page, "email").fill(email);
      await field(page, "password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await tip.getByRole("button", { name: "Dismiss" }).click();
      await tip.waitFor({ state: "detached" });
      await age(23);
      await again();
      expect(await tip.count()).toBe(0);
      await age(2);
      await again();
      await tip.getByRole("checkbox", { name: "Do not show this again" }).check();
      await age(25);
      await again();
      expect(await tip.count()).toBe(0);
    });
  });

  it(
    "USR-6 the tip in the menu shows when the next credits arrive, and the checkbox can be reverted",
    inLongRun,
    async () => {
      const email = await addEve({ hasClaimed: true });
      await withPage({}, async (page) => {
        await openLogin(page);
        await field(page, "email").fill(email);
        await field(page, "password").fill(PASSWORD);
        await page.keyboard.press("Enter");
        await dialog(page).waitFor({ state: "detached" });
        const menu = page.locator(`${account}[popovertarget]`);
        const tip = page.locator('[data-notice="daily-tip"]');
        const box = tip.getByRole("checkbox", { name: "Do not show this again" });
        const ask = async (): Promise<void> => {
          await menu.click();
          await page.getByRole("button", { name: "Today’s credits" }).click();
          await tip.getByText("You can claim again 24 hours after the last time.").waitFor();
        };
        await menu.waitFor();
        expect(await tip.count()).toBe(0);
        await ask();
        expect(await tip.getByRole("button", { name: "Claim credits" }).count()).toBe(0);
        await box.check();
        const dontshow = async (): Promise<unknown> =>
          (JSON.parse((await stored(page, "show35TipList"))!) as never)[
            (await stored(page, "user_id"))!
          ]["dontshow"];
        expect(await dontshow()).toBe(true);
        await tip.getByRole("button", { name: "Dismiss" }).click();
        await tip.waitFor({ state: "detached" });
        await page.reload();
        await menu.waitFor();
        await ask();
        expect(await box.isChecked()).toBe(true);
        await box.uncheck();
        expect(await dontshow()).toBe(false);
      });
    },
  );

  it("USR-9 confirming the gift grants its credits, once", async () => {
    const email = await addEve({ hasClaimed: true });
    await withPage({}, async (page) => {
      const gift = async () => {
        const workspace = page.locator('dialog[open][aria-label="Workspace"]');
        await workspace.getByRole("button", { name: "Gift credits" }).click();
        const offer = page
          .locator("dialog[open]", { hasText: "Credits are waiting for you" })
          .last();
        await offer.getByRole("button", { name: "Claim the credits" }).click();
        return offer;
      };
      await openLogin(page);
      await field(page, "email").fill(email);
      await field(page, "password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await dialog(page).waitFor({ state: "detached" });
      const token = (await stored(page, "toolkit_token"))!;
      expect(await site().creditsOf(token)).toBe(0);
      await page.goto(`${site().url}/audio-trimmer?from=workspace`);
      await (await gift()).waitFor({ state: "detached" });
      const credits = await site().creditsOf(token);
      expect(credits).toBeGreaterThan(0);
      const again = await gift();
      await again.getByText("These credits have already been claimed.").waitFor();
      expect(await site().creditsOf(token)).toBe(credits);
    });
  });

  it("USR-6 claims today's credits from its menu", inLongRun, async () => {
    const email = await addEve();
    await withPage({}, async (page) => {
      await openLogin(page);
      await field(page, "email").fill(email);
      await field(page, "password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await dialog(page).waitFor({ state: "detached" });
      const menu = page.locator(`${account}[popovertarget]`);
      await menu.click();
      await page.getByRole("button", { name: "Claim today’s credits" }).click();
      await expect.poll(() => menu.getAttribute("aria-label")).toContain("3 credits");
    });
  });
});

it("LOC-6 the login is right to left in Arabic, and fits a phone", inLongRun, async () => {
  await withPage({ viewport: { width: 320, height: 640 } }, async (page) => {
    await openLogin(page, "/ar/audio-trimmer");
    const box = (await dialog(page).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
    expect(await dialog(page).evaluate((element) => getComputedStyle(element).direction)).toBe(
      "rtl",
    );
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    const focused = await page.evaluate(
      () => document.activeElement?.closest("[data-account]") !== null,
    );
    expect(focused).toBe(true);
  });
});
