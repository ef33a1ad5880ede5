import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll } from "vitest";
import { withPage } from "./browser.ts";
import { paceClock } from "./pace.ts";
import { type RealSite, useRealSite } from "./real-site.ts";

let site: () => RealSite;
let token = "";

async function addMember(): Promise<void> {
  ({ token } = await site().addMember({
    email: "ada@example.org",
    password: "correct horse",
    free: 1000,
  }));
}

/** Serves the built site with its server and an account that has credits, for the tests of a file. */
export function useToolSite(): () => RealSite {
  const own = useRealSite();
  start(own);
  beforeAll(addMember);
  return own;
}

const start = (own: typeof site): void => void (site = own);

/** Uses a tool's page as a signed-in user. `pace`: speed of the page's clock. */
export const withTool = <T>(
  path: string,
  { pace, ...options }: BrowserContextOptions & { readonly pace?: number },
  work: (page: Page) => Promise<T>,
): Promise<T> =>
  withPage({ acceptDownloads: true, baseURL: site().url, ...options }, async (page) => {
    if (pace !== undefined) await paceClock(page, pace);
    await page.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
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

/** The session of the account. */
export const memberToken = (): string => token;

/** Credits of the account. */
export const creditsLeft = (): Promise<number> => site().creditsOf(token);
