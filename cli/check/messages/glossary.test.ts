import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { edit, makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

const PAGE = "locales/de/tools/alpha.md";
const MESSAGES = "locales/de/site.json";
const STYLE = {
  address: "Sie",
  headings: "infinitive",
  save: "Speichern",
  dash: "–",
  titleSeparator: " – ",
  quotes: ["„", "“"],
  spaces: "none",
};
const GLOSSARY = {
  terms: [
    {
      english: "file",
      meaning: "What is opened.",
      translations: { de: "Datei" },
      avoid: {
        de: [
          { words: "File", use: "Datei", reason: "German has a word", certain: true },
          { words: "Werk", use: "Datei", reason: "Another thing", whenEnglish: "files?" },
        ],
      },
    },
  ],
  styles: { de: STYLE, en: { ...STYLE, quotes: ["“", "”"] } },
};

function site(glossary: unknown = GLOSSARY) {
  const files = siteFiles();
  files["locales/glossary.json"] = JSON.stringify(glossary, null, 2);
  return files;
}

it("TLS-9 check reports words in content files that stand outside of their condition", async () => {
  const rule = { words: "studio model", use: "{{#studio}}", reason: "r", outside: "studio" };
  const german = { ...rule, words: "Studio-Modell" };
  const { de, en } = GLOSSARY.styles;
  const styles = { de: { ...de, avoid: [german] }, en: { ...en, avoid: [rule] } };
  const files = site({ ...GLOSSARY, styles });
  const text = "{{#studio}}A studio model.{{/studio}}";
  edit(
    files,
    "content/tools/alpha.md",
    "## First part",
    `## First part\n\n${text} A studio model.`,
  );
  const translated = text.replace("studio model", "Studio-Modell");
  edit(files, PAGE, "Text.", `Das Studio-Modell. ${translated}`);
  edit(files, MESSAGES, "eine Datei", "ein Studio-Modell");
  const { out } = await run(makeSite(files), ["check", "--no-site"]);
  const reported = out.split("\n").filter((line) => line.includes("TERM_AVOIDED"));
  expect(reported.map((line) => line.split(" ")[0]!)).toEqual([
    "content/tools/alpha.md:46:41",
    `${PAGE}:38:5`,
  ]);
});

it("LOC-10 check accepts a searched word in titles, headings and questions of pages alone", async () => {
  const searched = { words: "File", use: "Datei", reason: "r", searched: true };
  const terms = [{ ...GLOSSARY.terms[0], avoid: { de: [searched] } }];
  const files = site({ ...GLOSSARY, terms });
  const heading = "File: der Titel";
  files[PAGE] = files[PAGE]!.replace(/^(title|heading): .*$/gm, `$1: "${heading}"`)
    .replace(/^(name|tagline): .*$/gm, `$1: "Ein File"`)
    .replace(/question: .*$/m, `question: "Welches File?"`)
    .replace(/answer: .*$/m, `answer: "Dieses File."`)
    .replace("Erster Teil", "Erstes File")
    .replace("Text.", "Das File.");
  edit(files, MESSAGES, "eine Datei", "ein File");
  expect(files[PAGE].match(/File/g)).toHaveLength(8);
  const { out } = await run(makeSite(files), ["check", "--no-site"]);
  const lines = files[PAGE].split("\n");
  const reported = out.split("\n").filter((line) => line.includes("TERM_AVOIDED"));
  expect(
    reported.map((line) => {
      const [file, number] = line.split(":");
      return file === PAGE ? lines[Number(number) - 1]!.trim() : file;
    }),
  ).toEqual([
    MESSAGES,
    'name: "Ein File"',
    'tagline: "Ein File"',
    'answer: "Dieses File."',
    "Das File.",
  ]);
});

it("LOC-10 check holds messages and pages to the glossary, by line and column", async () => {
  const files = site();
  edit(files, MESSAGES, "eine Datei", "ein File");
  edit(files, MESSAGES, "Hallo", "Werk");
  edit(files, PAGE, "Erster Teil", "Erstes File");
  edit(files, PAGE, "Text.", "Ein Werk - und `File`.");
  const { out } = await run(makeSite(files), ["check", "--no-site"]);
  const reported = out.split("\n").filter((line) => /TERM_AVOIDED|TYPOGRAPHY/.test(line));
  expect(reported.map((line) => line.replace(/ (error|warning): .*\[/, " ["))).toEqual([
    `${MESSAGES}:3:21 [TERM_AVOIDED]`,
    `${PAGE}:36:11 [TERM_AVOIDED]`,
    `${PAGE}:38:10 [TYPOGRAPHY]`,
  ]);
  expect(reported[1]).toContain(
    '"File": German has a word. Write "Datei"; `toolkit check --fix` does.',
  );
});

it("LOC-10 check --fix applies unambiguous fixes, and changes no other byte", async () => {
  const files = site();
  edit(files, MESSAGES, "eine Datei", "File, Profile - Files");
  edit(files, PAGE, "Text.", "Ein File — ein Werk.");
  const root = makeSite(files);
  const { err } = await run(root, ["check", "--fix", "--no-site"]);
  expect(err).toContain("4 findings");
  const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
  expect(read(MESSAGES)).toBe(
    files[MESSAGES]!.replace("File, Profile - Files", "Datei, Profile – Files"),
  );
  expect(read(PAGE)).toBe(files[PAGE]!.replace("Ein File — ein Werk.", "Ein Datei – ein Werk."));
});

it("LOC-10 a glossary that cannot be used is reported, by place", async () => {
  const files = site({
    terms: [{ english: "a", meaning: "b", translations: {}, typo: 1 }],
    styles: {},
  });
  files["locales/notes.json"] = '{\n  "site:files": "Noun.",\n  "site:fles": "Noun."\n}\n';
  const { code, out } = await run(makeSite(files), ["check", "--no-site"]);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^locales\/glossary\.json:\d+:\d+ error: terms\.0: .*typo.*\[GLOSSARY_INVALID\]$/m,
  );
  expect(out).toMatch(
    /^locales\/notes\.json:3:3 error: English has no "site:fles"\. Did you mean "site:files"\?.*\[MESSAGE_UNKNOWN\]$/m,
  );
});

it("LOC-10 translators get notes, terms and the style with their export", async () => {
  const files = site();
  files["locales/notes.json"] = '{ "site:files": "Label of a list." }\n';
  const root = makeSite(files);
  const write = async (format: string) =>
    (await run(root, ["locales", "export", "de", "--format", format])).out;
  const xliff = await write("xliff");
  expect(xliff).toContain("<gls:term>file</gls:term>");
  expect(xliff).toContain("<note>Label of a list.</note>");
  expect(xliff).toContain('<note category="style">Address: Sie</note>');
  const po = await write("po");
  expect(po).toContain("# Address: Sie\n");
  expect(po).toContain("#. Label of a list.\n");
  expect(po).toContain('#. Term: file = Datei. What is opened. Not: "File" (German has a word)');
  const json = JSON.parse(await write("json")) as {
    style: string[];
    units: { id: string; terms?: object[]; notes?: string[] }[];
  };
  expect(json.style).toContain("Save: Speichern");
  const unit = json.units.find(({ id }) => id === "site:files_other")!;
  expect(unit.terms).toHaveLength(1);
  expect(unit.notes).toHaveLength(2);
});
