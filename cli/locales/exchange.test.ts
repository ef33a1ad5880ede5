import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { loadSite } from "../check/load-site.ts";
import {
  edit,
  makeSite,
  removeSites,
  siteFiles,
  tool,
  translation,
  writeFiles,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { HOME } from "../files/home.ts";
import { filesOfPlan } from "./apply-import.ts";
import { readJson, writeJson } from "./exchange-json.ts";
import type { Exchange, ReturnedFile } from "./exchange.ts";
import { joinInline, splitInline } from "./inline.ts";
import { planImport } from "./plan-import.ts";
import { readPo, writePo } from "./po.ts";
import { type Unit, unitFiles } from "./units.ts";
import { validateXliff } from "./validate-xliff.ts";
import { readXliff } from "./xliff-read.ts";
import { writeXliff, xliffId } from "./xliff-write.ts";
import { isLong } from "#tests/left-out.ts";

afterAll(removeSites);

const unitsOf = ({ files }: Exchange): Unit[] =>
  files.flatMap(({ groups }) => groups.flatMap(({ units }) => units));

const SITE = () => {
  const files = siteFiles();
  files["content/tools/alpha.md"] = tool("alpha", "beta", "See [beta](/beta).\n\nEnd.\n");
  return makeSite(files);
};
const read = (root: string, file: string): string => fs.readFileSync(path.join(root, file), "utf8");

/** Every format with its export and import. */
const FORMATS: readonly [string, (exchange: Exchange) => [text: string, back: ReturnedFile]][] = [
  [
    "xliff",
    (exchange) => {
      const text = writeXliff(exchange);
      const ids = new Map(
        exchange.files.flatMap((file) =>
          file.groups.flatMap(({ units }) =>
            units.map(({ id }) => [`${xliffId(file.id)} ${xliffId(id)}`, id] as const),
          ),
        ),
      );
      return [text, readXliff(text, (_, file, unit) => ids.get(`${file} ${unit}`))];
    },
  ],
  [
    "po",
    (exchange) => {
      const text = writePo(exchange);
      return [text, readPo(text)];
    },
  ],
  [
    "json",
    (exchange) => {
      const text = writeJson(exchange);
      return [text, readJson(text)];
    },
  ],
];

let loaded: ReturnType<typeof loadSite> | undefined;

const stateOf = ({ state, target }: Unit): string => (target === "" ? "missing" : state);

it.each(FORMATS)(
  "LOC-7 all content and messages of the site survive %s, and nothing is written",
  { timeout: 300_000 },
  async (name, roundTrip) => {
    const site = await (loaded ??= loadSite({ root: HOME, home: HOME }));
    // Languages with six, four and one plural forms; the long run covers all.
    const few = { xliff: "ar", po: "ru", json: "ja" }[name]!;
    const all = site.config.locales.map(({ code }) => code).slice(1);
    const codes = isLong ? all : [few];
    for (const code of codes) {
      const exchange = {
        locale: code,
        sourceLanguage: "en-US",
        language: site.config.locales.find((each) => each.code === code)!.language,
        style: ["Address: a"],
        files: unitFiles(site, code),
      };
      const units = unitsOf(exchange);
      expect(units.length).toBeGreaterThan(2000);
      const [text, back] = roundTrip(exchange);
      if (text.startsWith("<?xml")) expect(validateXliff(text)).toEqual([]);
      expect(back.faults).toEqual([]);
      expect(back.language).toBe(exchange.language);
      expect(back.units.map(({ line: _, ...each }) => each)).toEqual(
        units.map((unit) => ({
          id: unit.id,
          source: unit.source,
          target: unit.target,
          state: stateOf(unit),
        })),
      );
      const plan = planImport(exchange.files, back, {
        whenChanged: "refuse",
        asReviewed: false,
      });
      expect(plan.faults).toEqual([]);
      expect(filesOfPlan(site, code, plan)).toEqual({ changes: [], problems: [] });
    }
  },
);

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 8 }),
      fc.constantFrom(
        "{{name}}",
        "{{count, number}}",
        "`--out`",
        "[a](/b)",
        "![](/c)",
        "\n",
        "\n\n",
        "<b>",
        "&amp;",
        "]]>",
        '"',
        "\\",
        "\\n",
        "\t",
        "\r",
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  // A unit has text; the writer supports all XML characters but NUL.
  .map((parts) => parts.join("").replace(/\p{Cs}|\0/gu, "") + ".");

it("LOC-7 any text survives any format", () => {
  const unit = fc.record({
    source: text,
    target: fc.oneof(fc.constant(""), text),
    state: fc.constantFrom("stale", "unstamped", "translated"),
    format: fc.constantFrom("message", "plain", "markdown"),
    notes: fc.constant([]),
    terms: fc.constant([{ english: "a", translation: "b & c", definition: "d" }]),
  });
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 5 }), (all) => {
      const units = all.map(
        (each, at) =>
          ({ ...each, id: `f#é ${at}/_`, ...(each.target === "" && { state: "missing" }) }) as Unit,
      );
      const files = [
        {
          id: "f",
          original: "f.md",
          groups: units.map((each) => ({ id: each.id, kind: "message" as const, units: [each] })),
        },
      ];
      for (const [name, roundTrip] of FORMATS) {
        const [written, back] = roundTrip({
          locale: "de",
          sourceLanguage: "en",
          language: "de",
          style: [],
          files,
        });
        if (name === "xliff") expect(validateXliff(written)).toEqual([]);
        expect(back.faults, name).toEqual([]);
        expect(
          back.units.map(({ line: _, ...each }) => each),
          name,
        ).toEqual(
          units.map((each) => ({
            id: each.id,
            source: each.source,
            target: each.target,
            state: stateOf({ ...each, state: each.target === "" ? "missing" : each.state }),
          })),
        );
      }
      for (const { source, format } of all)
        expect(joinInline(splitInline(source, format))).toBe(source);
    }),
    { numRuns: 150 },
  );
});

it.each([
  [/<segment state="translated">/, '<segment state="done">', 'state="done"'],
  [/<source>/, "<p/><source>", "<p> is not of the core"],
  [/<target>[^]*?<\/target>\s*/, "", undefined],
  [/<source>[^]*?<\/source>\s*/, "", "<segment> with target"],
  [/dataRef="d1"/, 'dataRef="d9"', "dataRef d9 leads to no data"],
  [/ trgLang="de"/, "", "a <target> without trgLang"],
  [/<unit id="[^"]*"/, '<unit id="a b"', 'id="a b" of <unit>'],
])("LOC-7 the validator of these tests distinguishes %s from %s", async (from, to, expected) => {
  const { out } = await run(SITE(), ["locales", "export", "de"]);
  const problems = validateXliff(out.replace(from, to));
  if (expected === undefined) expect(problems).toEqual([]);
  else expect(problems.join("\n")).toContain(expected);
});

it("LOC-7 placeholders and links are codes in XLIFF, and plural forms have notes", async () => {
  const files = siteFiles();
  files["content/tools/alpha.md"] = tool("alpha", "beta", "See [beta](/beta) and `x`.\n\nEnd.\n");
  files["locales/de/tools/alpha.md"] = translation(
    "Alpha",
    "Siehe `x` und [beta](/beta).\n\nEnde.\n",
  );
  files["toolkit.config.ts"] = files["toolkit.config.ts"]!.replace(
    '"de", language: "de"',
    '"de", language: "ru"',
  );
  const { out } = await run(makeSite(files), ["locales", "export", "de"]);
  expect(validateXliff(out)).toEqual([]);
  expect(out).toContain(
    '<source>Hello <ph id="1" equiv="name" disp="{{name}}" dataRef="d1"/></source>',
  );
  expect(out).toContain(
    '<source>See <pc id="1" dataRefStart="d1" dataRefEnd="d2">beta</pc> and <ph id="2"',
  );
  // The translation has them in reverse order.
  expect(out).toMatch(
    /<target>Siehe <ph id="2"[^>]*\/> und <pc id="1"[^>]*>beta<\/pc>\.<\/target>/,
  );
  expect(out).toMatch(
    /<ignorable>\s*<source>\n\n<\/source>\s*<target>\n\n<\/target>\s*<\/ignorable>/,
  );
  expect(out).toMatch(/name="site:files" type="toolkit:plural"/);
  expect(out).toContain("Plural form &quot;few&quot;: 2, 3, 4, 22, 23 …");
  // English has no form "few": it is translated from "other".
  expect(out).toMatch(/name="site:files_few">[^]*?<source><ph [^>]*\/> files<\/source>/);
});

/** Exports German, translates every empty text, and imports the file. */
async function translated(
  root: string,
  change: (text: string) => string = (text) => text,
): Promise<void> {
  const { out } = await run(root, ["locales", "export", "de"]);
  const done = out.replace(
    /<segment state="initial">\s*<source>([^]*?)<\/source>/g,
    (_, source: string) =>
      `<segment state="translated"><source>${source}</source><target>${source.replace(/(?<![\w<=/"&])(one|two|text|alpha|beta|what)(?!\w)/gi, "X$1")}</target>`,
  );
  writeFiles(root, { "de.xlf": change(done) });
}

it("LOC-7 what translators return becomes files that are up to date", async () => {
  const root = SITE();
  await translated(root);
  const dry = await run(root, ["locales", "import", "de.xlf", "--dry-run"]);
  expect(dry.code).toBe(0);
  expect(fs.existsSync(path.join(root, "locales/de/tools/beta.md"))).toBe(false);
  const { code, out, err } = await run(root, ["locales", "import", "de.xlf"]);
  expect(err).toMatch(
    /^de\.xlf \(de\): \d+ texts changed, \d+ as they were, 0 without a translation\.$/m,
  );
  expect(code).toBe(0);
  expect(out).toContain("locales/de/tools/beta.md\n");
  expect((await run(root, ["locales", "status"])).out).toMatch(/^de\t5\/5\t\d\t0\t0\/2\t.*$/m);
  expect(read(root, "locales/de/tools/beta.md")).toMatch(/^---\nname: "Xbeta"\n/);
  expect((await run(root, ["check", "--locale", "de", "--no-site"])).code).toBe(0);
  // A second import changes nothing.
  expect((await run(root, ["locales", "import", "de.xlf"])).out).toBe("");
});

it("NAV-12 search keywords are one text, with a separate count for each language", async () => {
  const root = SITE();
  await translated(root, (xliff) =>
    xliff.replace(
      /(name="tools\/beta#keywords">[^]*?<target>)[^<]*/,
      "$1 Gitarre raus، stumm, 、 4k, stumm",
    ),
  );
  expect((await run(root, ["locales", "import", "de.xlf"])).code).toBe(0);
  expect(read(root, "locales/de/tools/beta.md")).toContain(
    '\nkeywords: ["Gitarre raus", "stumm", "4k"]\n',
  );
  const { out } = await run(root, ["check", "--no-site"]);
  expect(out).toMatch(/beta\.md:\d+:11 warning: .*3 different words.*\[KEYWORDS_FEW\]/);
  expect(out).not.toMatch(/TRANSLATION_(STALE|UNSTAMPED)/);
});

it("LOC-7 an import reports problems unit by unit, and writes nothing", async () => {
  const root = SITE();
  await translated(root, (xliff) =>
    xliff
      .replace(/<target>Hallo <ph[^>]*\/>/, "<target>Hallo")
      .replace(/(name="pages\/subscription#title">[^]*?)<target>[^<]*<\/target>/, "$1")
      .replace(/(name="tools\/beta#faq\.1\.question">[^]*?)<target>[^<]*<\/target>/, "$1")
      .replace(/(name="tools\/beta#heading">[^]*?<target>)[^<]*/, "$1two\nlines")
      .replace('id="site_3a_files_5f_one"', 'id="site_3a_gone"'),
  );
  const before = read(root, "locales/de/site.json");
  const { code, out, err } = await run(root, ["locales", "import", "de.xlf"]);
  expect(code).toBe(1);
  expect(out).toBe("");
  for (const line of [
    /^de\.xlf:\d+: error: site:hello: it must hold \{\{name\}\}; it holds none\.$/m,
    /^de\.xlf:\d+: error: tools\/beta#faq\.1\.question: it has no translation, other texts of its section have one\.$/m,
    /^de\.xlf:\d+: error: tools\/beta#heading: it must be one line\.$/m,
    /^de\.xlf:\d+: error: the site has no unit "site_3a_gone" in "site"\.$/m,
    /^Nothing was written\.$/m,
  ])
    expect(err).toMatch(line);
  expect(read(root, "locales/de/site.json")).toBe(before);
  expect(fs.existsSync(path.join(root, "locales/de/tools/beta.md"))).toBe(false);
  const json = await run(root, ["locales", "import", "de.xlf", "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ ok: false, imported: [{ locale: "de" }] });
});

it("LOC-7 English that has changed since is refused, skipped, or taken as stale", async () => {
  const root = SITE();
  await translated(root);
  const english = read(root, "content/tools/beta.md");
  writeFiles(root, {
    "content/tools/beta.md": english.replace("tagline: What", "tagline: Now what"),
  });
  const refused = await run(root, ["locales", "import", "de.xlf"]);
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/tools\/beta#tagline: its English has changed since it was exported/);
  expect(fs.existsSync(path.join(root, "locales/de/tools/beta.md"))).toBe(false);
  const skipped = await run(root, ["locales", "import", "de.xlf", "--changed", "skip"]);
  expect(skipped.code).toBe(0);
  expect(read(root, "locales/de/tools/beta.md")).not.toContain("tagline");
  expect(skipped.err).toContain("1 left out");
  const taken = await run(root, ["locales", "import", "de.xlf", "--changed", "take"]);
  expect(taken.code).toBe(0);
  expect(read(root, "locales/de/tools/beta.md")).toContain("tagline:");
  const { out } = await run(root, ["check", "--locale", "de", "--no-site"]);
  expect(out).toMatch(
    /beta\.md:\d+:\d+ warning: In de these sections translate an earlier text: tagline\./,
  );
});

it("LOC-7 an unreviewed stale section stays stale", async () => {
  const root = SITE();
  await run(root, ["locales", "stamp"]);
  edit2(root, "content/pages/home.md", "tagline: ", "tagline: Now ");
  const { out } = await run(root, ["locales", "export", "de", "--open", "--format", "po"]);
  expect(out).toMatch(/#, fuzzy\n#\. stale\nmsgctxt "pages\/home#tagline"\nmsgid "Now /);
  expect(out).not.toContain('msgctxt "pages/home#title"');
  writeFiles(root, { "de.po": out });
  expect((await run(root, ["locales", "import", "de.po"])).out).toBe("");
  // The translator removes the flag, which confirms the text.
  writeFiles(root, { "de.po": out.replace("#, fuzzy\n", "") });
  expect((await run(root, ["locales", "import", "de.po"])).out).toBe("locales/de/pages/home.md\n");
  expect((await run(root, ["locales", "status", "--json"])).out).toContain(
    '"stale":0,"missing":3,',
  );
});

it("LOC-7 a stale text is exported with the English as it was and as it is", async () => {
  const root = SITE();
  await run(root, ["locales", "stamp"]);
  await run(root, ["locales", "stamp", "--messages"]);
  const git = (...argv: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.test", ...argv], { cwd: root });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
  const home = read(root, "content/pages/home.md");
  const [, tagline] = /^tagline: (.*)$/m.exec(home)!;
  const [, hello] = /"hello": "(.*)"/.exec(read(root, "locales/en/site.json"))!;
  for (const word of ["Once ", "Now "]) {
    edit2(root, "content/pages/home.md", "tagline: ", `tagline: ${word}`);
    edit2(root, "locales/en/site.json", '"hello": "', `"hello": "${word}`);
    git("commit", "--quiet", "-am", word);
  }
  const exported = async (format: string) =>
    await run(root, ["locales", "export", "de", "--open", "--format", format]);
  const { units } = JSON.parse((await exported("json")).out) as { units: Unit[] };
  expect(units.filter(({ was }) => was !== undefined)).toEqual([
    expect.objectContaining({ id: "site:hello", source: `Now Once ${hello}`, was: hello }),
    expect.objectContaining({
      id: "pages/home#tagline",
      source: `Now Once ${tagline}`,
      was: tagline,
    }),
  ]);
  const po = await exported("po");
  expect(po.out).toContain(`#| msgid "${tagline}"\nmsgctxt "pages/home#tagline"\n`);
  expect(po.err).not.toContain("history");
  const xliff = (await exported("xliff")).out;
  expect(xliff).toContain(`<note category="earlier-source">The English was: ${tagline}</note>`);
  expect(validateXliff(xliff)).toEqual([]);
  writeFiles(root, { "de.po": po.out, "de.xlf": xliff });
  for (const file of ["de.po", "de.xlf"])
    expect(await run(root, ["locales", "import", file])).toMatchObject({ code: 0, out: "" });

  fs.rmSync(path.join(root, ".git"), { recursive: true });
  const blind = await exported("json");
  expect(blind.out).not.toContain('"was"');
  expect(blind.err).toContain("of 2 English files with stale texts");
});

it("LOC-7 CLI-5 a file that holds only the template is written over, by an import and by `new`", async () => {
  const root = SITE();
  const argv = ["new", "tool", "gamma", "--locales", "de", "--panel", "cleaner", "--preset"];
  const all = [...argv, "gentle", "--menu", "2", "--group", "edit", "--cost", "1"];
  const made = await run(root, all);
  expect(made.err).not.toContain("Error");
  const stub = "locales/de/tools/gamma.md";
  expect(read(root, stub)).toContain("# name: Gamma");
  fs.rmSync(path.join(root, "content/tools/gamma.md"));
  expect((await run(root, [...all, "--name", "Gamma Two"])).code).toBe(0);
  expect(read(root, stub)).toContain("# name: Gamma Two");

  const { out } = await run(root, ["locales", "export", "de", "--format", "json"]);
  const exchange = JSON.parse(out) as { units: { id: string; target: string }[] };
  for (const unit of exchange.units)
    if (unit.id === "tools/gamma#name") unit.target = "Gamma auf Deutsch";
  writeFiles(root, { "de.json": JSON.stringify(exchange) });
  expect((await run(root, ["locales", "import", "de.json"])).out).toBe(`${stub}\n`);
  expect(read(root, stub)).toMatch(
    /^---\nname: "Gamma auf Deutsch"\nsource:\n {2}name: .*\n---\n$/,
  );
  // The translator's file must not be overwritten.
  fs.rmSync(path.join(root, "content/tools/gamma.md"));
  expect((await run(root, all)).err).toContain("ALREADY_EXISTS");
});

function edit2(root: string, file: string, from: string, to: string): void {
  const files = { [file]: read(root, file) };
  edit(files, file, from, to);
  writeFiles(root, files);
}

it.each([
  ["a.xlf", "<xliff/>", /a\.xlf:1:1: it is not XLIFF 2/],
  ["a.xlf", '<!DOCTYPE x [<!ENTITY a "b">]><xliff/>', /a\.xlf:1:1: a document type/],
  [
    "a.xlf",
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2"/>',
    /it is not XLIFF 2\.0, 2\.1 or 2\.2: .*document:1\.2/,
  ],
  [
    "a.xlf",
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" trgLang="de">\n<file>',
    /a\.xlf:2:7: the file ends before <\/file>/,
  ],
  ["a.po", 'msgid ""\nmsgstr "Language: de\\n"\n\nnonsense\n', /a\.po:4:1: a line that is neither/],
  [
    "a.po",
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=CHARSET\\nLanguage: de\\n"\n',
    /a\.po:1:1: its encoding is "CHARSET", which is not known/,
  ],
  ["a.json", "{", /a\.json:1:1: it is not JSON/],
  ["a.json", "{}", /must be "toolkit-translation-1"/],
])("LOC-7 %s that is %j is refused with its place", async (file, content, expected) => {
  const root = SITE();
  writeFiles(root, { [file]: content });
  const { code, err } = await run(root, ["locales", "import", file]);
  expect(code).toBe(1);
  expect(err).toMatch(expected);
});

it("LOC-7 wrong languages, formats and budgets are wrong usage", async () => {
  const root = SITE();
  writeFiles(root, { "fr.json": '{"format":"toolkit-translation-1","language":"fr","units":[]}' });
  for (const argv of [
    ["export", "fr"],
    ["export", "en"],
    ["export", "de", "--format", "xlf"],
    ["import", "none.xlf"],
    ["import", "fr.json"],
    ["import", "fr.json", "--locale", "de", "--changed", "maybe"],
    ["status", "--budget", "fr=10"],
    ["status", "--budget", "101"],
  ])
    expect((await run(root, ["locales", ...argv])).code, argv.join(" ")).toBe(2);
  expect((await run(root, ["locales", "export", "de", "--out", "to/de.xlf"])).out).toBe(
    "to/de.xlf\n",
  );
  expect((await run(root, ["locales", "export", "de", "--out", "to/de.xlf"])).err).toContain(
    "OUTPUT_EXISTS",
  );
});

it("LOC-7 a budget fails while too few words are up to date", async () => {
  const root = SITE();
  await run(root, ["locales", "stamp"]);
  const { code, err } = await run(root, ["locales", "status", "--budget", "de=95"]);
  expect(code).toBe(1);
  expect(err).toMatch(/^de: \d+(\.\d)? % of the words are up to date; the budget is 95 %\.$/m);
  expect((await run(root, ["locales", "status", "--budget", "de=1"])).code).toBe(0);
  const { out } = await run(root, ["locales", "status", "--sections"]);
  expect(out).toMatch(/^de\tmessages\t\d+\t0\t0$/m);
  expect(out).toMatch(/^de\tfaq\t\d+\t0\t\d+$/m);
});
