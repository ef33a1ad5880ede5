import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { flatten } from "../../build/load/messages.ts";
import { HOME } from "../../files/home.ts";
import { columnsOf, overflowOf } from "./messages-length.ts";
import { readCodeWords, unusedKeys } from "./messages-unused.ts";
import { edit, makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

it("LOC-7 a label that is too wide is reported, a sentence may be long", async () => {
  expect(columnsOf("Größe {{count}} 日本")).toBe(15);
  expect(overflowOf("Save", "Speichern")).toBeUndefined();
  expect(overflowOf("Save", "Im Dateisystem speichern")).toEqual({ columns: 24, room: 20 });
  expect(overflowOf("Saved.", "Es wurde alles ordentlich gespeichert.")).toBeUndefined();
  const files = siteFiles();
  edit(files, "locales/de/site.json", "eine Datei", "eine einzige Datei auf diesem Rechner");
  const { code, out } = await run(makeSite(files), ["check", "--locale", "de"]);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^locales\/de\/site\.json:3:3 warning: "site:files_one" takes 37 columns in de; \d+ fit.*\[MESSAGE_LONG\]$/m,
  );
});

it("LOC-7 an unused message is reported", async () => {
  const files = siteFiles();
  files["runtime/entry-server.tsx"] =
    't("site:files", { count }); t(`site:group.${id}`); const key = "tail";\n';
  delete files["locales/de/site.json"];
  files["locales/en/site.json"] = JSON.stringify({
    greets: "Hello {{name}}",
    lonely: "Nobody says this",
    files_one: "{{count}} file",
    files_other: "{{count}} files",
    group: { a: "A", b: "B" },
    some: { tail: "C", solitary: "D" },
  });
  const { code, out } = await run(makeSite(files), ["check", "--no-site"]);
  expect(code).toBe(0);
  const unused = Array.from(out.matchAll(/No code uses "([^"]+)"/g), ([, key]) => key);
  expect(unused).toEqual(["site:greets", "site:lonely", "site:some.solitary"]);
});

it("LOC-7 every message of the program is asked for", () => {
  const words = readCodeWords(
    ["runtime", "server", "core", "cli"].map((name) => path.join(HOME, name)),
  );
  expect(unusedKeys("common", ["nobody.asks.forThisOne"], words)).toEqual([
    "nobody.asks.forThisOne",
  ]);
  for (const file of fs.readdirSync(path.join(HOME, "locales/en"))) {
    if (!file.endsWith(".json")) continue;
    const tree = JSON.parse(
      fs.readFileSync(path.join(HOME, "locales/en", file), "utf8"),
    ) as Parameters<typeof flatten>[0];
    expect(
      unusedKeys(
        file.slice(0, -5),
        flatten(tree).map(([key]) => key),
        words,
      ),
    ).toEqual([]);
  }
});
