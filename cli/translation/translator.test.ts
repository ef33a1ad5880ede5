import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BergamotForm } from "#core/models/forms.ts";
import { MARIAN_FORM, marianPair } from "#tests/nets/marian-model.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { findRoute } from "#audio/translation/translator.ts";
import { languagePair, openTranslator } from "./open-translator.ts";
import { translationSiteOf } from "./translation-files.ts";

let folder = "";
function pairOf(change: Partial<BergamotForm>, words: readonly (readonly [string, string])[]) {
  const form = { ...MARIAN_FORM, ...change };
  const files = Object.fromEntries(
    Object.entries(marianPair(words)).map(([role, bytes]) => {
      const file = path.join(folder, `${form.from}-${form.to}-${role}`);
      // Firefox's own repository has its files packed.
      writeFileSync(file, form.from === "fr" ? gzipSync(bytes) : bytes);
      return [role, file];
    }),
  );
  return languagePair(form, files);
}
let pairs: ReturnType<typeof languagePair>[];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "translate-"));
  pairs = [
    pairOf({}, [
      ["hello", "hallo"],
      ["world", "welt"],
      ["good", "guten"],
      ["day", "tag"],
    ]),
    pairOf({ from: "fr", to: "en" }, [
      ["bonjour", "hello"],
      ["monde", "world"],
    ]),
  ];
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a pair of languages of Bergamot, over the program itself", () => {
  it("TLS-5 translates text after text, sentence by sentence, word by word as the model says", async () => {
    const translator = openTranslator(pairs);
    const reported: number[] = [];
    const texts = ["hello world. good day", "123 …", "", "day hello good world"];
    expect(
      await translator.translate(texts, {
        from: "en",
        to: "de",
        onProgress: (done) => reported.push(done),
      }),
    ).toEqual(["hallo welt. guten tag", "123 …", "", "tag hallo guten welt"]);
    expect(reported).toEqual([4]);
    translator.close();
  });

  it("TLS-5 goes over a language between where no pair is direct", async () => {
    const translator = openTranslator(pairs);
    expect(await translator.translate(["bonjour monde"], { from: "fr", to: "de" })).toEqual([
      "hallo welt",
    ]);
    await expect(translator.translate(["a"], { from: "de", to: "fr" })).rejects.toThrow(RangeError);
    expect(findRoute(pairs, "fr", "de")).toEqual([pairs[1], pairs[0]]);
    expect(findRoute(pairs, "en", "fr")).toBe(null);
    translator.close();
  });

  it("TLS-5 long texts go a part at a time: memory is bounded, and a signal ends it between and within", async () => {
    const translator = openTranslator(pairs);
    const lines = Array.from({ length: 300 }, () => "hello world. good day");
    const abort = new AbortController();
    const reported: number[] = [];
    const working = translator.translate(lines, {
      from: "en",
      to: "de",
      signal: abort.signal,
      onProgress(done) {
        reported.push(done);
        if (reported.length === 2) abort.abort(new Error("enough"));
      },
    });
    await expect(working).rejects.toThrow("enough");
    expect(reported).toEqual([95, 190]);
    // The program was ended, and is started again by the next text.
    expect(await translator.translate(["good day"], { from: "en", to: "de" })).toEqual([
      "guten tag",
    ]);
    translator.close();
  });

  it("TLS-5 a site publishes the program where it offers a pair of languages, and only there", () => {
    expect(translationSiteOf([])).toEqual({ files: new Map() });
    const { folder: below, files } = translationSiteOf([
      { form: MARIAN_FORM } as unknown as OfferedModel,
    ]);
    const names = [...files.keys()].map((file) => file.slice(below!.length - 1));
    expect(names).toEqual([
      "translator-worker.js",
      "bergamot-translator-worker.js",
      "bergamot-translator-worker.wasm",
      "SOURCE.txt",
    ]);
    for (const { read } of files.values()) expect(read().length).toBeGreaterThan(100);
  });
});
