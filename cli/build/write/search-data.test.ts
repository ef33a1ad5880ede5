import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { searchFile } from "#core/search/search-data.ts";
import { loadSite } from "../../check/load-site.ts";
import { edit, makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { HOME } from "../../files/home.ts";
import type { Entry } from "../load/entry.ts";
import {
  createCachedReadTexts,
  createReadTexts,
  publishedParts,
  searchDataOf,
  searchFilesOf,
  searchKeyOf,
  type ReadTexts,
} from "./search-data.ts";

afterAll(removeSites);

const ONE_FILE = { toolsASearchFile: 2, toolsASearchPart: 1 };
const IN_PARTS = { toolsASearchFile: 1, toolsASearchPart: 1 };
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
  for (const sizes of [ONE_FILE, IN_PARTS]) {
    expect(searchKeyOf(after, "en", sizes)).toBe(searchKeyOf(before, "en", sizes));
    expect(searchKeyOf(after, "de", sizes)).not.toBe(searchKeyOf(before, "de", sizes));
  }
  expect(searchKeyOf(before, "de", IN_PARTS)).not.toBe(searchKeyOf(before, "de", ONE_FILE));
});

it("NAV-12 NAV-10 a part has another name when its content has changed, and only then", async () => {
  const root = makeSite(siteFiles());
  const data = searchDataOf(await planOf(root), "de", createReadTexts(root));
  const [alpha, beta] = data.tools;
  const partsOf = (tools: typeof data.tools) =>
    [...searchFilesOf({ ...data, tools }, "de", IN_PARTS).keys()].filter((file) =>
      file.includes("-tools-"),
    );
  const before = partsOf([alpha!, beta!]);
  const after = partsOf([{ ...alpha!, topics: ["other"] }, beta!]);
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  for (const file of before) expect(file).toMatch(/^assets\/search-de-tools-\d-[\da-f]{8}\.json$/);
});

it("CLI-2 only files that have changed are read again for the search", async () => {
  const files = siteFiles();
  const root = makeSite(files);
  const first = await planOf(root);
  const data = searchDataOf(first, "en", createReadTexts(root));
  const publishedBy = (sizes: typeof ONE_FILE): string =>
    makeSite(
      Object.fromEntries(
        [...searchFilesOf(data, "en", sizes)].map(([file, value]) => [file, JSON.stringify(value)]),
      ),
    );
  edit(files, ALPHA, "english word 3", "another");
  fs.writeFileSync(path.join(root, ALPHA), files[ALPHA]!);
  const plan = await planOf(root);
  const isSame = ({ id, hash }: Entry): boolean => first.entries.get(id)?.hash === hash;
  const damaged = makeSite({ [searchFile("en")]: '{"tools":1' });
  const dataBy = (read: ReadTexts) => searchDataOf(plan, "en", read).tools;
  expect(dataBy(createCachedReadTexts(root, damaged, isSame))[1]!.keywords).toHaveLength(12);
  // The file is missing, so opening it would fail: an unchanged file must not be opened.
  fs.rmSync(path.join(root, "content/tools/beta.md"));
  for (const sizes of [ONE_FILE, IN_PARTS]) {
    const [alpha, beta] = dataBy(createCachedReadTexts(root, publishedBy(sizes), isSame));
    expect(alpha!.keywords[3]).toBe("another");
    expect(beta!.keywords[3]).toBe("english word 3");
  }
  expect(() => dataBy(createCachedReadTexts(root, undefined, isSame))).toThrow(/beta/);
});

it("NAV-12 NAV-10 an index is one file, or names the others", async () => {
  const root = makeSite(siteFiles());
  const data = searchDataOf(await planOf(root), "de", createReadTexts(root));
  const files = [...searchFilesOf(data, "de", IN_PARTS)];
  const published = makeSite(
    Object.fromEntries(files.map(([file, value]) => [file, JSON.stringify(value)])),
  );
  const names = files.map(([file]) => file).filter((file) => file !== searchFile("de"));
  expect(publishedParts(published, "de")).toEqual(names);
  expect(publishedParts(published, "en")).toBeNull();
  expect(searchFilesOf(data, "de", ONE_FILE).get("app/search/de.json")).toEqual(data);
});
