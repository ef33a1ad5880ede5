import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { consentSentences } from "./consent-sentence.ts";

/**
 * Prefix of the SHA-256 of each sentence that was ever used, the latest last. A reworded sentence
 * is added here, and its previous wording to `EARLIER`, because voices were exported with it.
 */
const READ: Readonly<Record<string, readonly string[]>> = {
  en: ["48c740afccce"],
  ar: ["1541fd62ab9d"],
  de: ["da63fc58e5ca"],
  es: ["989ca1a43948"],
  fr: ["fc8c4f9228ed"],
  id: ["60cda872ec5b"],
  it: ["89a519402e9f"],
  ja: ["6b8b95dc531b"],
  ko: ["505e247fab89"],
  nl: ["e6357769ff8a"],
  "pt-br": ["43c0a49704c2"],
  ru: ["2e03c34d73b2"],
  zh: ["af6d7f5d5df0"],
  "zh-tw": ["41c7adbd66f0", "ac6c5065dc88"],
};

it("USR-7 TLS-1 every sentence of consent that was ever read aloud is still known, the one of today first", async () => {
  expect(Object.keys(READ).toSorted()).toEqual(DEFAULT_LOCALES.map(({ code }) => code).toSorted());
  for (const [language, hashes] of Object.entries(READ)) {
    const known = await consentSentences(language);
    const found = known.map((sentence) =>
      createHash("sha256").update(sentence).digest("hex").slice(0, 12),
    );
    expect(found.toReversed(), language).toEqual(hashes);
  }
  expect(await consentSentences("tlh")).toEqual([]);
});
