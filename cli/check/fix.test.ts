import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { HOME } from "../files/home.ts";
import { applyEdits } from "./fix.ts";
import { edit, makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

const ALPHA = "content/tools/alpha.md";
const read = (root: string): string => fs.readFileSync(path.join(root, ALPHA), "utf8");

const CASES: [what: string, wrong: [from: string, to: string]][] = [
  ["a field in another case", ["tagline:", "Tagline:"]],
  ["a field with an underscore", ["heading:", "head_ing:"]],
  ["a choice in another case", ["group: clean", "group: Clean"]],
  ["a choice in quotes", ["cost: free", 'cost: "Free"']],
  ["a menu entry without quotes", ['menu: "1"', "menu: 1"]],
  ["a day without zeros", ["modified: 2026-01-02", "modified: 2026-1-2"]],
  ["a panel in another case", ["panel: cleaner", "panel: Cleaner"]],
  ["a related tool with a hyphen", ["related: [beta]", "related: [be-ta]"]],
];
const LINKS = ["/de/beta", "/beta/", "/Beta", "/de/beta#steps"];

describe("CLI-6 check --fix", () => {
  it.each(CASES)("mends %s, and no other byte", async (_, [right, wrong]) => {
    const files = siteFiles();
    const sound = files[ALPHA]!;
    edit(files, ALPHA, right, wrong);
    // Line endings and comments that a formatter would change.
    files[ALPHA] = files[ALPHA]!.replace("---\n", "---\n# kept   as it is\n");
    const root = makeSite(files);
    const dry = await run(root, ["check", "--fix", "--dry-run"]);
    expect(dry.err).toContain("1 finding would be fixed");
    expect(dry.out).toContain(`--- ${ALPHA}\n`);
    expect(read(root)).toBe(files[ALPHA]);
    const { code, err } = await run(root, ["check", "--fix"]);
    expect(err).toContain("1 finding fixed");
    expect(code).toBe(0);
    const fixed = right.replace("cost: free", 'cost: "free"');
    expect(read(root)).toBe(
      sound.replace("---\n", "---\n# kept   as it is\n").replace(right, fixed),
    );
  });

  it.each(LINKS)("mends the link %s", async (href) => {
    const files = siteFiles();
    edit(files, ALPHA, "Text.", `Text, see [beta](${href}) and [beta](/beta).`);
    const root = makeSite(files);
    expect((await run(root, ["check", "--fix"])).code).toBe(0);
    const [, hash = ""] = href.split("#");
    expect(read(root)).toContain(`[beta](/beta${hash && `#${hash}`}) and [beta](/beta).`);
  });

  it("leaves alone what a person has to decide", async () => {
    const files = siteFiles();
    edit(files, ALPHA, "panel: cleaner", "panel: cleanr");
    edit(files, ALPHA, "heading:", "headding:");
    edit(files, ALPHA, "Text.", "Text. [x](/bet)");
    edit(files, "content/tools/beta.md", "slug: beta", "slug: betta");
    const root = makeSite(files);
    const { code, err } = await run(root, ["check", "--fix"]);
    expect(code).toBe(1);
    expect(err).toContain("0 findings fixed");
    expect(read(root)).toBe(files[ALPHA]);
  });

  it("makes edits at their places alone, whatever the file", () => {
    const edits = fc.array(
      fc.record({ start: fc.nat(60), length: fc.nat(8), text: fc.string({ maxLength: 6 }) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.string({ minLength: 70, maxLength: 90 }), edits, (text, given) => {
        let at = 0;
        const apart = given
          .sort((a, b) => a.start - b.start)
          .flatMap(({ start, length, text: now }) => {
            if (start < at) return [];
            at = start + length + 1;
            return [{ start, end: start + length, text: now }];
          });
        let expected = "";
        let from = 0;
        for (const { start, end, text: now } of apart) {
          expected += text.slice(from, start) + now;
          from = end;
        }
        expect(applyEdits(text, apart)).toBe(expected + text.slice(from));
      }),
    );
  });
});

it("CLI-6 check --watch checks again after a change, until it is interrupted", async () => {
  const root = makeSite(siteFiles());
  const child = spawn(
    process.execPath,
    [path.join(HOME, "bin/toolkit.mjs"), "check", "--watch", "--no-site", "--root", root],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const shows = (text: string) =>
    expect.poll(() => output.includes(text), { timeout: 20_000 }).toBe(true);
  await shows("Waiting for changes");
  fs.writeFileSync(path.join(root, ALPHA), read(root).replace("panel: cleaner", "panel: cleanr"));
  await shows(`${ALPHA}:4:8 error`);
  child.kill("SIGINT");
  expect((await once(child, "exit"))[0]).toBe(130);
});

describe("CLI-6 check --format", () => {
  const broken = (): string => {
    const files = siteFiles();
    edit(files, ALPHA, "panel: cleaner", "panel: cleanr");
    return makeSite(files);
  };

  it("sarif says rule, place and words of each finding", async () => {
    const { code, out } = await run(broken(), ["check", "--format", "sarif"]);
    expect(code).toBe(1);
    const { version, runs } = JSON.parse(out) as {
      version: string;
      runs: {
        tool: { driver: { rules: { id: string }[] } };
        results: {
          ruleId: string;
          ruleIndex: number;
          level: string;
          message: { text: string };
          locations: {
            physicalLocation: { artifactLocation: { uri: string }; region: object };
          }[];
        }[];
      }[];
    };
    expect(version).toBe("2.1.0");
    const { tool, results } = runs[0]!;
    for (const { ruleId, ruleIndex } of results)
      expect(tool.driver.rules[ruleIndex]!.id).toBe(ruleId);
    const [found] = results.filter(({ level }) => level === "error");
    expect(found).toMatchObject({
      ruleId: "UNKNOWN_PANEL",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: ALPHA },
            region: { startLine: 4, startColumn: 8 },
          },
        },
      ],
    });
    expect(found!.message.text).toContain('Did you mean "cleaner"?');
  });

  it("github prints annotations alone; wrong flags are usage", async () => {
    const { out } = await run(broken(), ["check", "--format", "github"]);
    expect(out.split("\n").filter((line) => line !== "" && !line.startsWith("::"))).toEqual([]);
    expect(out).toContain(`::error file=${ALPHA},line=4,col=8,title=UNKNOWN_PANEL::`);
    const root = makeSite(siteFiles());
    expect((await run(root, ["check", "--format", "xml"])).code).toBe(2);
    expect((await run(root, ["check", "--dry-run"])).code).toBe(2);
    expect((await run(root, ["check", "--json", "--format", "sarif"])).code).toBe(2);
  });
});
