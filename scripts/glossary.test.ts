import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createAvoidedFinder, readAvoidedWords } from "./glossary-words.ts";

const ROOT = path.join(import.meta.dirname, "..");
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");
const avoided = readAvoidedWords(read("docs/glossary.md"));
const find = createAvoidedFinder(avoided);
const EXCEPTIONS = "scripts/glossary-exceptions.json";
/** Exceptions that there were when a word was last taken off the list. It never grows. */
const MAX_EXCEPTIONS = 173;

const FOLDERS = [
  "audio",
  "bench",
  "cli",
  "core",
  "create",
  "runtime",
  "scripts",
  "server",
  "templates",
  "tests",
];
const filesOf = (folder: string): readonly string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")))
    .filter(
      (file) => /(?<!\.d)\.(?:tsx?|mjs)$/.test(file) && !/\/(?:\.tsc|node_modules)\//.test(file),
    )
    .toSorted();

describe("the glossary", () => {
  it("lists what is not said", () => {
    expect(avoided.words.size).toBeGreaterThan(80);
    expect(avoided.phrases.length).toBeGreaterThan(20);
    expect([...avoided.names]).toEqual(
      expect.arrayContaining(["Desk", "createPatchwork", "wordsOf"]),
    );
    expect(avoided.names.has("LateReverb")).toBe(false);
  });

  it("is held by names, files and comments: ten planted words are found", () => {
    const source = `/** Tells anew how far it is. */
export interface Grip { readonly toldPeak: number; hear(wanted: string): void }
export function keptFiles({ most = 1, name: filmName }: { most?: number; name?: string }) {
  const [, ...leastNeighbours] = [most, filmName];
  // Somebody waits for it.
  return { place: () => leastNeighbours };
}
export const highShelfDb = 0, replaced = 1, almost = 2;
export class Desk {}
`;
    expect(find.inFile("runtime/audio/model-shelf.ts", source)).toEqual([
      { kind: "file", text: "model-shelf.ts" },
      { kind: "name", text: "Grip" },
      { kind: "name", text: "toldPeak" },
      { kind: "name", text: "hear" },
      { kind: "name", text: "wanted" },
      { kind: "name", text: "keptFiles" },
      { kind: "name", text: "filmName" },
      { kind: "name", text: "most" },
      { kind: "name", text: "leastNeighbours" },
      { kind: "name", text: "place" },
      { kind: "name", text: "Desk" },
      { kind: "comment", text: "anew" },
      { kind: "comment", text: "somebody" },
    ]);
  });
});

describe("the code", () => {
  const files = FOLDERS.flatMap(filesOf);
  const found = new Map(
    files.map((file) => [
      file,
      [
        ...new Set(find.inFile(file, read(file)).map(({ kind, text }) => `${kind} ${text}`)),
      ].toSorted(),
    ]),
  );
  const exceptions = (
    fs.existsSync(path.join(ROOT, EXCEPTIONS)) ? JSON.parse(read(EXCEPTIONS)) : {}
  ) as Readonly<Record<string, readonly string[]>>;
  if (process.env["TOOLKIT_GLOSSARY"] === "write")
    fs.writeFileSync(
      path.join(ROOT, EXCEPTIONS),
      `${JSON.stringify(Object.fromEntries([...found].filter(([, list]) => list.length > 0)), null, 2)}\n`,
    );

  it("says none of these words but for the exceptions, which are all needed", () => {
    expect(files.length).toBeGreaterThan(2500);
    const unlisted = [...found].flatMap(([file, list]) =>
      list.filter((each) => !exceptions[file]?.includes(each)).map((each) => `${file}: ${each}`),
    );
    expect(unlisted, "say it as docs/glossary.md does").toEqual([]);
    const stale = Object.entries(exceptions).flatMap(([file, list]) =>
      list.filter((each) => !found.get(file)?.includes(each)).map((each) => `${file}: ${each}`),
    );
    expect(stale, `remove these from ${EXCEPTIONS}`).toEqual([]);
    expect(Object.values(exceptions).flat().length).toBeLessThanOrEqual(MAX_EXCEPTIONS);
  });
});
