import type { Page } from "playwright";
import { expect, it } from "vitest";
import { totp } from "#server/testing/totp.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { useRealSite } from "./real-site.ts";
import { shoot } from "./shots.ts";
import { hardest, inLongRun } from "../left-out.ts";

useBrowser();
const site = useRealSite();

const PASSWORD = "a walk along the river";
const NEXT = "a walk along the sea";
const STEP = 30_000;

let accounts = 0;
/** Opens a page with a new signed-in user, who also has a session elsewhere. */
async function withMember(
  path: string,
  options: Parameters<typeof withPage>[0],
  work: (page: Page, email: string, token: string) => Promise<void>,
): Promise<void> {
  site().change("DELETE FROM limits");
  const email = `member.${(accounts += 1)}@example.org`;
  const token = await site().signUp(email, PASSWORD);
  await withPage({ acceptDownloads: true, baseURL: site().url, ...options }, async (page) => {
    await page.addInitScript((own) => {
      if (sessionStorage.getItem("begun") === null) localStorage.setItem("toolkit_token", own);
      sessionStorage.setItem("begun", "1");
    }, token);
    await page.goto(path);
    await work(page, email, token);
  });
}

const ask = async (path: string, token: string, body?: object) => {
  const response = await fetch(site().url + path, {
    method: body ? "POST" : "GET",
    headers: {
      Authorization: token,
      "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0",
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as { data: never }) };
};

it("USR-16 USR-12 an account gets a second factor, which is asked for at the next login and at a reset", async () => {
  await withMember("/account-settings", {}, async (page, email) => {
    const pageErrors = watch(page);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("textbox", { name: "Password", exact: true }).fill("not it at all");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("This password is wrong.").last().waitFor();
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
    const picture = page.getByRole("img", { name: "QR code with the key" });
    await picture.waitFor();
    const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(
      " ",
      "",
    );
    const uri = `otpauth://totp/x?secret=${key}`;
    await shoot(page, "two-factor-key");
    const entry = page.getByLabel("Authentication code");
    await entry.fill("12345");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("The code has 6 digits.").last().waitFor();
    await entry.fill(totp(uri, Date.now()));
    await page.getByRole("button", { name: "Turn on" }).click();
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    const recovery = await codes.allInnerTexts();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as a file" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/-recovery-codes\.txt$/);
    await shoot(page, "two-factor-codes");
    await page.getByRole("button", { name: "I have saved them" }).click();
    await page.getByText("Recovery codes left: 10").waitFor();

    // The next login takes both.
    await page
      .getByRole("region", { name: "Account" })
      .getByRole("button", { name: "Log out" })
      .click();
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email address").fill(email);
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Log in" }).click();
    await dialog.getByRole("heading", { name: "Enter the authentication code" }).waitFor();
    await shoot(page, "two-factor-login");
    const second = dialog.getByLabel("Authentication code");
    await expect
      .poll(() => second.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await second.fill("000 000");
    await second.press("Enter");
    await dialog.getByText("This code is wrong, or it has already been used.").last().waitFor();
    // That of the next half minute is taken, too: this minute's has been used.
    await second.fill(totp(uri, Date.now() + STEP));
    await second.press("Enter");
    await page.getByText("Recovery codes left: 10").waitFor();

    // A mailbox alone is not enough.
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await dialog.getByRole("button", { name: "Send the code" }).click();
    await dialog.getByLabel("Code", { exact: true }).fill(await site().codeOf(email));
    await dialog.getByLabel("New password").fill(NEXT);
    await dialog.getByRole("button", { name: "Set the password" }).click();
    await dialog.getByLabel("Authentication code").fill(recovery[0]!);
    await dialog.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("Recovery codes left: 9").waitFor();

    // Nor is the old password, to change it.
    await page.getByLabel("Current password").fill(NEXT);
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Enter the code from your authenticator app").last().waitFor();
    await shoot(page, "two-factor-password");
    await page.getByLabel("Authentication code").fill(recovery[2]!);
    await page.getByRole("button", { name: "Change the password" }).click();
    // The same words may still stand there for the reset.
    await page.getByLabel("Authentication code").waitFor({ state: "detached" });
    await page.getByText("Your new password is set").last().waitFor();

    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
    await page.getByLabel("Authentication code").fill(recovery[1]!.toLowerCase());
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Set up" }).waitFor();
    // Refusals are answers with 400.
    expect(pageErrors.filter((text) => !text.includes("400"))).toEqual([]);
  });
});

it("USR-16 USR-12 sessions are listed and ended, and the password is changed by the old one", async () => {
  await withMember("/account-settings", {}, async (page, email, first) => {
    const pageErrors = watch(page);
    const enter = async () => {
      const { data } = await ask("/audio/api/user/login/password", "", {
        email,
        password: PASSWORD,
      });
      return (data as { token: string }).token;
    };
    const [one, two] = [await enter(), await enter()];
    const isIn = async (token: string) => (await ask("/audio/api/user/info", token)).status === 200;
    await page.reload();
    const entries = page
      .getByRole("region", { name: "Where you are logged in" })
      .getByRole("listitem");
    await expect.poll(() => entries.count()).toBe(3);
    await shoot(page, "settings");
    const others = page.getByRole("button", { name: /^Log out .*Firefox, Linux/ });
    expect(await others.count()).toBe(2);
    await others.first().click();
    await expect.poll(() => entries.count()).toBe(2);
    expect([await isIn(first), (await isIn(one)) !== (await isIn(two))]).toEqual([true, true]);
    await page.getByRole("button", { name: "Log out all other devices" }).click();
    await expect.poll(() => entries.count()).toBe(1);
    expect([await isIn(first), await isIn(one), await isIn(two)]).toEqual([true, false, false]);

    const third = await enter();
    await page.getByLabel("Current password").fill("not it at all");
    await page.getByLabel("New password").fill(NEXT);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("This password is wrong.").last().waitFor();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Your new password is set").waitFor();
    expect([await isIn(first), await isIn(third)]).toEqual([true, false]);
    expect(await page.getByLabel("Current password").inputValue()).toBe("");
    expect(pageErrors.filter((text) => !text.includes("400"))).toEqual([]);
  });
});

it("CMP-5 a preview of an episode's link, which runs no scripts, names the episode in the language of the link", async () => {
  await withMember("/account-settings", {}, async (_page, _email, token) => {
    const upload = await fetch(`${site().url}/audio/api/v1/podcast/audio`, {
      method: "POST",
      headers: { Authorization: token, "Content-Type": "audio/mpeg" },
      body: Buffer.concat([Buffer.from("ID3"), Buffer.alloc(997, 7)]),
    });
    const { data } = (await upload.json()) as { data: { audio_url: string } };
    const saved = await ask("/audio/api/v1/podcast/save", token, {
      title: 'Rooms & "halls"',
      language: "en-US",
      duration: 60,
      audio_url: data.audio_url,
      transcript: [{ start: 0, end: 2, speaker: "Maren", text: "Why rooms sound." }],
    });
    const { id } = saved.data as { id: string };
    for (const prefix of ["", "/ar"])
      await withPage({ baseURL: site().url, javaScriptEnabled: false }, async (page) => {
        const answer = await page.goto(`${prefix}/podcast-preview?id=${id}`);
        expect(answer!.headers()["content-security-policy"]).toContain("script-src 'self'");
        const contentOf = (selector: string): Promise<string | null> =>
          page.locator(`head ${selector}`).evaluate((tag) => tag.getAttribute("content"));
        expect(await page.title()).toContain('Rooms & "halls"');
        expect(await page.locator("html").getAttribute("dir")).toBe(prefix === "" ? "ltr" : "rtl");
        for (const name of ["property='og:title'", "name='twitter:title'"])
          expect(await contentOf(`meta[${name}]`)).toBe('Rooms & "halls"');
        for (const name of ["description", "twitter:description"])
          expect(await contentOf(`meta[name='${name}']`)).toBe("Why rooms sound.");
        expect(await contentOf("meta[property='og:description']")).toBe("Why rooms sound.");
        expect(await contentOf("meta[name='robots']")).toBe("noindex");
        const address = `${prefix}/podcast-preview?id=${id}`;
        expect((await contentOf("meta[property='og:url']"))!.endsWith(address)).toBe(true);
        const canonical = page.locator("head link[rel='canonical']");
        expect((await canonical.getAttribute("href"))!.endsWith(address)).toBe(true);
      });
  });
});

it("CMP-5 an episode is deleted on its page by its owner alone", async () => {
  await withMember("/account-settings", {}, async (page, _email, token) => {
    const upload = await fetch(`${site().url}/audio/api/v1/podcast/audio`, {
      method: "POST",
      headers: { Authorization: token, "Content-Type": "audio/mpeg" },
      body: Buffer.concat([Buffer.from("ID3"), Buffer.alloc(997, 7)]),
    });
    const { data } = (await upload.json()) as { data: { audio_url: string } };
    const saved = await ask("/audio/api/v1/podcast/save", token, {
      title: "Rooms",
      language: "en-US",
      duration: 60,
      audio_url: data.audio_url,
      transcript: [{ start: 0, end: 2, speaker: "Maren", text: "Hello." }],
    });
    const { id } = saved.data as { id: string };
    const remove = (shown: Page) => shown.getByRole("button", { name: "Delete this episode" });
    await withPage({ baseURL: site().url }, async (stranger) => {
      await stranger.goto(`/podcast-preview?id=${id}`);
      await stranger.getByRole("heading", { name: "Rooms" }).waitFor();
      expect(await remove(stranger).count()).toBe(0);
    });
    await page.goto(`/podcast-preview?id=${id}`);
    await remove(page).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Rooms" }).waitFor();
    await remove(page).click();
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Nobody can hear it here anymore.").waitFor();
    await page.reload();
    await page.getByText("Episode not found").waitFor();
  });
});

it.each(
  hardest([
    ["en", { viewport: { width: 1280, height: 900 } }],
    ["ar", { viewport: { width: 390, height: 844 } }],
  ] as const),
)(
  "USR-16 A11Y the settings in %s fit their screen and break no rule of accessibility",
  inLongRun,
  async (code, options) => {
    const prefix = code === "en" ? "" : `/${code}`;
    const t = site().texts(code);
    await withMember(`${prefix}/account-settings`, options, async (page) => {
      await page.getByRole("button", { name: t("pages:settings.twoFactor.setUp") }).click();
      await page
        .getByRole("textbox", { name: t("account:field.password"), exact: true })
        .fill(PASSWORD);
      await page.getByRole("button", { name: t("pages:settings.twoFactor.continue") }).click();
      await page.getByRole("img", { name: t("pages:settings.twoFactor.qr") }).waitFor();
      await shoot(page, `two-factor-${code}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        options.viewport.width,
      );
      await page.evaluate(source);
      expect(await violations(page, "with a key", ALL)).toEqual([]);
    });
  },
);
