import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, inject } from "vitest";
import type { Preview } from "../../cli/preview/serve.ts";
import type { FakeApi } from "../fake-api/fake-api.ts";
import { createFakeApi } from "../fake-api/fake-api.ts";
import { withPage } from "./browser.ts";
import { paceClock } from "./pace.ts";
import { serveSite } from "./serve.ts";

const NAME = "ada@example.org";

export interface ToolSite {
  readonly fake: FakeApi;
  readonly url: string;
}

let site: ToolSite & { readonly preview: Preview };

/** Serves the built site with an API and an account that has credits, for the tests of a file. */
export function useToolSite(): () => ToolSite {
  beforeAll(async () => {
    const fake = createFakeApi();
    fake.addAccount(NAME, "correct horse", { free: 1000 });
    const preview = await serveSite(inject("dist"), { api: fake.handle });
    site = { fake, preview, url: preview.url };
  });
  afterAll(() => site.preview.close());
  return () => site;
}

/** Works on a tool's page as somebody who is logged in. `pace`: of the page's clock. */
export const withTool = <T>(
  path: string,
  { pace, ...options }: BrowserContextOptions & { readonly pace?: number },
  work: (page: Page) => Promise<T>,
): Promise<T> =>
  withPage({ acceptDownloads: true, baseURL: site.url, ...options }, async (page) => {
    if (pace !== undefined) await paceClock(page, pace);
    await page.addInitScript(
      (token) => localStorage.setItem("toolkit_token", token),
      site.fake.signIn(NAME),
    );
    await page.goto(path);
    await page.locator("dialog[open] [data-pane=panel]").waitFor();
    return work(page);
  });

/** Puts files into the tray. */
export const addFiles = (
  page: Page,
  files: readonly { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[],
): Promise<void> =>
  page
    .locator('dialog[open] input[type="file"]')
    .first()
    .setInputFiles([...files]);

/** Credits of the account. */
export const creditsLeft = (): number => site.fake.account(NAME)!.purse.free;
