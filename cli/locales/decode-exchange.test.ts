import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CONFIG, edit, makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

const MESSAGES = "locales/de/site.json";
const FORMATS = ["xlf", "po", "json"] as const;

interface Site {
  readonly root: string;
  /** A translation that contains "Grüße", as a tool saves it in UTF-8. */
  readonly text: string;
  readonly file: string;
  /** A message file before the import. */
  readonly before: string;
}

async function exported(format: (typeof FORMATS)[number]): Promise<Site> {
  const root = makeSite(siteFiles());
  const file = `de.${format}`;
  const flag = format === "xlf" ? "xliff" : format;
  await run(root, ["locales", "export", "de", "--format", flag, "--out", file]);
  const text = fs.readFileSync(path.join(root, file), "utf8");
  const before = fs.readFileSync(path.join(root, MESSAGES), "utf8");
  expect(text).toContain("eine Datei");
  return { root, file, before, text: text.replace("eine Datei", "eine Grüße") };
}

const write = ({ root, file }: Site, bytes: Uint8Array): void =>
  fs.writeFileSync(path.join(root, file), bytes);
const imported = ({ root, file }: Site) => run(root, ["locales", "import", file]);
const messagesOf = ({ root }: Site): string => fs.readFileSync(path.join(root, MESSAGES), "utf8");
/** As an editor saves it in Latin 1, with question marks for unavailable characters. */
const latin1 = (text: string): Buffer => Buffer.from(text.replace(/[^\0-\xff]/g, "?"), "latin1");

describe.each(FORMATS)("%s", (format) => {
  it("LOC-7 an import of Windows-1252 names the first byte, and writes nothing", async () => {
    const site = await exported(format);
    write(site, latin1(site.text));
    const { code, err } = await imported(site);
    const lines = site.text.slice(0, site.text.indexOf("ü")).split("\n");
    expect(code).toBe(1);
    expect(err).toContain(
      `${site.file}:${lines.length}:${lines.at(-1)!.length + 1}: byte 0xFC is not UTF-8. Nothing was written.`,
    );
    expect(err).toContain("Save the file as UTF-8");
    expect(messagesOf(site)).toBe(site.before);
  });

  it("LOC-7 an import reads utf-8 with a mark, and utf-16 with and without one", async () => {
    const site = await exported(format);
    const marked = `\ufeff${site.text}`;
    for (const bytes of [
      Buffer.from(marked),
      Buffer.from(marked, "utf16le"),
      Buffer.from(marked, "utf16le").swap16(),
      Buffer.from(site.text, "utf16le"),
    ]) {
      fs.writeFileSync(path.join(site.root, MESSAGES), site.before);
      write(site, bytes);
      expect(await imported(site)).toMatchObject({
        code: 0,
        err: expect.not.stringContaining("error") as string,
      });
      expect(messagesOf(site)).toContain("Grüße");
    }
  });
});

it.each([
  ["xlf", 'encoding="UTF-8"', 'encoding="windows-1252"'],
  ["po", "charset=UTF-8", "charset=ISO-8859-1"],
] as const)("LOC-7 an import of %s reads the encoding that it names", async (format, from, to) => {
  const site = await exported(format);
  expect(site.text).toContain(from);
  write(site, latin1(site.text.replace(from, to)));
  expect(await imported(site)).toMatchObject({
    code: 0,
    err: expect.not.stringContaining("error") as string,
  });
  expect(messagesOf(site)).toContain("Grüße");
});

it.each([
  ["xlf", 'encoding="UTF-8"', 'encoding="Klingon"', /de\.xlf:1:1: its encoding is "Klingon"/],
  ["xlf", 'encoding="UTF-8"', 'encoding="UTF-16"', /is "UTF-16" by its own words/],
  ["po", "charset=UTF-8", "charset=KLINGON", /de\.po:1:1: its encoding is "KLINGON"/],
] as const)("LOC-7 an import of %s refuses %s as %s", async (format, from, to, expected) => {
  const site = await exported(format);
  write(site, Buffer.from(site.text.replace(from, to)));
  const { code, err } = await imported(site);
  expect([code, messagesOf(site)]).toEqual([1, site.before]);
  expect(err).toMatch(expected);
});

it("LOC-7 an import changes no file of messages that cannot be read as a whole", async () => {
  const site = await exported("json");
  write(site, Buffer.from(site.text));
  const damaged = latin1(site.before.replace(/: "/, ': "ü'));
  fs.writeFileSync(path.join(site.root, MESSAGES), damaged);
  const { code, err } = await imported(site);
  expect(code).toBe(1);
  expect(err).toContain(MESSAGES);
  expect(fs.readFileSync(path.join(site.root, MESSAGES)).equals(damaged)).toBe(true);
});

it("CLI-6 messages and the configuration in another encoding are errors with their place", async () => {
  const root = makeSite(siteFiles());
  const file = path.join(root, MESSAGES);
  const text = fs.readFileSync(file, "utf8");
  const at = text.indexOf('": "') + 4;
  fs.writeFileSync(file, latin1(`${text.slice(0, at)}ü${text.slice(at)}`));
  const before = text.slice(0, at).split("\n");
  const messages = await run(root, ["check", "--json"]);
  expect(messages.code).toBe(1);
  expect((JSON.parse(messages.out) as { problems: object[] }).problems).toContainEqual(
    expect.objectContaining({
      code: "ENCODING_INVALID",
      file: MESSAGES,
      line: before.length,
      column: before.at(-1)!.length + 1,
    }),
  );
  fs.writeFileSync(file, `\ufeff${text}`);
  expect((await run(root, ["check", "--json"])).out).not.toContain("ENCODING_INVALID");

  const files = { "toolkit.config.ts": CONFIG };
  edit(files, "toolkit.config.ts", 'name: "Test"', 'name: "Tést"');
  fs.writeFileSync(path.join(root, "toolkit.config.ts"), latin1(files["toolkit.config.ts"]));
  const config = await run(root, ["check"]);
  expect(config.code).toBe(1);
  expect(config.err).toContain("toolkit.config.ts:2:");
  expect(config.err).toContain("not UTF-8 from byte 0xE9 on");
});

it.each(["locales/glossary.json", "locales/notes.json"])(
  "CLI-6 %s in another encoding is an error with its place",
  async (file) => {
    const root = makeSite(siteFiles());
    fs.writeFileSync(path.join(root, file), latin1('{\n  "ä": 1\n}\n'));
    const { code, out } = await run(root, ["check", "--json"]);
    expect(code).toBe(1);
    expect((JSON.parse(out) as { problems: object[] }).problems).toContainEqual(
      expect.objectContaining({ code: "ENCODING_INVALID", file, line: 2, column: 4 }),
    );
  },
);

it("CLI-6 `check --fix` leaves a file of another encoding as it is", async () => {
  const files = siteFiles();
  edit(files, "content/tools/alpha.md", "Text.", "See [beta](/beta/) für alle.");
  const root = makeSite(files);
  const file = path.join(root, "content/tools/alpha.md");
  const bytes = latin1(files["content/tools/alpha.md"]!);
  fs.writeFileSync(file, bytes);
  await run(root, ["check", "--fix"]);
  expect(fs.readFileSync(file).equals(bytes)).toBe(true);
});
