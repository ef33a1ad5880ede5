import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { searchFile } from "#core/tools/search.ts";
import { loadSite } from "../../check/load-site.ts";
import { edit, makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { HOME } from "../../files/home.ts";
import type { Entry } from "../load/entry.ts";
import {
  createCachedReadTexts,
  createReadTexts,
  searchDataOf,
  searchKeyOf,
  type ReadTexts,
} from "./search-data.ts";

afterAll(removeSites);

const ALPHA = "content/tools/alpha.md";

async function planOf(root: string) {
  const { plan } = await loadSite({ root, home: HOME });
  return plan;
}

it("NAV-12 a locale's search data have its words; English ones are not for other languages", async () => {
  const root = makeSite(siteFiles());
  const data = searchDataOf(await planOf(root), "de", createReadTexts(root));
  expect(data.language).toBe("de");
  const [alpha, beta] = data.tools;
  expect(alpha).toEqual({
    slug: "alpha",
    path: "/de/alpha",
    name: "Alpha auf Deutsch",
    tagline: "What Alpha auf Deutsch does.",
    description:
      "Alpha auf Deutsch is described here in one sentence that is long enough, and in another one that uses the room of a result.",
    keywords: Array.from({ length: 12 }, (_, at) => `german word ${at}`),
    topics: [
      ...Array.from({ length: 4 }, (_, at) => `One ${at}`),
      ...Array.from({ length: 5 }, (_, at) => `One ${at}`),
      "Erster Teil",
    ],
    available: false,
  });
  expect(beta).toMatchObject({ name: "beta", keywords: [], description: "", topics: [] });
});

it("NAV-12 a tool's key changes with its own file alone, in its own language", async () => {
  const files = siteFiles();
  const before = await planOf(makeSite(files));
  edit(files, "locales/de/tools/alpha.md", "german word 3", "deutsches Wort");
  const after = await planOf(makeSite(files));
  const same = (code: string): boolean => searchKeyOf(before, code) === searchKeyOf(after, code);
  expect([same("en"), same("de")]).toEqual([true, false]);
});

it("CLI-2 only files that have changed are read again for the search", async () => {
  const files = siteFiles();
  const root = makeSite(files);
  const first = await planOf(root);
  const published = makeSite({
    [searchFile("en")]: JSON.stringify(searchDataOf(first, "en", createReadTexts(root))),
  });
  edit(files, ALPHA, "english word 3", "another");
  fs.writeFileSync(path.join(root, ALPHA), files[ALPHA]!);
  const plan = await planOf(root);
  const isSame = ({ id, hash }: Entry): boolean => first.entries.get(id)?.hash === hash;
  const damaged = makeSite({ [searchFile("en")]: '{"tools":1' });
  const dataBy = (read: ReadTexts) => searchDataOf(plan, "en", read).tools;
  expect(dataBy(createCachedReadTexts(root, damaged, isSame))[1]!.keywords).toHaveLength(12);
  // The file is missing, so opening it would fail: an unchanged file must not be opened.
  fs.rmSync(path.join(root, "content/tools/beta.md"));
  const [alpha, beta] = dataBy(createCachedReadTexts(root, published, isSame));
  expect(alpha!.keywords[3]).toBe("another");
  expect(beta!.keywords[3]).toBe("english word 3");
  expect(() => dataBy(createCachedReadTexts(root, undefined, isSame))).toThrow(/beta/);
});
