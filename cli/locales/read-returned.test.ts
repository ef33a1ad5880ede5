import { describe, expect, it } from "vitest";
import { readPo } from "./po.ts";
import { readXliff } from "./xliff-read.ts";

const HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n';
const entry = (before = "", translation = '"T"', id = "a:b"): string =>
  `${before}msgctxt "${id}"\nmsgid "S"\nmsgstr ${translation}\n`;
const T = ["a:b", "T", "translated"] as const;

/** Syntax that gettext's grammar allows, and the output of editors and merges of catalogs. */
describe("PO files", () => {
  const unitsIn = (po: string) =>
    readPo(po).units.map(({ id, target, state }) => [id, target, state]);
  const CASES: readonly [name: string, entries: string, units: readonly (readonly string[])[]][] = [
    ["an obsolete entry", `${entry()}\n#~ msgctxt "x"\n#~ msgid "S"\n#~ msgstr "U"\n`, [T]],
    ["an obsolete fuzzy entry", `#, fuzzy\n#~ msgid "S"\n#~ msgstr "U"\n\n${entry()}`, [T]],
    [
      "a previous text",
      entry('#, fuzzy\n#| msgctxt "x"\n#| msgid ""\n#| "old"\n'),
      [["a:b", "T", "stale"]],
    ],
    ["several flags", entry("#, c-format,fuzzy, no-wrap\n"), [["a:b", "T", "stale"]]],
    ["comments that say fuzzy", entry("# fuzzy\n#. fuzzy\n#: fuzzy.c:1\n"), [T]],
    ["no empty line", entry() + entry("#, fuzzy\n", '"U"', "a:c"), [T, ["a:c", "U", "stale"]]],
    ["texts of many lines", entry("", '""\n"T\\n"\n""\n"t"'), [["a:b", "T\nt", "translated"]]],
    ["texts of one line in parts", entry("", '"T" "t"\t"u"'), [["a:b", "Ttu", "translated"]]],
    ["a comment behind a text", entry("", '"T" # "no"'), [T]],
    ["tabs and no spaces", entry().replace('t "a', 't\t"a').replace('d "S', 'd"S'), [T]],
    ["a keyword on a line of its own", entry("", '\n"T"'), [T]],
    ["indented lines", entry().replace(/^/gm, "  "), [T]],
    ["empty lines and comments inside", entry().replaceAll("\nm", "\n\n# c\nm"), [T]],
    [
      "escapes",
      entry("", String.raw`"a\tb\\n\"q\" \x41\101"`),
      [["a:b", 'a\tb\\n"q" AA', "translated"]],
    ],
    [
      "escaped bytes of UTF-8",
      entry("", String.raw`"\303\251 \xE2\x99\xaa"`),
      [["a:b", "é ♪", "translated"]],
    ],
    [
      "escaped bytes that are not UTF-8",
      entry("", String.raw`"\xe9\xe9"`),
      [["a:b", "éé", "translated"]],
    ],
    [
      "the mark of a merge",
      entry("#, fuzzy\n", String.raw`"#-#-#  a.po  #-#-#\n" "T"`),
      [["a:b", "#-#-#  a.po  #-#-#\nT", "stale"]],
    ],
  ];
  it.each(CASES)("LOC-7 %s", (_, entries, units) => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const po = (HEADER + entries).replaceAll("\n", end);
      expect(readPo(po)).toMatchObject({ language: "de", faults: [] });
      expect(unitsIn(po)).toEqual(units);
    }
  });

  it.each([
    ["Language: pt_BR\\n", "pt-BR"],
    ["language: DE\\n", "DE"],
    ["Language: de_DE.UTF-8\\n", "de-DE"],
    ["Language: sr@latin\\n", "sr-Latn"],
    ["Language: sr_RS.UTF-8@cyrillic\\n", "sr-Cyrl-RS"],
    ["Language: ca@valencia\\n", "ca"],
    ["Language: \\nX-Generator: x\\n", ""],
    ["X-Generator: x\\n", ""],
  ])("LOC-7 the language of the header %s is %s", (header, language) => {
    expect(readPo(`msgid ""\nmsgstr "${header}"\n\n${entry()}`)).toMatchObject({ language });
  });

  it.each([
    ['msgid_plural "Ss"', /each form is an entry of its own/],
    ['msgstr[0] "T"', /each form is an entry of its own/],
    ['msgstr "T', /neither a comment nor a text/],
    ['msgstr "a "b" c"', /neither a comment nor a text/],
    ["msgstr “T”", /neither a comment nor a text/],
    ["<<<<<<< HEAD", /neither a comment nor a text/],
    [String.raw`msgstr "\q"`, /not an escape of gettext/],
  ])("LOC-7 %s is refused at its line", (line, message) => {
    expect(() => readPo(`${HEADER}msgctxt "a:b"\nmsgid "S"\n${line}\n`)).toThrow(message);
  });

  it.each([
    [entry().replace(/msgctxt.*\n/, ""), ["an entry without msgctxt; the export writes all three"]],
    [
      `msgctxt "a:a"\nmsgid "S"\n\n${entry()}`,
      ["an entry without msgstr; the export writes all three"],
    ],
  ])("LOC-7 entries that lack something: %j", (entries, details) => {
    expect(readPo(HEADER + entries).faults.map(({ detail }) => detail)).toEqual(details);
  });
});

describe("XLIFF files", () => {
  const DATA =
    '<originalData><data id="d1">{{n}}</data><data id="d2">[</data><data id="d3">](/x)</data></originalData>';
  const CODE = '<ph id="1" dataRef="d1"/>';
  const PAIR = '<pc id="2" dataRefStart="d2" dataRefEnd="d3">S</pc>';
  const read = (source: string, target: string) =>
    readXliff(
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u">${DATA}<segment state="translated"><source>${source}</source><target>${target}</target></segment></unit></file></xliff>`,
      (_, file, unit) => `${file}/${unit}`,
    );
  it.each([
    [CODE + PAIR, '<pc id="2">T</pc> <ph id="1"/>', "[T](/x) {{n}}"],
    [CODE, `${CODE}<ph id="2" copyOf="1"/>`, "{{n}}{{n}}"],
    [PAIR, '<sc id="2"/>T<ec startRef="2"/>', "[T](/x)"],
    [PAIR, '<sc id="2" dataRef="d2"/>T<ec startRef="2" dataRef="d3"/>', "[T](/x)"],
    ['<sc id="2" dataRef="d2"/>S<ec startRef="2" dataRef="d3"/>', '<pc id="2">T</pc>', "[T](/x)"],
    ["S", "a<![CDATA[<b>]]><!-- c --><mrk id='m' type='term'>d</mrk><?x y?>", "a<b>d"],
  ])("LOC-7 codes of %s in %s", (source, target, text) => {
    const { units, faults } = read(source, target);
    expect(faults).toEqual([]);
    expect(units.map((unit) => unit.target)).toEqual([text]);
  });

  it("LOC-7 a code that the source does not have is refused", () => {
    expect(read(CODE, '<ph id="7"/>').faults).toMatchObject([
      { detail: "<ph> without the data that it stands for" },
    ]);
  });
});
