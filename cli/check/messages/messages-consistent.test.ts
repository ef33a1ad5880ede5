import { afterAll, expect, it } from "vitest";
import { makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

const messages = (own: Readonly<Record<string, string>>): string =>
  `${JSON.stringify(own, null, 2)}\n`;

it("LOC-10 one English text with two translations is reported, unless notes say why", async () => {
  const files = siteFiles();
  files["locales/en/site.json"] = messages({
    stop: "Stop",
    halt: "Stop",
    state: "Open",
    open: "Open",
    same: "Save",
    again: "Save",
    files_one: "{{count}} file",
    files_other: "{{count}} files",
  });
  files["locales/de/site.json"] = messages({
    stop: "Stopp",
    halt: "Anhalten",
    state: "Offen",
    open: "Öffnen",
    same: "Speichern",
    again: "Speichern",
    files_one: "eine Datei",
    files_other: "{{count}} Dateien",
  });
  const found = async (): Promise<string[]> => {
    const { code, out } = await run(makeSite(files), ["check", "--no-site"]);
    expect(code).toBe(0);
    return out.split("\n").filter((line) => line.includes("MESSAGE_INCONSISTENT"));
  };
  const differences = await found();
  expect(differences).toHaveLength(2);
  expect(differences[0]).toMatch(
    /^locales\/de\/site\.json:3:3 warning: "Stop" is "Anhalten" in de for "site:halt", and "Stopp" for "site:stop"\./,
  );
  expect(differences[1]).toContain('"Open" is "Öffnen"');
  files["locales/notes.json"] = messages({ "site:state": "Adjective: a file is open." });
  expect(await found()).toHaveLength(1);
});
