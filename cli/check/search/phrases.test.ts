import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Files, edit, linesOf, removeSites } from "#tests/fixtures/checked-site.ts";
import { HOME } from "../../files/home.ts";
import { loadSite } from "../load-site.ts";
import { checkPhrases, PHRASES_FILE } from "./phrases.ts";

afterAll(removeSites);

const ALPHA = "content/tools/alpha.md";
const list = (files: Files, phrases: object): void => {
  files[PHRASES_FILE] = JSON.stringify(phrases);
};

it.each<[string, (files: Files) => void]>([
  [
    "in the heading",
    (files) => edit(files, ALPHA, /^heading: .*/m, "heading: Vocal-Remover, free"),
  ],
  [
    "in a heading of the body",
    (files) => edit(files, ALPHA, "## First part", "## What a vocal remover does"),
  ],
  [
    "in a question",
    (files) => edit(files, ALPHA, /- question: .*/, "- question: Is it a Vocal remover?"),
  ],
])("SEO-4 a phrase %s is found", async (_, change) => {
  const lines = await linesOf("PHRASE_MISSING", (files) => {
    list(files, { en: { alpha: ["vocal remover"] } });
    change(files);
  });
  expect(lines).toEqual([]);
});

it.each<[string, (files: Files) => void]>([
  ["is nowhere", () => {}],
  ["is in running text alone", (files) => edit(files, ALPHA, "Text.", "This is a vocal remover.")],
  [
    "has other words between",
    (files) => edit(files, ALPHA, /^heading: .*/m, "heading: A vocal and noise remover"),
  ],
  [
    "is part of a longer word",
    (files) => edit(files, ALPHA, /^heading: .*/m, "heading: Vocal removers"),
  ],
])("SEO-4 a phrase that %s is an error at the page", async (_, change) => {
  const lines = await linesOf("PHRASE_MISSING", (files) => {
    list(files, { en: { alpha: ["vocal remover"] } });
    change(files);
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^content\/tools\/alpha\.md:13:10 error: .*"vocal remover" for \/alpha/);
});

it("SEO-4 phrases of another language, of no page and of the wrong shape are errors of the file", async () => {
  const invalid = (phrases: object) => linesOf("GLOSSARY_INVALID", (files) => list(files, phrases));
  expect(await invalid({ xx: { alpha: ["a"] } })).toHaveLength(1);
  expect(await invalid({ en: { alfa: ["a"] } })).toHaveLength(1);
  expect(await invalid({ en: { alpha: "a" } })).toHaveLength(1);
  expect(await invalid({ en: { alpha: [] } })).toHaveLength(1);
});

it("SEO-4 the pages of each tool have the first phrase that people search for in every language", async () => {
  const site = await loadSite({ root: HOME, home: HOME });
  expect(checkPhrases(site)).toEqual([]);
  const phrases = JSON.parse(fs.readFileSync(path.join(HOME, PHRASES_FILE), "utf8")) as Record<
    string,
    Record<string, string[]>
  >;
  const tools = [...site.plan.entries.values()].filter(({ type }) => type === "tools");
  for (const { code } of site.config.locales)
    expect(Object.keys(phrases[code]!).sort(), code).toEqual(
      tools.map(({ id }) => id.replace("tools/", "")).sort(),
    );
  const bare = site.texts.map((page) => ({ ...page, headings: [] }));
  expect(checkPhrases({ ...site, texts: bare }).length).toBeGreaterThanOrEqual(
    tools.length * site.config.locales.length,
  );
});
