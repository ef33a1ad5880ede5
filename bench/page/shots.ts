// Takes pictures of the site's screens, for people to look at. See README.md beside this file.
import fs from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import { startBrowser } from "./browser.ts";
import { type ShotSite, openShotSite } from "./shot-site.ts";
import { SCREENS } from "./shot-screens.ts";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const HOME = path.resolve(import.meta.dirname, "../..");
const built = path.resolve(option("dist", path.join(HOME, "dist")));
const out = path.resolve(option("out", path.join(HOME, ".toolkit/shots")));
const codes = option("locales", "en,ar,ja").split(",");
const widths = option("widths", "390,768,1440").split(",").map(Number);
const themes = option("themes", "light").split(",") as ("light" | "dark")[];
const screens = option("screens", Object.keys(SCREENS).join()).split(",");
const isWhole = process.argv.includes("--whole");

/** CSS pixels of a window, by its width. */
const heightOf = (width: number): number =>
  width < 600 ? 844 : width < 1000 ? 1024 : width === 1366 ? 768 : 900;

/** The signed-in user, for screens of an account. */
async function visitor(
  context: BrowserContext,
  site: ShotSite,
  screen: string,
  path: (route: string) => string,
): Promise<Page> {
  const page = await context.newPage();
  const { route, account, show } = SCREENS[screen]!;
  if (account) {
    const token = await site.signedIn(account);
    await context.addInitScript((value) => localStorage.setItem("toolkit_token", value), token);
  }
  await page.goto(path(route));
  await page.waitForLoadState("networkidle");
  await show?.(page);
  // What is on its way arrives.
  await page.waitForTimeout(1200);
  return page;
}

if (!fs.existsSync(built)) throw new Error(`There is no ${built}. Build the site first`);
fs.mkdirSync(out, { recursive: true });
const site = await openShotSite(HOME, built);
const browser = await startBrowser();
let failures = 0;
try {
  for (const screen of screens)
    for (const code of codes)
      for (const theme of themes)
        for (const width of widths) {
          const name = [screen, code, ...(theme === "dark" ? [theme] : []), width].join("-");
          const isPhone = width < 600;
          const context = await browser.newContext({
            baseURL: site.url,
            locale: code,
            colorScheme: theme,
            viewport: { width, height: heightOf(width) },
            ...(isPhone && { hasTouch: true, isMobile: true }),
          });
          context.setDefaultTimeout(30_000);
          try {
            const page = await visitor(
              context,
              site,
              screen,
              (route) =>
                `${code === "en" ? "" : `/${code}`}${route === "/" && code !== "en" ? "" : route}?noredirect`,
            );
            await page.screenshot({ path: path.join(out, `${name}.png`), fullPage: isWhole });
            process.stderr.write(`${name}\n`);
          } catch (error) {
            failures++;
            process.stderr.write(`${name}: ${String(error)}\n`);
          } finally {
            await context.close();
          }
        }
} finally {
  await browser.close();
  await site.close();
}
process.exitCode = failures === 0 ? 0 : 1;
