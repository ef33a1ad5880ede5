import { afterAll, expect, it } from "vitest";
import { HOME } from "../files/home.ts";
import { checkLimits } from "./limits.ts";
import { loadSite } from "./load-site.ts";
import { edit, type Files, linesOf, removeSites } from "#tests/fixtures/checked-site.ts";

afterAll(removeSites);

const ALPHA = "content/tools/alpha.md";
const GERMAN = "locales/de/tools/alpha.md";
const FEATURE = /(?<=^features:\n) {2}- title: .*$/m;
const style = (negation?: string) => ({
  address: "you",
  headings: "any",
  save: "Save",
  dash: "–",
  titleSeparator: " – ",
  quotes: ["“", "”"],
  spaces: "none",
  ...(negation !== undefined && { negation }),
});

/** Pages with a missing limit. @param built whether the panel of their tool is built */
async function reported(change: (files: Files) => void, built = true): Promise<string[]> {
  const lines = await linesOf("LIMITS_MISSING", (files) => {
    const styles = { en: style("\\b(?:does|is) not\\b"), de: style("\\bkein\\p{L}*\\b") };
    files["locales/glossary.json"] = JSON.stringify({ terms: [], styles });
    if (built) files["runtime/panels/cleaner/Panel.tsx"] = "export default () => null;\n";
    change(files);
  });
  return lines.map((line) => line.replace(/ .*/, ""));
}

const say = (files: Files, file: string, title: string): void =>
  edit(files, file, FEATURE, `  - title: ${title}`);
const name = (files: Files, limits: string): void =>
  edit(files, ALPHA, /^name:/m, `limits: ${limits}\nname:`);

it("SEO-2 a page of a tool that works says in each language what the tool does not do", async () => {
  expect(await reported(() => {})).toEqual([
    `${ALPHA}:22:10`,
    "content/tools/beta.md:22:10",
    `${GERMAN}:14:10`,
  ]);
  const found = await reported((files) => {
    name(files, "[1]");
    say(files, ALPHA, "Does not repair clipping");
    say(files, GERMAN, "Repariert kein Clipping");
  });
  expect(found).toEqual(["content/tools/beta.md:22:10"]);
});

it("SEO-2 a limit that is not named as one, or is another feature, is missing", async () => {
  const write = (files: Files): void => {
    say(files, ALPHA, "Does not repair clipping");
    say(files, GERMAN, "Repariert kein Clipping");
  };
  const alpha = (lines: string[]) => lines.filter((line) => !line.includes("beta"));
  expect(alpha(await reported(write))).toHaveLength(2);
  for (const limits of ["[2]", "[1, 2]", "[9]"])
    expect(
      alpha(
        await reported((files) => {
          write(files);
          name(files, limits);
        }),
      ),
    ).toHaveLength(2);
});

it("SEO-2 a text that only looks like one does not count", async () => {
  const almost = await reported((files) => {
    name(files, "[1]");
    say(files, ALPHA, "Does noticeably less harm");
    say(files, GERMAN, "Entkeint die Aufnahme");
  });
  expect(almost).toContain(`${ALPHA}:23:10`);
  expect(almost).toContain(`${GERMAN}:14:10`);
});

it("SEO-2 pages of tools that do not work yet, and languages without a pattern, are not asked", async () => {
  expect(await reported(() => {}, false)).toEqual([]);
  const open = await reported((files) => {
    files["locales/glossary.json"] = JSON.stringify({ terms: [], styles: { de: style() } });
  });
  expect(open).toEqual([]);
});

it("SEO-2 every tool of this site that works says what it does not do, in every language", async () => {
  const site = await loadSite({ root: HOME, home: HOME });
  expect(checkLimits(site)).toEqual([]);
  const links = site.plan.links.get("en")!;
  const working = site.texts.filter(
    ({ entry }) =>
      entry.type === "tools" &&
      entry.present.includes("features") &&
      links.get(entry.id)?.link.available,
  );
  const bare = working.map((page) => ({ ...page, features: ["Text"] }));
  expect(working.length).toBeGreaterThanOrEqual(11 * 14);
  expect(checkLimits({ ...site, texts: bare })).toHaveLength(bare.length);
});
