import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeSite, removeSites, siteFiles, writeFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { readPo } from "./po.ts";
import { readXliff } from "./xliff-read.ts";

afterAll(removeSites);

const HEADER = 'msgid ""\nmsgstr "Language: de\\n"\n\n';
const entry = (id: string, source: string, target: string): string =>
  `msgctxt "${id}"\nmsgid "${source}"\nmsgstr "${target}"\n`;
const HELLO = entry("site:hello", "Hello {{name}}", "Servus {{name}}");

const xliff = (attributes: string, target = "Servus"): string =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
<file id="site"><unit id="site_3a_hello"><originalData><data id="d1">{{name}}</data></originalData>
<segment ${attributes}><source>Hello <ph id="1" dataRef="d1"/></source><target>${target} <ph id="1" dataRef="d1"/></target></segment>
</unit></file></xliff>`;
const json = (state: string): string =>
  JSON.stringify({
    format: "toolkit-translation-1",
    language: "de",
    units: [{ id: "site:hello", source: "Hello {{name}}", target: "Servus {{name}}", state }],
  });

let stamped: Promise<string> | undefined;
/** A site whose messages have stamps, from which others are copied. */
async function makeStamped(): Promise<string> {
  const root = makeSite(siteFiles());
  await run(root, ["locales", "stamp", "--messages"]);
  return root;
}

/** Imports a file into a site whose German text is "Hallo"; returns the resulting German text. */
async function imported(file: string, text: string, ...flags: string[]) {
  const root = makeSite({});
  fs.cpSync(await (stamped ??= makeStamped()), root, { recursive: true });
  writeFiles(root, { [file]: text });
  const result = await run(root, ["locales", "import", file, ...flags]);
  const german = fs.readFileSync(path.join(root, "locales/de/site.json"), "utf8");
  return { ...result, german };
}

const UNFINISHED: readonly [file: string, text: string][] = [
  ...["#, fuzzy", "#,fuzzy", "#, c-format, fuzzy", "#, fuzzy, i18next-format", "#= fuzzy"].map(
    (flags): [string, string] => ["de.po", `${HEADER}${flags}\n${HELLO}`],
  ),
  ...[
    "",
    'state="initial"',
    'state="initial" subState="toolkit:stale"',
    'state="initial" subState="toolkit:unstamped"',
    'state="needs-translation"',
    'state="translated" subState="xlf:needs-review-translation"',
    'state="translated" subState="xlf:needs-adaptation"',
    'state="translated" subState="my:fuzzy"',
    'state="reviewed" subState="my:rejected"',
  ].map((attributes): [string, string] => ["de.xlf", xliff(attributes)]),
  ...["stale", "unstamped", "unreviewed", "fuzzy", "needs-review"].map(
    (state): [string, string] => ["de.json", json(state)],
  ),
];

it.each(UNFINISHED)(
  "LOC-7 an unfinished text of %s is left out and said: %j",
  async (file, text) => {
    const { code, out, err, german } = await imported(file, text);
    expect(code).toBe(0);
    expect(out).toBe("");
    expect(german).not.toContain("Servus");
    expect(err).toMatch(
      /: warning: site:hello: it is marked as fuzzy, initial or in need of review/,
    );
    expect(err).toContain("1 left out, as they are not marked as reviewed");
    const taken = await imported(file, text, "--as-reviewed");
    expect(taken.german).toContain("Servus");
  },
);

it.each([
  ["de.po", HEADER + HELLO],
  ["de.po", `${HEADER}#, i18next-format\n${HELLO}`],
  // A comment is not a flag, and the flag of an obsolete entry does not apply to the next one.
  ["de.po", `${HEADER}# fuzzy logic\n${HELLO}`],
  ["de.po", `${HEADER}#, fuzzy\n#~ msgctxt "x"\n#~ msgid "a"\n#~ msgstr "b"\n\n${HELLO}`],
  ["de.xlf", xliff('state="translated"')],
  ["de.xlf", xliff('state="reviewed"')],
  ["de.xlf", xliff('state="final" subState="my:checked"')],
  ["de.json", json("translated")],
  ["de.json", json("missing")],
])("LOC-7 a finished text of %s is taken: %j", async (file, text) => {
  expect((await imported(file, text)).german).toContain("Servus");
});

it("LOC-7 a section with one fuzzy text is left out whole, and its page stays as it is", async () => {
  const root = makeSite(siteFiles());
  const { out } = await run(root, ["locales", "export", "de", "--format", "po"]);
  const filled = out.replace(
    /(msgctxt "tools\/beta#(\S+)"\nmsgid (.*)\nmsgstr )""/g,
    (_, start: string, id: string, source: string) =>
      (id === "faq.1.answer" ? "#, fuzzy\n" : "") + start + source.replace('"', '"X'),
  );
  writeFiles(root, { "de.po": filled });
  const { code, err } = await run(root, ["locales", "import", "de.po"]);
  expect({ code, err }).toMatchObject({ code: 0 });
  const german = fs.readFileSync(path.join(root, "locales/de/tools/beta.md"), "utf8");
  expect(german).toContain("name:");
  expect(german).not.toContain("faq:");
});

it.each([
  ["without a context", 'msgid "Hello"\nmsgstr "Hallo"\n', "an entry without msgctxt;"],
  ["without a text", 'msgctxt "site:hello"\nmsgstr "Hallo"\n', "an entry without msgid;"],
  ["without a translation", 'msgctxt "site:hello"\nmsgid "Hello"\n', "an entry without msgstr;"],
])("LOC-7 an entry of PO %s is an error with its line", async (_, text, detail) => {
  const { code, err } = await imported("de.po", HEADER + text);
  expect(code).toBe(1);
  expect(err).toContain(`de.po:4: error: ${detail}`);
});

it.each([
  ["an unknown escape", HEADER + entry("site:hello", "a", String.raw`\q`), /de\.po:6:1.*\\q/],
  ["nothing", HEADER, /there is no text in the file/],
  [
    "XLIFF 1.2 within",
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" trgLang="de"><file id="site"><trans-unit id="site_3a_hello"><source>a</source><target>b</target></trans-unit></file></xliff>',
    /<trans-unit> is of XLIFF 1\.2/,
  ],
  [
    "no segment",
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" trgLang="de"><file id="site"><unit id="site_3a_hello"><source>a</source><target>b</target></unit></file></xliff>',
    /<target> outside of a <segment>/,
  ],
  [
    "no unit",
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" trgLang="de"><file id="site"/></xliff>',
    /there is no text in the file/,
  ],
  [
    "another namespace",
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:o="urn:o" trgLang="de"><o:file id="site"><o:unit id="site_3a_hello"/></o:file></xliff>',
    /there is no text in the file/,
  ],
])("LOC-7 a file that holds %s does not pass for an import", async (_, text, expected) => {
  const { code, err } = await imported(text.startsWith("<") ? "de.xlf" : "de.po", text);
  expect(code).toBe(1);
  expect(err).toMatch(expected);
});

it("LOC-7 the escapes of gettext are read: octal, hexadecimal and letters", () => {
  const { units } = readPo(HEADER + entry("a", "b", String.raw`\101\x42\tC\"\\`));
  expect(units[0]!.target).toBe('AB\tC"\\');
});

const segments = (...orders: (number | undefined)[]): string =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.2" trgLang="de"><file id="f"><unit id="u">${orders
    .map(
      (order, at) =>
        `<segment state="final"><source>${at}</source><target${order === undefined ? "" : ` order="${order}"`}>${"abc"[at]}</target></segment>`,
    )
    .join("")}</unit></file></xliff>`;

it("LOC-7 targets of XLIFF 2.0 to 2.2 stand in the order that they name", () => {
  const read = (text: string) => readXliff(text, () => "u");
  expect(read(segments(undefined, undefined, undefined)).units[0]!.target).toBe("abc");
  expect(read(segments(3, 1, 2)).units[0]!.target).toBe("bca");
  expect(read(segments(2, 1, undefined)).units[0]!.target).toBe("bac");
  for (const wrong of [segments(1, 1), segments(3, undefined), segments(0, 2)]) {
    const { units, faults } = read(wrong);
    expect(units).toEqual([]);
    expect(faults[0]!.detail).toContain('"order"');
  }
});
