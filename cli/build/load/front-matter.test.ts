import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { CORE_SCHEMA, load as loadYaml } from "js-yaml";
import { describe, expect, it } from "vitest";
import { parseDocument, stringify } from "yaml";
import type { Problem } from "#core/errors/errors.ts";
import { listFiles } from "../../files/files.ts";
import {
  type Split,
  locate,
  locateKey,
  parseFrontMatter,
  splitFrontMatter,
} from "./front-matter.ts";
import { isLong } from "#tests/left-out.ts";

const FILE = "content/tools/x.md";
const split = (text: string): Split => {
  const result = splitFrontMatter(text, FILE);
  if ("code" in result) throw new Error(result.code);
  return result;
};
const refused = (text: string): Problem => splitFrontMatter(text, FILE) as Problem;
const parse = (yaml: string) => parseFrontMatter({ yaml, body: "", offset: 1 }, FILE);
const problems = (yaml: string): Problem[] => {
  const result = parse(yaml);
  return Array.isArray(result) ? result : [];
};

describe("splitFrontMatter", () => {
  it.each([
    ["the usual form", "---\na: 1\n---\nbody\n", "a: 1\n", "body\n"],
    ["no body", "---\na: 1\n---\n", "a: 1\n", ""],
    ["no line at the end", "---\na: 1\n---", "a: 1\n", ""],
    ["empty front matter", "---\n---\nbody", "", "body"],
    ["CR LF", "---\r\na: 1\r\nb: 2\r\n---\r\nbody\r\n", "a: 1\nb: 2\n", "body\n"],
    ["CR alone", "---\ra: 1\r---\rbody", "a: 1\n", "body"],
    ["a byte order mark", "\uFEFF---\na: 1\n---\nbody", "a: 1\n", "body"],
    ["a byte order mark and CR LF", "\uFEFF---\r\na: 1\r\n---\r\nbody", "a: 1\n", "body"],
    ["spaces after the hyphens", "---  \na: 1\n---  \nbody", "a: 1\n", "body"],
    ["tabs after the hyphens", "---\t\na: 1\n---\t\nbody", "a: 1\n", "body"],
    ["two byte order marks", "\uFEFF\uFEFF---\na: 1\n---\nbody", "a: 1\n", "body"],
    [
      "spaces after the last hyphens, and a rule",
      "---\na: 1\n--- \none\n---\ntwo",
      "a: 1\n",
      "one\n---\ntwo",
    ],
    ["spaces after the last hyphens, and nothing", "---\na: 1\n--- ", "a: 1\n", ""],
    ["the language named", "--- yaml\na: 1\n---\nbody", "a: 1\n", "body"],
    ["a rule in the body", "---\na: 1\n---\none\n---\ntwo", "a: 1\n", "one\n---\ntwo"],
    ["hyphens inside a value", "---\na: x --- y\n---\nbody", "a: x --- y\n", "body"],
  ])("CLI-1 reads %s", (_, text, yaml, body) => {
    expect(split(text)).toEqual({ yaml, body, offset: 1 });
  });

  it.each(["js", "javascript", "json", "coffee", "toml", "cson"])(
    "CLI-6 front matter in %s is refused and never run",
    (language) => {
      const target = globalThis as { toolkitPwned?: boolean };
      const found = refused(`---${language}\nglobalThis.toolkitPwned = true; ({ a: 1 })\n---\n`);
      expect(found).toMatchObject({
        code: "FRONT_MATTER_LANGUAGE",
        params: { language },
        location: { file: FILE, line: 1, column: 4 },
      });
      expect(target.toolkitPwned).toBeUndefined();
    },
  );

  it.each([
    ["", '""'],
    ["# Heading\n", '"# Heading"'],
    ["\n---\na: 1\n---\n", '""'],
    ["---\na: 1\n", "no closing line"],
    ["---\na: 1\n----\n", "no closing line"],
    ["--\na: 1\n--\n", '"--"'],
  ])("CLI-6 %j has no front matter", (text, found) => {
    expect(refused(text)).toMatchObject({
      code: "FRONT_MATTER_MISSING",
      params: { found },
      location: { file: FILE, line: 1, column: 1 },
    });
  });

  it("CLI-6 a broken file is as broken the second time", () => {
    const text = "---js\n(\n---\n";
    expect(refused(text)).toEqual(refused(text));
  });
});

describe("parseFrontMatter", () => {
  it("CLI-1 dates and version-like values stay texts, numbers and booleans do not", () => {
    expect(parse('day: 2026-11-21\nmenu: "4-4"\nn: 4.8\nyes: true\nno: no\nempty:\n')).toEqual({
      data: { day: "2026-11-21", menu: "4-4", n: 4.8, yes: true, no: "no", empty: null },
    });
  });

  it("CLI-1 nothing is an object without fields", () => {
    expect(parse("")).toEqual({ data: {} });
    expect(parse("# only a comment\n")).toEqual({ data: {} });
  });

  it.each<[string, string, number, number]>([
    ["a key twice", "a: 1\nb: 2\na: 3\n", 4, 1],
    ["a key twice inside", "x:\n  a: 1\n  a: 2\n", 4, 3],
    ["a colon in a plain value", "a: one: two\n", 2, 4],
    ["an unclosed quote", 'a: 1\nb: "two\n', 4, 1],
    ["an unclosed list", "a: [1, 2\nb: 3\n", 3, 1],
    ["a tab as indentation", "a:\n\tb: 1\n", 3, 1],
    ["a second document", "a: 1\n...\nb: 2\n", 4, 1],
    ["an unknown tag", "a: !!js/function 'f'\n", 2, 4],
    ["an alias of nothing", "a: &x 1\nb: [*x, *y]\n", 3, 9],
  ])("CLI-6 %s is an error at its place", (_, yaml, line, column) => {
    const [first] = problems(yaml);
    expect(first).toMatchObject({ code: "YAML_INVALID", location: { file: FILE, line, column } });
  });

  it("CLI-6 an alias bomb is refused instead of expanded", () => {
    const bomb = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
    for (let at = 1; at < 12; at++)
      bomb.push(
        `a${at}: &a${at} [${Array(9)
          .fill(`*a${at - 1}`)
          .join(", ")}]`,
      );
    // Expanded, it has 9^12 entries.
    const found = problems(`${bomb.join("\n")}\n`);
    expect(found).toMatchObject([{ code: "YAML_INVALID", location: { file: FILE } }]);
  });

  it("CLI-1 a few aliases are welcome", () => {
    expect(parse("a: &x [1]\nb: *x\n")).toEqual({ data: { a: [1], b: [1] } });
  });

  it("CLI-6 a key called __proto__ reaches no prototype", () => {
    const result = parse("__proto__:\n  polluted: true\n");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    if (!Array.isArray(result))
      expect((result.data as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("locate", () => {
  const text = split(
    "---\r\nname: N\r\nfaq:\r\n  - question: Q\r\n    answer: A\r\nlist: [a, b]\r\n---\r\n",
  );

  it.each<[PropertyKey[], number, number]>([
    [["name"], 2, 7],
    [["faq"], 4, 3],
    [["faq", 0, "answer"], 5, 13],
    [["faq", 0, "missing"], 4, 5],
    [["faq", 7], 4, 3],
    [["list", 1], 6, 11],
    [["none"], 2, 1],
    [[], 2, 1],
  ])("CLI-6 %j is on line %i, column %i", (at, line, column) => {
    expect(locate(text, FILE, at)).toEqual({ file: FILE, line, column });
  });

  it("CLI-6 locateKey names the key, not its value", () => {
    expect(locateKey(text, FILE, [], "faq")).toEqual({ file: FILE, line: 3, column: 1 });
    expect(locateKey(text, FILE, ["faq", 0], "answer")).toEqual({ file: FILE, line: 5, column: 5 });
    expect(locateKey(text, FILE, [], "none")).toEqual({ file: FILE, line: 2, column: 1 });
  });
});

/** What `yaml` reads, or undefined where it finds an error. */
function readSlowly(yaml: string): unknown {
  const document = parseDocument(yaml, { uniqueKeys: true });
  if (document.errors.length + document.warnings.length > 0) return undefined;
  try {
    return document.toJS() ?? {};
  } catch {
    return undefined; // An alias of nothing is found only now.
  }
}

describe("the two parsers", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const files = ["content", "locales"].flatMap((folder) =>
    listFiles(path.join(root, folder))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `${folder}/${file}`),
  );

  const real = files.map((file) => split(fs.readFileSync(path.join(root, file), "utf8")).yaml);

  it("CLI-1 read every content file of the site alike", () => {
    expect(files.length).toBeGreaterThan(50);
    real.forEach((yaml, at) => {
      const slow = readSlowly(yaml);
      expect(slow, files[at]).toBeDefined();
      expect(parse(yaml), files[at]).toEqual({ data: slow });
      expect(loadYaml(yaml, { schema: CORE_SCHEMA }), files[at]).toEqual(slow);
    });
  });

  it("CLI-1 read content files alike into which a slip has been made", () => {
    const slip = fc.constantFrom(
      ...Array.from(" \t:#-'\"[]{},&*!|>%@`\\?~\n"),
      ": ",
      " #",
      "- ",
      "\n  ",
      "'s ",
      "no",
      "1",
    );
    const edit = fc.record({
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      cut: fc.nat({ max: 3 }),
      text: slip,
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...real),
        fc.array(edit, { minLength: 1, maxLength: 2 }),
        (yaml, edits) => {
          let text = yaml;
          for (const { at, cut, text: added } of edits) {
            const position = Math.floor(at * text.length);
            text = text.slice(0, position) + added + text.slice(position + cut);
          }
          const found = parse(text);
          const slow = readSlowly(text);
          // A pair without a key is refused later on, whatever it is called: "" or "null".
          if (Array.isArray(found) || slow === undefined || JSON.stringify(slow).includes('"":'))
            return;
          expect(found.data).toEqual(slow);
        },
      ),
      { numRuns: isLong ? 1500 : 500 },
    );
  });

  it("CLI-1 read generated front matter alike, and as it was meant", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(
        "no",
        "null",
        "~",
        "0x1F",
        "1e3",
        "2026-01-01",
        "a: b",
        "- a",
        "#x",
        "'",
        "x #y",
        " padded ",
        "yes",
        ".inf",
        "017",
        "1_000",
        "=",
        "1:20",
      ),
    );
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie("node"), { maxKeys: 3 }),
      ),
    })).node;
    const fields = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { maxKeys: 5 });
    fc.assert(
      fc.property(fields, (data) => {
        const yaml = stringify(data);
        expect(JSON.stringify(parse(yaml))).toBe(JSON.stringify({ data }));
        expect(JSON.stringify(readSlowly(yaml))).toBe(JSON.stringify(data));
      }),
      { numRuns: 300 },
    );
  });

  it("CLI-1 read unquoted values alike, wherever both accept them", () => {
    const plain = fc.stringMatching(/^[-+.0-9a-zA-Z_~:=<>, ]{1,12}$/);
    fc.assert(
      fc.property(plain, (value) => {
        const yaml = `a: ${value}\n`;
        let fast: unknown;
        try {
          fast = loadYaml(yaml, { schema: CORE_SCHEMA });
        } catch {
          return;
        }
        const slow = readSlowly(yaml);
        if (slow !== undefined) expect(JSON.stringify(fast)).toBe(JSON.stringify(slow));
      }),
      { numRuns: isLong ? 2000 : 700 },
    );
  });
});
