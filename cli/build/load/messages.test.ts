import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { configWith, locales } from "#tests/fixtures/entries.ts";
import { flatten, loadMessages, messageValue } from "./messages.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** A folder with files under `locales/`. */
function folderWith(files: Record<string, unknown>): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "messages-"));
  made.push(root);
  for (const [file, data] of Object.entries(files)) {
    const target = path.join(root, "locales", file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, typeof data === "string" ? data : JSON.stringify(data));
  }
  return root;
}
const config = configWith({
  locales: locales("en", "de").map((locale) => ({ ...locale, files: ["common"] })),
});

describe("loadMessages", () => {
  it("LOC-7 a key that a locale lacks is English, at any depth", () => {
    const root = folderWith({
      "en/common.json": { a: "A", deep: { b: "B", c: "C" } },
      "de/common.json": { deep: { b: "Be" }, extra: "Mehr" },
    });
    const { messages, problems } = loadMessages(config, [root]);
    expect(problems).toEqual([]);
    expect(messages.get("de")!.merged).toEqual({
      common: { a: "A", deep: { b: "Be", c: "C" }, extra: "Mehr" },
    });
    expect(messages.get("de")!.own).toEqual({ common: { deep: { b: "Be" }, extra: "Mehr" } });
  });

  it("LOC-7 a site's file adds to the program's", () => {
    const program = folderWith({
      "en/common.json": { a: "A", b: "B" },
      "de/common.json": { a: "Ä" },
    });
    const own = folderWith({ "en/common.json": { a: "Mine" } });
    const { messages } = loadMessages(config, [program, own]);
    expect(messages.get("en")!.merged).toEqual({ common: { a: "Mine", b: "B" } });
    expect(messages.get("de")!.merged).toEqual({ common: { a: "Ä", b: "B" } });
  });

  it("LOC-7 a locale without files shows English", () => {
    const { messages, problems } = loadMessages(config, [
      folderWith({ "en/common.json": { a: "A" } }),
    ]);
    expect(problems).toEqual([]);
    expect(messages.get("de")!.merged).toEqual({ common: { a: "A" } });
    expect(messages.get("de")!.digest).toBe(messages.get("en")!.digest);
  });

  it.each<[string, string, object]>([
    ["a comma too many", '{\n  "a": "A",\n}', { line: 3, column: 1 }],
    ["no JSON at all", "hello", { line: 1, column: 1 }],
    ["a list", "[]", {}],
    ["a text", '"x"', {}],
    ["null", "null", {}],
    ["a number inside", '{"a": {"b": 1}}', {}],
    ["a list inside", '{"a": ["x"]}', {}],
    ["null inside", '{"a": null}', {}],
  ])("CLI-6 %s is refused with its file", (_, text, location) => {
    const { problems } = loadMessages(config, [
      folderWith({ "en/common.json": {}, "de/common.json": text }),
    ]);
    expect(problems).toMatchObject([
      {
        code: "MESSAGE_INVALID",
        severity: "error",
        location: { file: "locales/de/common.json", ...location },
      },
    ]);
  });

  it("CLI-6 a broken file does not hide another one", () => {
    const root = folderWith({ "en/common.json": "{", "de/common.json": "[" });
    expect(loadMessages(config, [root]).problems).toHaveLength(2);
  });

  it("CLI-2 the digest is of the texts, not of their order in time", () => {
    const digest = (tree: object) =>
      loadMessages(config, [folderWith({ "en/common.json": tree })]).messages.get("en")!.digest;
    expect(digest({ a: "A" })).toBe(digest({ a: "A" }));
    expect(digest({ a: "A" })).not.toBe(digest({ a: "B" }));
  });
});

describe("messageValue", () => {
  const messages = {
    common: {
      a: { b: "B", n_one: "1", n_other: "N", n_ordinal_few: "F", name: "x", nothing: "y" },
    },
  };

  it("CLI-2 is the text of a key with its plural forms, and of no other key", () => {
    expect(messageValue(messages, "common:a.b")).toBe("b\0B\0");
    expect(messageValue(messages, "common:a.n")).toBe(
      "n_one\u00001\0n_other\0N\0n_ordinal_few\0F\0",
    );
  });

  it("CLI-2 of a key that does not exist is empty", () => {
    expect(messageValue(messages, "common:a.z")).toBe("");
    expect(messageValue(messages, "common:z.b")).toBe("");
    expect(messageValue(messages, "other:a.b")).toBe("");
  });

  it("CLI-2 differs when a form is added", () => {
    const more = { common: { a: { ...messages.common.a, n_two: "2" } } };
    expect(messageValue(more, "common:a.n")).not.toBe(messageValue(messages, "common:a.n"));
  });
});

it("LOC-7 flatten names keys by their path", () => {
  expect(flatten({ a: "A", b: { c: "C", d: { e: "E" } } })).toEqual([
    ["a", "A"],
    ["b.c", "C"],
    ["b.d.e", "E"],
  ]);
});
