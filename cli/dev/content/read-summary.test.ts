import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseEntry } from "../../build/load/read-entry.ts";
import { toEntry } from "../../build/load/to-entry.ts";
import { loadConfig } from "../../build/load/config.ts";
import { listSources } from "../../build/load/load.ts";
import { edit, makeSite, removeSites, siteFiles, tool } from "#tests/fixtures/checked-site.ts";
import { HOME } from "../../files/home.ts";
import { createPageState } from "../page-state.ts";
import { readSummary } from "./read-summary.ts";
import { openSite } from "../test-dev-site.ts";

afterAll(removeSites);

const ALPHA = {
  file: "content/tools/alpha.md",
  type: "tools",
  locale: "en",
  source: true,
} as const;

describe("the front matter preview of a content file", () => {
  it("CLI-4 equals what reading the file in full gives, for every file of the site", async () => {
    const { sources } = listSources(HOME, await loadConfig(HOME));
    const seen = sources.filter((source) => {
      const text = fs.readFileSync(path.join(HOME, source.file), "utf8");
      const parsed = parseEntry(text, source);
      const summary = readSummary(text, source);
      if (!summary || Array.isArray(parsed)) return false;
      const full = { ...toEntry(parsed, text), hash: "", sections: {}, links: [] };
      expect(summary).toEqual(JSON.parse(JSON.stringify(full)));
      return true;
    });
    expect(seen.length / sources.length).toBeGreaterThan(0.9);
  });

  it.each<[string, string | RegExp, string]>([
    ["a wrong value", "group: clean", "group: clen"],
    ["a field that is missing", "panel: cleaner\n", ""],
    ["a field that is there twice", "cost: free\n", "cost: free\nmenu: x\n"],
    ["another file's slug", "slug: alpha", "slug: alfa"],
    ["an unknown field", "cost:", "kost:"],
    ["no front matter", "---\n", ""],
    ["an anchor", "name: alpha", "name: &a alpha"],
  ])("CLI-4 is not given for a file with %s", (_, from, to) => {
    const text = tool("alpha", "beta");
    expect(readSummary(text, ALPHA)).toBeDefined();
    expect(readSummary(text.replace(from, to), ALPHA)).toBeUndefined();
  });

  it("CLI-4 has lists with a line for each item, and texts of several lines", () => {
    const text = tool("alpha", "beta");
    const listed = text.replace("related: [beta]", "related:\n  - beta\n  - gamma");
    expect(readSummary(listed, ALPHA)?.fixed).toMatchObject({ related: ["beta", "gamma"] });
    const folded = text.replace("tagline: What", "tagline: What\n  and why");
    expect(readSummary(folded, ALPHA)?.tagline).toMatch(/^What and why/);
  });

  it("CLI-4 an error in skipped fields is reported when the page is requested, or the rest has been read", async () => {
    const files = siteFiles();
    edit(files, "content/tools/alpha.md", "  - title: One 0\n", "  - titel: One 0\n");
    const site = await openSite(makeSite(files));
    const state = createPageState(site, () => []);
    expect(state.find("/alpha").planned).toBeDefined();
    expect(state.errors(state.find("/beta"))).toEqual([]);
    expect(state.elsewhere(state.find("/beta")).map(({ code }) => code)).toEqual(["FIELD_UNKNOWN"]);
    // The file never had a valid version, so there is nothing to show.
    expect(state.find("/alpha").planned).toBeUndefined();
    expect(state.errors(state.find("/alpha")).map(({ code }) => code)).toEqual(["FIELD_UNKNOWN"]);
  });
});
