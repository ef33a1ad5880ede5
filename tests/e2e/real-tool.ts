import type { BrowserContextOptions, Page } from "playwright";
import { withPage } from "./browser.ts";
import type { RealSite } from "./real-site.ts";

let accounts = 0;

/**
 * Uses a tool's page as a newly registered user of the real server.
 * @param work receives a function that requests the remaining credits
 */
export async function withNewcomer<T>(
  site: RealSite,
  path: string,
  options: BrowserContextOptions,
  work: (page: Page, creditsLeft: () => Promise<number>) => Promise<T>,
): Promise<T> {
  // More people than one client may register in an hour.
  site.change("DELETE FROM limits");
  const token = await site.signUp(`newcomer.${(accounts += 1)}@example.org`, "a walk by the river");
  return withPage({ acceptDownloads: true, baseURL: site.url, ...options }, async (page) => {
    await page.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
    await page.goto(path);
    await page.locator("dialog[open] [data-pane=panel]").waitFor();
    return work(page, () => site.creditsOf(token));
  });
}
