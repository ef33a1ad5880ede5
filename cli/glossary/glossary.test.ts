import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { HOME } from "../files/home.ts";
import { compile, createFindAvoided, replacementOf } from "./find-avoided.ts";
import { createFindTerms } from "./find-terms.ts";
import { findTypography } from "./find-typography.ts";
import { loadGlossary } from "./load.ts";
import type { Glossary, Style } from "./schema.ts";
import { MASK, messageSegments, pageSegments } from "./segments.ts";

const style = (part: Partial<Style> = {}): Style => ({
  address: "you",
  headings: "imperative",
  save: "Save",
  dash: "–",
  titleSeparator: " – ",
  quotes: ["“", "”"],
  spaces: "none",
  ...part,
});
const glossary = (avoid: NonNullable<Style["avoid"]>, locale = "de"): Glossary => ({
  terms: [],
  styles: { [locale]: style({ avoid }) },
});
const found = (rule: NonNullable<Style["avoid"]>[number], text: string, english?: string) =>
  createFindAvoided(glossary([rule]), "de")(text, english).map(({ words }) => words);
const marks = (text: string, part: Partial<Style> = {}, isTitle = false) =>
  findTypography(text, style(part), isTitle).map(({ marks: each, now }) => [each, now]);

describe("LOC-10 words that a language avoids", () => {
  const rule = { words: "Raum", use: "Hall", reason: "r" };

  it("are found as whole words, in any case, over a line's end", () => {
    expect(found(rule, "Raum raum Räume Raumklang Weltraum Raum.")).toEqual([
      "Raum",
      "raum",
      "Raum",
    ]);
    expect(found({ ...rule, words: "a.b (c)" }, "axb (c) a.b (c)x A.B (C)")).toEqual(["A.B (C)"]);
    expect(found({ ...rule, words: "den Raum" }, "den\n  Raum")).toEqual(["den\n  Raum"]);
    expect(found({ ...rule, pattern: "\\bRäum\\w*\\b" }, "Räumt überRäumt")).toEqual(["Räumt"]);
  });

  it("are right in exceptions, and where the English has no such term", () => {
    expect(found({ ...rule, except: ["leerer Raum"] }, "leerer Raum, Raum")).toEqual(["Raum"]);
    const when = { ...rule, whenEnglish: "\\breverb\\b" };
    expect(found(when, "Raum", "Less reverb")).toEqual(["Raum"]);
    expect(found(when, "Raum", "An empty room")).toEqual([]);
    expect(found(when, "Raum")).toEqual([]);
  });

  it("are exchanged where that is certain, with their capital letter", () => {
    const find = createFindAvoided(glossary([{ ...rule, words: "mute", certain: true }]), "de");
    const both = find("Mute mute", undefined).map(replacementOf);
    expect(both).toEqual(["Hall", "Hall"]);
    const [lower] = createFindAvoided(
      glossary([{ words: "oder", use: "und", reason: "r", certain: true }]),
      "de",
    )("Oder", undefined);
    expect(replacementOf(lower!)).toBe("Und");
    const [open] = createFindAvoided(glossary([rule]), "de")("Raum", undefined);
    expect(replacementOf(open!)).toBeUndefined();
  });

  it("need no edges in Japanese and Chinese, and a first one in Korean", () => {
    const words = (locale: string, avoided: string, text: string) =>
      createFindAvoided(glossary([{ ...rule, words: avoided }], locale), locale)(text, "").length;
    expect(words("ja", "息の音", "この息の音を")).toBe(1);
    expect(words("ko", "소음", "소음을 무소음")).toBe(1);
  });
});

describe("LOC-10 quotes, dashes and spaces", () => {
  it("of another language are found", () => {
    expect(marks('“a” „b“ "c" it’s')).toEqual([
      ["„", undefined],
      ['"', undefined],
      ['"', undefined],
    ]);
    expect(marks("a – b, a - b, a—b, 3–5, 3-5, well-known")).toEqual([
      ["-", "–"],
      ["—", "–"],
    ]);
    expect(marks("- a\n- b")).toEqual([]);
    expect(marks("Trim: fast — free", { titleSeparator: ": " }, true)).toEqual([[" — ", ": "]]);
    expect(marks("Trim: fast — free", { titleSeparator: ": " })).toEqual([["—", "–"]]);
  });

  it("are narrow before French punctuation, and not where it is none", () => {
    const french = (text: string) =>
      marks(text, { spaces: "french", quotes: ["«", "»"] }).map(([each, now]) => `${each}→${now}`);
    expect(french("Quoi ? Non\u00a0: si; oui!")).toEqual([
      " ?→\u202f?",
      "\u00a0:→\u202f:",
      ";→\u202f;",
      "!→\u202f!",
    ]);
    expect(french("« a » «b» «\u202fc\u202f»")).toEqual([
      "« →«\u202f",
      "«→«\u202f",
      " »→\u202f»",
      "»→\u202f»",
    ]);
    expect(french(`${MASK} : a`)).toEqual([" :→\u202f:"]);
    expect(french("16:9, 1:02.345, Quoi\u202f?!, ?")).toEqual([]);
  });
});

describe("LOC-10 texts of a file", () => {
  it("are values of messages, with their locations, without code", () => {
    const text = '{\n  "a": "One {{n}} \\"b\\"",\n  "c": { "d": "Two<1>x</1>" },\n  "e": "3"\n}\n';
    const segments = messageSegments(text);
    expect(segments.map(({ key }) => key)).toEqual(["a", "c.d", "e"]);
    for (const { start, text: words } of segments)
      expect(text.slice(start, start + words.length).length).toBe(words.length);
    const mask = (count: number) => MASK.repeat(count);
    expect(segments.map((each) => each.text)).toEqual([
      `One ${mask(5)} ${mask(1)}"b${mask(1)}"`,
      `Two${mask(3)}x${mask(4)}`,
      "3",
    ]);
  });

  it("are sections of pages, by item and field, and blocks of the body", () => {
    const text = `---
slug: raum
title: "Raum: a"
steps:
  - title: Eins
    text: 'it''s'
source:
  title: "1234"
---
# Kopf

Text [Raum](/raum) \`Raum\`
mehr

\`\`\`
Raum
\`\`\`
`;
    const segments = pageSegments(text);
    expect(segments.map(({ key }) => key)).toEqual([
      "title",
      "steps.1.title",
      "steps.1.text",
      "body.1",
      "body.2",
      "body.3",
    ]);
    expect(segments[2]!.text).toBe(`it${MASK}'s`);
    expect(
      segments
        .map((each) => each.text)
        .join(" ")
        .match(/Raum/g),
    ).toHaveLength(2);
    for (const { start, text: words } of segments)
      expect(text.slice(start, start + 2)).toBe(words.startsWith(MASK) ? "``" : words.slice(0, 2));
  });
});

it("LOC-10 translators get the terms of a text, with what they are not to write", () => {
  const terms = createFindTerms(
    {
      styles: {},
      terms: [
        {
          english: "reverb",
          meaning: "What a room adds.",
          translations: { de: "Hall" },
          notes: { de: "Kurz." },
          avoid: {
            de: [
              { words: "Raum", use: "Hall", reason: "Not reduced" },
              { words: "Reverb", use: "Hall", reason: "One term", searched: true },
            ],
          },
        },
        {
          english: "clip",
          meaning: "Sound.",
          pattern: "\\bclips?\\b",
          translations: { de: "Clip" },
        },
      ],
    },
    "de",
  );
  expect(terms("Reverbs and clipping")).toEqual([
    {
      english: "reverb",
      translation: "Hall",
      definition:
        'What a room adds. Kurz. Not: "Raum" (Not reduced), "Reverb" (One term; right in titles, headings and questions).',
    },
  ]);
  expect(terms("clips").map(({ translation }) => translation)).toEqual(["Clip"]);
});

describe("LOC-10 the glossary of the default site", () => {
  const { glossary: own, notes, problems } = loadGlossary(HOME);
  const codes = DEFAULT_LOCALES.map(({ code }) => code);
  const others = codes.filter((code) => code !== "en");

  it("is valid, with every term and style in every language", () => {
    expect(problems).toEqual([]);
    expect(own!.terms.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(own!.styles).sort()).toEqual([...codes].sort());
    for (const term of own!.terms)
      expect([term.english, ...Object.keys(term.translations).sort()]).toEqual([
        term.english,
        ...[...others].sort(),
      ]);
    expect(new Set(own!.terms.map(({ english }) => english)).size).toBe(own!.terms.length);
    for (const text of Object.values(notes)) expect(text).toMatch(/\S\.$/);
  });

  it.each(codes)("finds each of its words in %s, and advises none that it finds", (code) => {
    const rules = [
      ...own!.terms.flatMap(({ avoid }) => avoid?.[code] ?? []),
      ...(own!.styles[code]!.avoid ?? []),
    ];
    for (const rule of rules) {
      const { whenEnglish: _, except: __, outside: ___, ...plain } = rule;
      const alone = createFindAvoided({ terms: [], styles: { x: style({ avoid: [plain] }) } }, "x");
      if (!/^(ja|ko|zh)/.test(code) || plain.pattern !== undefined)
        expect([rule.words, alone(rule.words, undefined).length]).toEqual([rule.words, 1]);
      expect([rule.use, alone(rule.use, undefined)]).toEqual([rule.use, []]);
    }
    const find = createFindAvoided(own!, code);
    for (const { english, translations } of own!.terms)
      expect([english, find(translations[code] ?? english, undefined)]).toEqual([english, []]);
  });

  it("finds its English terms in English texts", () => {
    const english = fs.readFileSync(path.join(HOME, "locales/en/workspace.json"), "utf8");
    const find = createFindTerms(own!, "de");
    expect(find("Remove the reverb").map((term) => term.english)).toEqual(["reverb", "remove"]);
    expect(
      own!.terms.filter(({ pattern }) => pattern && compile(pattern).test(english)),
    ).not.toEqual([]);
  });
});
