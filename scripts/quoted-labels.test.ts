import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");
/** A control that a journey finds by its English name. */
const QUOTED =
  /getByRole\(\s*"(?:button|tab|link|menuitem)",\s*\{[^{}]*?\bname:\s*"((?:[^"\\]|\\.)*)"/g;
/** Names that are no messages: what a test itself brings, and ends of names. */
const OWN = new Set([
  "Compute checksums",
  "Line 5.",
  "one beat earlier",
  "one beat later",
  "Part 3",
]);
/** File names, and names in other languages. */
const FOREIGN = /\.\w+$|[^\p{ASCII}\p{Punctuation}]/u;

const filesIn = (folder: string, ending: RegExp): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => path.join(ROOT, folder, name));
const textOf = (file: string): string => fs.readFileSync(file, "utf8");

function* stringsOf(tree: unknown): Generator<string> {
  if (typeof tree === "string") yield tree;
  else if (typeof tree === "object" && tree !== null)
    for (const value of Object.values(tree)) yield* stringsOf(value);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The texts that a message comes out as; null if it consists of its values alone. */
function patternOf(message: string): RegExp | null {
  const parts = message.split(/\{\{[^}]*\}\}/);
  const letters = parts.join("").replaceAll(/\P{L}/gu, "");
  // "{{a}} of {{b}}" would pass for any name.
  if (letters.length < 3 && parts.length > 1) return null;
  return new RegExp(`^${parts.map(escaped).join(".+")}$`, "i");
}

/** Names that tests quote and no text of the site has. */
function unknownNames(tests: readonly string[], texts: readonly string[]): string[] {
  const patterns = texts.map(patternOf).filter((pattern) => pattern !== null);
  const isKnown = (name: string): boolean =>
    OWN.has(name) || FOREIGN.test(name) || patterns.some((pattern) => pattern.test(name));
  const names = tests.flatMap((test) => Array.from(test.matchAll(QUOTED), ([, name]) => name!));
  return [...new Set(names)].filter((name) => !isKnown(name));
}

describe("names of controls in journeys", () => {
  const messages = [
    ...filesIn("locales/en", /\.json$/),
    ...filesIn("runtime/panels", /messages\/en\.json$/),
  ].flatMap((file) => [...stringsOf(JSON.parse(textOf(file)))]);
  // Links have the names of tools and voices.
  const content = filesIn("content", /\.md$/).flatMap((file) =>
    Array.from(textOf(file).matchAll(/^(?: *[\w-]+: "?)(.+?)"?$/gm), ([, text]) => text!),
  );
  const tests = filesIn("tests", /\.ts$/).map(textOf);

  it("CLI-10 are those of the site, so that a changed message fails before a browser starts", () => {
    expect(unknownNames(tests, [...messages, ...content])).toEqual([]);
  });

  it("are compared whole, with any value in place of a variable", () => {
    const test = (name: string) => `page.getByRole("button", {\n  name: "${name}" })`;
    const texts = ["Save", "Cancel {{title}}", "{{a}} of {{b}}"];
    const names = ["Save", "cancel a song", "Save it", "Cancel", "1 of 2"];
    expect(unknownNames(names.map(test), texts)).toEqual(["Save it", "Cancel", "1 of 2"]);
  });
});
