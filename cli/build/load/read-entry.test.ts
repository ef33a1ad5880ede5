import { describe, expect, it } from "vitest";
import { tool as toolText, translation } from "#tests/fixtures/checked-site.ts";
import { routeOf } from "./entry.ts";
import { readEntry } from "./read-entry.ts";
import { toEntry } from "./to-entry.ts";

const TOOL = {
  file: "content/tools/alpha.md",
  type: "tools",
  locale: "en",
  source: true,
} as const;
const GERMAN = { ...TOOL, file: "locales/de/tools/alpha.md", locale: "de", source: false } as const;
const VALID = toolText("alpha", "beta");

/** Reads a tool page after some changes, each of a text that it has. */
function read(...changes: readonly (readonly [from: string | RegExp, to: string])[]) {
  const text = changes.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    if (after === before) throw new Error(`there is no ${String(from)}`);
    return after;
  }, VALID);
  const found = readEntry(text, TOOL);
  const locations = found.problems.map(
    ({ code, location }) => `${location?.line}:${location?.column} ${code}`,
  );
  const entry = toEntry(found, text);
  if (!entry.source) throw new Error("it is a translation");
  return { ...found, places: locations, entry };
}

describe("a file with faults", () => {
  it("CLI-6 a valid file has none, and no placeholder values", () => {
    const { problems, faults, entry } = read();
    expect({ problems, faults }).toEqual({ problems: [], faults: undefined });
    expect(entry).not.toHaveProperty("faults");
  });

  it.each(['"a\\nb"', '"a\\L b"', "|\n  a\n  b", "|-\n  a\n\n  b"])(
    "CLI-6 a field is one line of text, and not %j",
    (value) => {
      const { problems } = read([/^tagline: .*$/m, `tagline: ${value}`]);
      expect(problems).toMatchObject([
        { code: "FIELD_INVALID", params: { field: "tagline", expected: "must be one line" } },
      ]);
      expect(read([/^tagline: .*$/m, "tagline: >\n  a\n  b\n"]).problems).toEqual([]);
    },
  );

  it("CLI-6 each field is validated separately, and valid ones remain", () => {
    const {
      places: locations,
      entry,
      data,
    } = read(
      ["cost: free", "cost: 7"],
      ["modified: 2026-01-02", "modified: 2026-02-30"],
      ["  - title: One 1\n", "  - titel: One 1\n"],
      ["related: [beta]", "related: [beta, Gamma, delta]"],
    );
    expect(locations.sort()).toEqual([
      "18:5 FIELD_UNKNOWN",
      "6:7 FIELD_INVALID",
      "8:11 FIELD_INVALID",
      "9:17 FIELD_INVALID",
    ]);
    expect(entry.faults).toEqual({
      fields: expect.arrayContaining(["cost", "modified", "steps", "related"]),
      addresses: [],
    });
    // Those of a list that are sound stay where they were.
    expect(entry.fixed).toMatchObject({
      menu: "1",
      slug: "alpha",
      related: ["beta", null, "delta"],
    });
    expect(entry.fixed).not.toHaveProperty("cost");
    expect(entry.present).toEqual(expect.arrayContaining(["title", "faq", "body"]));
    expect(data).not.toHaveProperty("steps");
  });

  it("CLI-6 a field under a wrong name is one problem, not two", () => {
    const { places: locations, entry } = read(["heading:", "headding:"]);
    expect(locations).toEqual(["13:1 FIELD_UNKNOWN"]);
    expect(entry.faults!.fields).toEqual(["heading"]);
    expect(read(["menu:", "nothing:"]).places).toEqual(["2:1 FIELD_MISSING", "3:1 FIELD_UNKNOWN"]);
  });

  it.each<[string, string | RegExp, string, string]>([
    ["another page's slug", "slug: alpha", "slug: alfa", "2:7 SLUG_MISMATCH"],
    ["no slug", "slug: alpha", "slug: Al pha", "2:7 FIELD_INVALID"],
  ])(
    "CLI-6 %s: the page has the address of its file, and links to the other are no fault",
    (_, from, to, location) => {
      const { places: locations, entry } = read([from, to]);
      expect(locations).toEqual([location]);
      expect(routeOf(entry)).toBe("/alpha");
      expect(entry.faults!.addresses).toEqual([`/${to.split(" ")[1]}`]);
    },
  );

  it("CLI-6 a line of invalid YAML costs its own field, and each such line is reported", () => {
    const { places: locations, entry } = read(
      ["title: alpha in your browser", "title: alpha: in your browser"],
      ["panel: cleaner", 'panel: "cleaner'],
      ['menu: "1"', 'menu: "9"'],
      ["cost: free", "cost: 7"],
    );
    expect(locations.sort()).toEqual([
      "11:8 YAML_INVALID",
      "4:16 YAML_INVALID",
      "6:7 FIELD_INVALID",
    ]);
    expect(entry.faults!.fields.toSorted()).toEqual(["cost", "panel", "title"]);
    expect(entry.fixed).toMatchObject({ menu: "9", preset: "gentle", related: ["beta"] });
  });

  it("CLI-6 a tab before a field is one finding: the field is not missing as well", () => {
    const { places: locations, entry } = read(["cost: free\n", "\tcost: free\n"]);
    expect(locations).toEqual(["6:1 YAML_INVALID"]);
    expect(entry.faults!.fields).toContain("cost");
  });

  it("CLI-6 a duplicate field is reported at its second location, and the first one counts", () => {
    const { places: locations, entry } = read(["cost: free\n", 'cost: free\nmenu: "2"\n']);
    expect(locations).toEqual(["7:1 YAML_INVALID"]);
    expect(entry.fixed).toMatchObject({ menu: "1" });
  });

  it("CLI-6 without readable fields, the file's name and the body are known", () => {
    const { places: locations, entry } = read(["---\n", ""], [/$/, "\n[b](/beta)\n"]);
    expect(locations).toEqual(["1:1 FRONT_MATTER_MISSING"]);
    expect(entry).toMatchObject({ id: "tools/alpha", present: [], links: [] });
    expect(entry.faults!.fields).toEqual(expect.arrayContaining(["menu", "body"]));
    const anchored = read(["menu: ", "menu: &x "], [/title: .*/, 'title: "'], [/$/, "[b](/b)\n"]);
    expect(anchored.entry.links).toEqual(["/b"]);
  });

  it("CLI-6 bytes of another encoding are reported once, control characters each", () => {
    expect(read(["Text.", "T\uFFFDxt \uFFFD"], ["cost: free", "cost: 7"]).places).toEqual([
      expect.stringMatching(/:2 ENCODING_INVALID$/),
      "6:7 FIELD_INVALID",
    ]);
    const { places: locations } = read(["Text.", "T\u0007xt \u0008"]);
    expect(locations).toEqual([
      expect.stringMatching(/:2 ENCODING_INVALID$/),
      expect.stringMatching(/:6 ENCODING_INVALID$/),
    ]);
  });

  it("LOC-7 a translation keeps the sections that are sound", () => {
    const text = translation("Alpha").replace("title: One 0", "title: ''");
    const found = readEntry(text, GERMAN);
    expect(found.problems.map(({ code }) => code)).toEqual(["FIELD_INVALID"]);
    const entry = toEntry(found, text);
    expect(entry.faults!.fields).toEqual(["steps"]);
    expect(entry.present).not.toContain("steps");
    expect(entry.present).toContain("features");
  });
});
