import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { loadConfig } from "#cli/build/load/config.ts";
import { loadMessages } from "#cli/build/load/messages.ts";
import { type OpenApi, openApi } from "#cli/preview/open-api.ts";
import type { Preview } from "#cli/preview/serve.ts";
import { register } from "#core/api/accounts/register.ts";
import { createTranslate } from "#runtime/i18n/translate.ts";
import { useBrowser, withPage } from "./browser.ts";
import { serveSite } from "./serve.ts";
import { inLongRun } from "../left-out.ts";

useBrowser();
const HOME = path.resolve(import.meta.dirname, "../..");
const PASSWORD = "a walk along the river";
/** Where the server keeps what it keeps. */
let root = "";
let api: OpenApi;
let preview: Preview;
const outbox: string[] = [];

beforeAll(async () => {
  fs.mkdirSync(path.join(HOME, ".toolkit/tests"), { recursive: true });
  root = fs.mkdtempSync(path.join(HOME, ".toolkit/tests/proof-"));
  // No tool costs anything there.
  fs.mkdirSync(path.join(root, "content/tools"), { recursive: true });
  api = await openApi({
    root,
    home: HOME,
    config: await loadConfig(HOME),
    env: { TRUSTED_PROXIES: "127.0.0.1, ::1" },
    print: (line) => {
      const file = /^Message: (.+)\n$/.exec(line)?.[1];
      if (file === undefined) throw new Error(line);
      outbox.push(fs.readFileSync(path.join(root, file), "utf8"));
    },
  });
  preview = await serveSite(inject("dist"), { api: api.handle });
});
afterAll(async () => {
  await preview?.close();
  await api?.close();
  fs.rmSync(root, { recursive: true, force: true });
});

/** Asks for codes from a /24 until the server wants a proof of work there. */
async function crowd(network: string): Promise<void> {
  for (let n = 1; n < 100; n++) {
    const { status } = await fetch(preview.url + register.path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `${network}.${n}` },
      body: JSON.stringify({ email: `spam.${network}.${n}@example.org`, password: PASSWORD }),
    });
    if (status === 428) return;
    expect(status).toBe(200);
  }
  throw new Error("No proof of work was asked for");
}

const dialog = (page: Page) => page.locator("dialog[open]").last();
const field = (page: Page, name: string) => dialog(page).locator(`[data-field="${name}"]`);

it.each([
  ["en", "", "203.0.113"],
  ["ar", "/ar", "198.51.100"],
] as const)(
  "USR-4 behind a crowded network a visitor registers, with a short check: %s",
  inLongRun,
  async (code, prefix, network) => {
    await crowd(network);
    const config = await loadConfig(HOME);
    const { language } = config.locales.find((locale) => locale.code === code)!;
    const t = createTranslate(language, loadMessages(config, [HOME]).messages.get(code)!.merged);
    const email = `ada.${code}@example.org`;
    const headers = { "X-Forwarded-For": `${network}.200` };
    await withPage({ extraHTTPHeaders: headers }, async (page) => {
      const statuses: number[] = [];
      page.on("response", (response) => {
        if (new URL(response.url()).pathname === register.path) statuses.push(response.status());
      });
      const workers: string[] = [];
      page.on("worker", (worker) => workers.push(worker.url()));
      await page.goto(`${preview.url}${prefix}/pricing`);
      await page.locator("header [data-account] button").first().click();
      await dialog(page).waitFor();
      await dialog(page)
        .getByRole("button", { name: t("account:login.register"), exact: true })
        .click();
      await field(page, "email").fill(email);
      await field(page, "password").fill(PASSWORD);
      // What is said for a moment.
      await page.evaluate(() => {
        const said = new Set<string>();
        new MutationObserver(() => {
          for (const live of document.querySelectorAll("dialog [aria-live]"))
            said.add(live.textContent);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
        Object.assign(window, { said });
      });
      await page.keyboard.press("Enter");
      await field(page, "code").waitFor();
      expect(statuses).toEqual([428, 200]);
      expect(workers.filter((url) => url.includes("proof-worker"))).toHaveLength(1);
      const said = await page.evaluate(() => [
        ...(window as unknown as { said: Set<string> }).said,
      ]);
      expect(said).toContain(t("account:checking"));
      expect(await dialog(page).getByText(t("account:checking")).count()).toBe(0);

      const message = () => outbox.findLast((text) => text.includes(`To: ${email}`));
      await expect.poll(message).toBeDefined();
      const body = message()!.replace(
        /(Content-Transfer-Encoding: base64\r\n(?:[^\r].*\r\n)*\r\n)([A-Za-z0-9+/=\r\n]+)/g,
        (_, head: string, text: string) => head + Buffer.from(text, "base64").toString(),
      );
      await field(page, "code").fill(/^\s*(\d{6})\s*$/m.exec(body)![1]!);
      await page.keyboard.press("Enter");
      await dialog(page).waitFor({ state: "detached" });
      await page.locator("header [data-account] button[popovertarget]").waitFor();
      expect(await page.evaluate(() => localStorage.getItem("toolkit_device"))).toMatch(
        /^[\w.-]+$/,
      );
    });
  },
);
