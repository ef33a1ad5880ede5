import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parsePlainYaml } from "./plain-yaml.ts";

const root = path.resolve(import.meta.dirname, "../../..");
/** The parser that the plain one has to agree with, or leave the text to. */
const oracle = (text: string): unknown => {
  try {
    return parse(text, { version: "1.2", schema: "core" });
  } catch {
    return "refused";
  }
};

describe("plain front matter", () => {
  it("CLI-2 the site's own files are read without the full parser, and alike", () => {
    const files = ["content", "locales"].flatMap((folder) =>
      fs.globSync(`${folder}/**/*.md`, { cwd: root }),
    );
    let plain = 0;
    for (const file of files) {
      const text = fs.readFileSync(path.join(root, file), "utf8");
      const yaml = text.slice(4, text.indexOf("\n---\n", 3) + 1);
      const found = parsePlainYaml(yaml);
      if (found === undefined) continue;
      plain++;
      expect(found, file).toEqual(oracle(yaml));
    }
    expect(plain / files.length).toBeGreaterThan(0.9);
  });

  it("CLI-6 whatever it reads, the full parser reads alike", () => {
    const word = fc.constantFrom(
      "a",
      "b: c",
      "b:c",
      "- d",
      "'e'",
      '"f"',
      "1",
      "01",
      "1.5",
      "1e3",
      "0x1f",
      "true",
      "Null",
      "~",
      "2026-11-21",
      "2026-02-30",
      "#g",
      "h #i",
      "h#i",
      "[j, k]",
      "{ l: 1 }",
      "&m",
      "*m",
      "!n",
      "|",
      ">",
      "it's",
      'say "x"',
      "日本",
      "…",
      "é: è",
      " p",
      "q ",
      "- ",
      "?",
      "? r",
      "%s",
      "@t",
      "`u`",
      "v,w",
      "x]",
      "\\n",
      '"\\u0041"',
      '"\\x41"',
      '"a\\tb"',
      "''",
      '""',
      "'a''b'",
      "-",
      "-1",
      "+1",
      ".5",
      "5.",
      ".inf",
      "key:",
    );
    const line = fc
      .tuple(
        fc.constantFrom("", "  ", "    ", "- ", "  - ", "\t"),
        fc.constantFrom("", "key: ", "other: ", "k:", "key:  "),
        word,
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = `${lines.join("\n")}\n`;
        const found = parsePlainYaml(text);
        if (found !== undefined) expect(found).toEqual(oracle(text));
      }),
      { numRuns: 20_000, seed: 5 },
    );
  });

  it.each([
    "a: 1\na: 2",
    "a: &x 1\nb: *x",
    "__proto__: 1",
    "a: b: c",
    "a:\n\tb: c",
    "a: |\n  text",
    "a: 'b",
    "- a",
    "a",
  ])("CLI-6 %j is left to the full parser", (text) => expect(parsePlainYaml(text)).toBeUndefined());
});
