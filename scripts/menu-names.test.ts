import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { MENU } from "#core/tools/menu.ts";

const ROOT = path.join(import.meta.dirname, "..");
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");
/** A plain field of a page's front matter. */
const fieldOf = (page: string, name: string): string =>
  new RegExp(`^${name}: "?(.*?)"?$`, "m").exec(page)?.[1] ?? "";
const menuIn = (code: string): Record<string, string> =>
  JSON.parse(read(`locales/${code}/workspace.json`)).menu;
const isNamedLike = (page: string, entry: string): boolean =>
  page.toLowerCase().includes(entry.toLowerCase());

const pages = fs.readdirSync(path.join(ROOT, "content/tools")).map((file) => {
  const text = read(`content/tools/${file}`);
  return { file, menu: fieldOf(text, "menu"), name: fieldOf(text, "name") };
});
/** Entries of the side menu with the words of the page to which they lead, which may say more, such as "AI". */
const named = MENU.flatMap((entry) => {
  const own = pages.filter(({ menu }) => menu === entry.id);
  const page =
    "main" in entry
      ? own.find(({ file }) => file === `${entry.main}.md`)
      : own.length === 1 && own[0];
  const words = new RegExp(`\\b${menuIn("en")[entry.key]}\\b`, "i");
  return page && words.test(page.name) ? [{ key: entry.key, page }] : [];
});

describe("names of tools", () => {
  it("are equal in menu and page for most entries", () => {
    expect(named.length).toBeGreaterThan(7);
  });

  it.each(DEFAULT_LOCALES.map(({ code }) => code))(
    "WSP-3 LOC-8 in %s a tool has one name in menu and page where it has in English",
    (code) => {
      const menu = menuIn(code);
      const different = named.flatMap(({ key, page }) => {
        const file =
          code === "en" ? `content/tools/${page.file}` : `locales/${code}/tools/${page.file}`;
        if (!fs.existsSync(path.join(ROOT, file))) return [];
        const name = fieldOf(read(file), "name");
        return isNamedLike(name, menu[key]!) ? [] : [`${menu[key]}: ${name}`];
      });
      expect(different).toEqual([]);
    },
  );
});
