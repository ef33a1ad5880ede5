import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run, runInTerminal } from "#tests/fixtures/run-toolkit.ts";
import { stampText } from "./stamp-text.ts";

afterAll(removeSites);

const GERMAN = "locales/de/tools/alpha.md";
const read = (root: string, file = GERMAN): string =>
  fs.readFileSync(path.join(root, file), "utf8");
const write = (root: string, file: string, text: string): void =>
  fs.writeFileSync(path.join(root, file), text);
const hashOf = (text: string, section: string): string | undefined =>
  new RegExp(`^  ${section}: "([0-9a-f]{8})"$`, "m").exec(text)?.[1];

it("LOC-7 stamps every section once, and leaves all other bytes as they are", async () => {
  const root = makeSite(siteFiles());
  const before = read(root);
  const { code, out, err } = await run(root, ["locales", "stamp"]);
  expect(code).toBe(0);
  expect(out).toBe(`locales/de/pages/home.md\n${GERMAN}\n`);
  expect(err).toBe("Stamped: 15 sections in 2 of 2 files.\n");
  const after = read(root);
  const block = /^source:\n(?: {2}\w+: "[0-9a-f]{8}"\n){10}/m.exec(after)![0];
  expect(after.replace(block, "")).toBe(before);
  expect(await run(root, ["locales", "stamp"])).toMatchObject({ code: 0, out: "" });
  expect(read(root)).toBe(after);
  expect((await run(root, ["locales", "status"])).out).toMatch(
    /^de\t2\/5\t0\t3\t0\/2\t\d+\t0\t\d+\t\d+(\.\d)?\n$/,
  );
});

it("LOC-7 status has no two columns of one name", async () => {
  const shown = await runInTerminal(makeSite(siteFiles()), ["locales", "status"]);
  const names = shown
    .split("\n", 1)[0]!
    .trim()
    .split(/\s{2,}/);
  expect(names).toContain("stale words");
  expect(new Set(names).size).toBe(names.length);
});

it("LOC-7 a stale section keeps its stamp until its file is named", async () => {
  const root = makeSite(siteFiles());
  await run(root, ["locales", "stamp"]);
  const stamped = read(root);
  const english = read(root, "content/tools/alpha.md");
  write(root, "content/tools/alpha.md", english.replace("tagline: ", "tagline: Now "));
  write(
    root,
    GERMAN,
    stamped.replace(/^ {2}title: .*\n/m, "").replace(/^tagline: .*/m, "tagline: Neu"),
  );
  await run(root, ["locales", "stamp"]);
  expect(hashOf(read(root), "tagline")).toBe(hashOf(stamped, "tagline"));
  expect(hashOf(read(root), "title")).toBe(hashOf(stamped, "title"));
  expect((await run(root, ["locales", "status", "--json"])).out).toContain('"stale":1');

  const { out } = await run(root, ["locales", "stamp", GERMAN]);
  expect(out).toBe(`${GERMAN}\n`);
  expect(hashOf(read(root), "tagline")).not.toBe(hashOf(stamped, "tagline"));
  expect(hashOf(read(root), "faq")).toBe(hashOf(stamped, "faq"));
  expect((await run(root, ["locales", "status", "--json"])).out).toContain('"stale":0');
});

it("LOC-7 --all stamps stale sections of every file again", async () => {
  const root = makeSite(siteFiles());
  await run(root, ["locales", "stamp"]);
  const english = read(root, "content/pages/home.md");
  write(root, "content/pages/home.md", english.replace("tagline: ", "tagline: Now "));
  expect((await run(root, ["locales", "stamp"])).out).toBe("");
  expect((await run(root, ["locales", "stamp", "--all"])).code).toBe(1);
  expect((await run(root, ["locales", "stamp", "--all", "--as-reviewed"])).out).toBe(
    "locales/de/pages/home.md\n",
  );
});

it("LOC-7 --check writes nothing and fails while something is to be stamped", async () => {
  const root = makeSite(siteFiles());
  const before = read(root);
  const { code, out } = await run(root, ["locales", "stamp", "--check"]);
  expect(code).toBe(1);
  expect(out).toContain(GERMAN);
  expect(read(root)).toBe(before);
  await run(root, ["locales", "stamp"]);
  expect((await run(root, ["locales", "stamp", "--check"])).code).toBe(0);
});

it("LOC-7 a file that is no translation, or no locale, is wrong usage", async () => {
  const root = makeSite(siteFiles());
  const file = await run(root, ["locales", "stamp", "locales/de/tools/alfa.md"]);
  expect(file.code).toBe(2);
  expect(file.err).toContain("Did you mean locales/de/tools/alpha.md?");
  expect((await run(root, ["locales", "stamp", "--locale", "fr"])).code).toBe(2);
  expect((await run(root, ["locales", "status", "--locale", "fr"])).code).toBe(2);
  expect((await run(root, ["locales"])).code).toBe(2);
});

it("LOC-7 an unreadable translation is reported, and the others are stamped", async () => {
  const files = siteFiles();
  files["locales/de/tools/beta.md"] = "---\nname: [\n---\n";
  const root = makeSite(files);
  const { code, out, err } = await run(root, ["locales", "stamp"]);
  expect(code).toBe(1);
  expect(out).toContain(GERMAN);
  expect(err).toMatch(/^locales\/de\/tools\/beta\.md:\d+:\d+ error: .*\[YAML_INVALID\]$/m);
});

it("LOC-7 status is a padded table on a terminal, and one object with --json", async () => {
  const root = makeSite(siteFiles());
  const { out } = await run(root, ["locales", "status", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    locales: [
      {
        locale: "de",
        pages: 5,
        translated: 2,
        stale: 2,
        missing: 3,
        messages: 2,
        messagesMissing: 0,
        words: {
          fresh: 3,
          stale: 149,
          missing: 178,
          words: 330,
          percent: 0.9,
          sections: { messages: { fresh: 3, stale: 0, missing: 0 } },
        },
      },
    ],
    errors: 0,
  });
});

it("LOC-7 texts of mails and payments are checked, and counted with the messages", async () => {
  const files = siteFiles();
  files["locales/en/emails.json"] =
    '{ "code": { "subject": "{{code}} is your code", "text": "Hello" } }\n';
  files["locales/de/emails.json"] = '{ "code": { "subject": "{{kode}} ist Ihr Code" } }\n';
  const root = makeSite(files);
  const { code, out } = await run(root, ["check", "--locale", "de"]);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^locales\/de\/emails\.json:1:\d+ error: "emails:code\.subject" must hold \{\{code\}\}/m,
  );
  expect(out).toMatch(/^locales\/de\/emails\.json:1:1 warning: de has no "emails:code\.text"/m);
  // The program's own texts count as well, unless the site replaces them.
  const { out: status } = await run(root, ["locales", "status"]);
  expect(status).toMatch(/^de\t2\/5\t2\t3\t1\/\d{2}\t/);
});

it("LOC-7 add writes the message files of pages, server and panels, and the line of the configuration", async () => {
  const files = siteFiles();
  files["locales/en/emails.json"] = "{}\n";
  files["runtime/panels/cleaner/messages/en.json"] = '{ "start": "Start" }\n';
  const root = makeSite(files);
  const dry = await run(root, ["locales", "add", "sv", "--dry-run"]);
  expect(dry.code).toBe(0);
  expect(fs.existsSync(path.join(root, "locales/sv"))).toBe(false);
  const { code, out, err } = await run(root, ["locales", "add", "sv"]);
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual(
    expect.arrayContaining([
      "locales/sv/common.json",
      "locales/sv/emails.json",
      "runtime/panels/cleaner/messages/sv.json",
    ]),
  );
  expect(out).not.toContain("payments");
  expect(err).toContain("toolkit locales export sv");
  expect(read(root, "toolkit.config.ts")).toContain('code: "sv"');
  expect((await run(root, ["locales", "add", "sv"])).code).toBe(1);
});

const HASHES = { name: "11111111", faq: "22222222" };
const BLOCK = 'source:\n  name: "11111111"\n  faq: "22222222"\n';
it.each([
  ["none", "---\nname: A # b\n---\nBody\n", `---\nname: A # b\n${BLOCK}---\nBody\n`],
  [
    "a block in the middle",
    '---\nsource:\n  name: "0"\n  # old\n  body: "1"\n\n# c\nname: A\n---\nB',
    `---\n${BLOCK}\n# c\nname: A\n---\nB`,
  ],
  [
    "a block at the end",
    '---\nname: A\nsource:\n  name: "0"\n---\n',
    `---\nname: A\n${BLOCK}---\n`,
  ],
  [
    "braces",
    '---\nsource: { name: "0",\n  body: "1" }\nname: A\n---\n',
    `---\n${BLOCK}name: A\n---\n`,
  ],
  ["nothing in it", "---\nsource:\nname: A\n---\n", `---\n${BLOCK}name: A\n---\n`],
  [
    "the word elsewhere",
    "---\nname: |\n  source:\n    x\n---\nsource: x\n",
    `---\nname: |\n  source:\n    x\n${BLOCK}---\nsource: x\n`,
  ],
  [
    "other line ends and a mark",
    "\uFEFF---\r\nname: A\r\n---\r\nBody\r\n",
    `\uFEFF---\r\nname: A\r\n${BLOCK.replaceAll("\n", "\r\n")}---\r\nBody\r\n`,
  ],
  ["no line at the end", "---\nname: A\n---", `---\nname: A\n${BLOCK}---`],
])("LOC-7 replaces the source block of a file with %s", (_, before, after) => {
  expect(stampText(before, "x.md", HASHES)).toBe(after);
  expect(stampText(after, "x.md", HASHES)).toBe(after);
});

it("LOC-7 messages are stale once their English changes, from the first stamp on", async () => {
  const root = makeSite(siteFiles());
  const check = async () =>
    (
      JSON.parse((await run(root, ["check", "--json"])).out) as {
        problems: { code: string; file: string; line: number }[];
      }
    ).problems
      .filter(({ code }) => code === "MESSAGE_STALE")
      .map(({ file, line }) => `${file}:${line}`);
  const english = read(root, "locales/en/site.json");
  const change = () => write(root, "locales/en/site.json", english.replace("Hello", "Welcome"));
  await run(root, ["locales", "stamp"]);
  expect(fs.existsSync(path.join(root, "locales/de/.stamps.json"))).toBe(false);
  const { out, err } = await run(root, ["locales", "stamp", "--messages"]);
  expect(out).toBe("locales/de/.stamps.json\n");
  expect(err).toBe("Stamped: 0 sections in 0 of 2 files, and 3 messages.\n");
  expect(Object.keys(JSON.parse(read(root, out.trim())) as object)).toEqual([
    "site:files_one",
    "site:files_other",
    "site:hello",
  ]);
  expect(await check()).toEqual([]);
  change();
  expect(await check()).toEqual(["locales/de/site.json:2"]);
  // No column of the table counts it, so it is printed.
  expect((await run(root, ["check"])).out).toMatch(
    /^locales\/de\/site\.json:2:\d+ warning: .*\[MESSAGE_STALE\]$/m,
  );
  expect((await run(root, ["locales", "export", "de", "--format", "json"])).out).toMatch(
    /"site:hello"[^]{0,200}"state": "stale"/,
  );
  // A run for new texts leaves it unchanged; if its file is named, it is stamped.
  expect((await run(root, ["locales", "stamp"])).out).toBe("");
  expect(await check()).toHaveLength(1);
  const refused = await run(root, ["locales", "stamp", "locales/de/site.json"]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("unchanged since the English changed: hello.");
  write(root, "locales/de/site.json", read(root, "locales/de/site.json").replace("Hallo", "Moin"));
  await run(root, ["locales", "stamp", "locales/de/site.json"]);
  expect(await check()).toEqual([]);
});

it("LOC-7 a message that comes back from translators is stamped", async () => {
  const root = makeSite(siteFiles());
  await run(root, ["locales", "stamp", "--messages"]);
  const english = read(root, "locales/en/site.json");
  write(root, "locales/en/site.json", english.replace("Hello", "Welcome"));
  const { out } = await run(root, ["locales", "export", "de", "--format", "json", "--open"]);
  write(root, "de.json", out.replace("Hallo", "Willkommen").replaceAll('"stale"', '"translated"'));
  expect((await run(root, ["locales", "import", "de.json"])).code).toBe(0);
  expect(read(root, "locales/de/site.json")).toContain("Willkommen");
  expect((await run(root, ["check", "--json"])).out).not.toContain("MESSAGE_STALE");
});
