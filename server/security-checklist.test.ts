import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");

const ROWS = Array.from(
  read("docs/security.md").matchAll(/^\| (\d+) +\| ([^|]+)\| ([^|]+)\|$/gm),
).map(([, number, rule, proof]) => ({ number: Number(number), rule: rule!.trim(), proof: proof! }));

/** Titles of the tests in a file, including parameterized ones. */
function titlesOf(file: string): string[] {
  const text = read(file);
  return Array.from(
    text.matchAll(/\bit(?:\.each)?\b[^]*?\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1,/g),
    ([, , title]) => title!,
  );
}

it("CLI-3 API-17 the checklist has its lines in their order", () => {
  expect(ROWS.length).toBeGreaterThan(60);
  expect(ROWS.map(({ number }) => number)).toEqual(ROWS.map((_, at) => at + 1));
});

it.each(ROWS.map((row) => [row.number, row] as const))(
  "CLI-3 API-17 line %i has a test that exists, or a reason",
  (_number, { proof }) => {
    const named = Array.from(proof.matchAll(/`([^`]+\.test\.tsx?)`: "([^"]+)"/g));
    expect(named.length > 0 || /\bReason: \S/.test(proof)).toBe(true);
    for (const [, file, title] of named) {
      const titles = fs.existsSync(path.join(ROOT, file!)) ? titlesOf(file!) : [];
      expect([file, title, titles.some((known) => known.includes(title!))]).toEqual([
        file,
        title,
        true,
      ]);
    }
    // Ensures that the pattern above has matched every reference.
    expect(named.length).toBe(proof.split(/\.test\.tsx?`/).length - 1);
  },
);

it("CLI-10 few packages of the lock file run a script when installed", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const scripted = Object.entries(packages)
    .filter(([, known]) => known.hasInstallScript)
    .map(([name]) => name);
  expect(scripted.toSorted()).toEqual(["node_modules/esbuild", "node_modules/protobufjs"]);
});
