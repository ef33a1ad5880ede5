import fs from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { pseudo, pseudoRtl } from "./pseudo.ts";
import { createTranslate } from "./translate.ts";

const ENGLISH = new URL("../../locales/en/", import.meta.url);
const texts = fs
  .readdirSync(ENGLISH)
  .filter((name) => name.endsWith(".json"))
  .flatMap((name) => {
    const found: string[] = [];
    JSON.parse(fs.readFileSync(new URL(name, ENGLISH), "utf8"), (_, value: unknown) => {
      if (typeof value === "string") found.push(value);
    });
    return found;
  });
const PARTS = /\{\{[^{}]*\}\}|<[^<>]*>/g;
const SIGNS = /[\u202c\u202e]/g;

it("LOC-7 a message is accented, longer by about two fifths, and in brackets", () => {
  expect(pseudo("Save the file")).toBe("[Šåṽé ţĥé ƒîļé ẽẋţŕå]");
  expect(pseudo("")).toBe("");
  for (const text of texts.filter((each) => each.length > 40 && !/[{<]/.test(each))) {
    const growth = pseudo(text).length / text.length;
    expect(growth).toBeGreaterThan(1.2);
    expect(growth).toBeLessThan(1.6);
  }
});

it.each([
  ["{{count, number}} files", "{{count, number}}"],
  ["Hello <b>you</b>", "<b>"],
  [
    "{count, plural, one {# file} other {# files}} left",
    "{count, plural, one {# file} other {# files}}",
  ],
  ["See $t(common:zone.over) here", "$t(common:zone.over)"],
  ["One &amp; two", "&amp;"],
  ["%english-only% text", "%english-only%"],
  ["Less < more", "<"],
  ["An open { brace", "{"],
])("LOC-7 in “%s”, %s stays as it is", (text, part) => {
  for (const made of [pseudo(text), pseudoRtl(text).replace(SIGNS, "")]) {
    expect(made).toContain(part);
    expect(made).toMatch(/^\[.*\]$/);
  }
});

it("LOC-7 every English message keeps its values and tags, in their order", () => {
  expect(texts.length).toBeGreaterThan(100);
  for (const text of texts)
    for (const made of [pseudo(text), pseudoRtl(text)])
      expect(made.match(PARTS) ?? []).toEqual(text.match(PARTS) ?? []);
});

it("LOC-7 any text is taken, and none of its letters is left plain", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const words = text.replace(/[{}<>&$%]/g, "");
      expect(pseudo(words)).not.toMatch(/[a-z]/i);
      expect(pseudoRtl(text).replace(SIGNS, "")).toBe(pseudo(text));
    }),
  );
});

it("LOC-6 each word from right to left is turned round on its own, values are not", () => {
  const text = pseudoRtl("Open {{name}} now");
  const turned = text.split(/(?=\u202e)|(?<=\u202c)/);
  expect(turned.filter((part) => part.includes("{{"))).toEqual([" {{name}} "]);
  expect(text.match(/\u202e/g)).toHaveLength(text.match(/\u202c/g)!.length);
});

it("LOC-6 plural forms keep working", () => {
  const t = createTranslate("en", {
    common: { n_one: pseudo("{{count}} file"), n_other: pseudo("{{count, number}} files") },
  });
  expect(t("common:n", { count: 1 })).toBe("[1 ƒîļé ẽẋţŕå]");
  expect(t("common:n", { count: 1200 })).toBe("[1,200 ƒîļéš ẽẋţŕå]");
});
