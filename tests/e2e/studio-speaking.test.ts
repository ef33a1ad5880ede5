import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { speechSiteOf } from "#cli/speech/speech-files.ts";
import { translationSiteOf } from "#cli/translation/translation-files.ts";
import type { ModelForm } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { configWith } from "../fixtures/entries.ts";
import {
  deepFilterBands,
  deepFilterEncoder,
  deepFilterFilters,
} from "../nets/deep-filter-graphs.ts";
import { MDX_FORM, mdxGraph } from "../nets/mdx-graph.ts";
import { MARIAN_FORM, marianPair } from "../nets/marian-model.ts";
import {
  KOKORO_FORM,
  kokoroGraph,
  kokoroTokenizer,
  kokoroVoice,
  PIPER_FORM,
  piperConfig,
  piperGraph,
} from "../nets/voice-graphs.ts";
import { useBrowser } from "./browser.ts";
import { wavOf } from "./sounds.ts";
import { type StudioPage, serveStudio } from "./studio-server.ts";

useBrowser();

const ROOM_FORM = { ...MDX_FORM, stems: ["reverb", "dry"] as [string, string] };
const pair: Readonly<Record<string, Buffer>> = marianPair([
  ["hello", "hallo"],
  ["world", "welt"],
]);
/** Files of each model, by their roles. */
const NETS: Readonly<Record<string, Readonly<Record<string, Buffer>>>> = {
  piper: { graph: piperGraph(), config: Buffer.from(piperConfig()) },
  kokoro: {
    graph: kokoroGraph({ timed: true }),
    vocabulary: Buffer.from(kokoroTokenizer()),
    "voice-af_one": kokoroVoice(0),
    "voice-am_two": kokoroVoice(1),
    "voice-ef_three": kokoroVoice(2),
    "voice-zf_four": kokoroVoice(3),
  },
  pair: {
    ...pair,
    // Firefox's own repository has its files packed.
    vocabulary: gzipSync(pair["vocabulary"]!),
  },
  reverb: { graph: mdxGraph(ROOM_FORM, [0.5, 0.5, 0.5, 0.5]) },
  denoise: {
    encoder: deepFilterEncoder(),
    "erb-decoder": deepFilterBands(0.5),
    "filter-decoder": deepFilterFilters([0, 0, 0, 0, 0.25, 0, 0, 0, 0, 0]),
  },
};
const FORMS: Readonly<Record<string, ModelForm>> = {
  piper: PIPER_FORM,
  kokoro: {
    ...KOKORO_FORM,
    voices: [...KOKORO_FORM.voices, { id: "zf_four", name: "Four", language: "zh", espeak: "cmn" }],
  },
  pair: MARIAN_FORM,
  reverb: ROOM_FORM,
  denoise: { kind: "deep-filter", sampleRate: 48_000 },
};
const speech = speechSiteOf(configWith());
const translation = translationSiteOf([{ form: MARIAN_FORM } as unknown as OfferedModel]);

let site: Awaited<ReturnType<typeof serveStudio>>;
beforeAll(async () => {
  site = await serveStudio(
    Object.fromEntries(
      Object.entries(NETS).flatMap(([net, files]) =>
        Object.entries(files).map(([role, bytes]) => [`${net}-${role}`, bytes] as const),
      ),
    ),
  );
  for (const [file, { read }] of [...speech.files, ...translation.files]) {
    if (file.includes("japanese")) continue;
    fs.mkdirSync(path.dirname(path.join(site.folder, file)), { recursive: true });
    fs.writeFileSync(path.join(site.folder, file), read());
  }
});
afterAll(() => site.close());

/** A model as it is offered, whose files lie on the device of the page. */
async function bring(page: Page, net: string) {
  const files = Object.entries(NETS[net]!).map(([role, bytes]) => ({
    role,
    url: `/${net}-${role}.onnx`,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
  }));
  await page.evaluate(async (all) => {
    const { store } = globalThis as unknown as StudioPage;
    for (const { url, sha256 } of all)
      await store.append(sha256, new Uint8Array(await (await fetch(url)).arrayBuffer()));
  }, files);
  return { id: net, form: FORMS[net]!, files, memory: 1e8 };
}

it("TLS-1 TLS-5 studio voices speak in a page: phrases as they come, words in their time, gone when cancelled", async () => {
  await site.open(async (page) => {
    const models = [await bring(page, "piper"), await bring(page, "kokoro")];
    const found = await page.evaluate(
      async ({ all, folders }) => {
        const { host, openStudioVoice } = globalThis as unknown as StudioPage;
        const reported = [];
        for (const model of all) {
          const voice = openStudioVoice({ model, host, folders });
          const words: string[] = [];
          let exact = true;
          let late = false;
          for await (const part of voice.speakPhrases("Hello world. One of the two!", {
            language: "en",
          })) {
            const seconds = part.samples.length / part.sampleRate;
            exact &&= part.exact;
            for (const { text, from, to } of part.words) {
              words.push(text);
              late ||= !(from < to && to <= seconds);
            }
          }
          const abort = new AbortController();
          const parts = voice.speakPhrases("One. Two. Three.", {
            language: "en",
            signal: abort.signal,
          });
          await parts.next();
          const next = parts.next().then(
            () => "spoken",
            (error: Error) => error.message,
          );
          abort.abort(new Error("cancelled"));
          reported.push({ words, exact, late, cancelled: await next });
          voice.close();
        }
        const chinese = openStudioVoice({ model: all[1]!, host, folders });
        const words: string[] = [];
        for await (const part of chinese.speakPhrases("銀行很好。", { language: "zh-tw" }))
          words.push(...part.phonemes.map(({ phoneme }) => phoneme));
        chinese.close();
        return { reported, chinese: words.join("") };
      },
      { all: models, folders: speech.folders! },
    );
    const words = ["Hello", "world.", "One", "of", "the", "two!"];
    const each = { words, exact: true, late: false, cancelled: "cancelled" };
    expect(found.reported).toEqual([each, each]);
    expect(found.chinese).toBe("inxaŋxənxau");
  });
});

it("TLS-5 a pair of languages translates in a page, and is gone when cancelled", async () => {
  await site.open(async (page) => {
    const model = await bring(page, "pair");
    const found = await page.evaluate(
      async ({ own, folder }) => {
        const { languagePairOf, openTranslator } = globalThis as unknown as StudioPage;
        const translator = openTranslator([languagePairOf(own as never)!], folder);
        const way = { from: "en", to: "de" };
        const texts = await translator.translate(["hello world", "123"], way);
        const abort = new AbortController();
        const working = translator
          .translate(
            Array.from({ length: 500 }, () => "hello world"),
            {
              ...way,
              signal: abort.signal,
              onProgress: () => abort.abort(new Error("cancelled")),
            },
          )
          .then(
            () => "translated",
            (error: Error) => error.message,
          );
        const canceled = await working;
        const again = await translator.translate(["world"], way);
        translator.close();
        return { texts, cancelled: canceled, again };
      },
      { own: model, folder: translation.folder! },
    );
    expect(found).toEqual({
      texts: ["hallo welt", "123"],
      cancelled: "cancelled",
      again: ["welt"],
    });
  });
});

it.each([
  // The filter leaves a quarter of what lies below 4.8 kHz.
  ["DeepFilterNet", "denoise", 0.1],
  // Half of what is heard is taken for the room.
  ["MDX", "reverb", 0.2],
])(
  "TLS-5 a net of the %s family works on a file in a page: %s",
  inLongRun,
  async (_, effect, level) => {
    await site.open(async (page) => {
      const { files, form } = await bring(page, effect);
      const seconds = 5;
      const sound = wavOf(
        { seconds, rate: 48_000 },
        (time) => 0.4 * Math.sin(2 * Math.PI * 1000 * time),
      );
      const found = await page.evaluate(
        async ({ id, net, wav }) => {
          const { engine } = globalThis as unknown as StudioPage;
          const parts: { position: number; data: Uint8Array }[] = [];
          await engine.run(
            {
              effect: id,
              file: new Blob([Uint8Array.from(wav)]),
              values: { strength: 100 },
              output: "wav16",
              net,
            } as never,
            {
              signal: new AbortController().signal,
              sink: new WritableStream({
                write(chunk: { position: number; data: Uint8Array }) {
                  parts.push({ position: chunk.position, data: chunk.data.slice() });
                },
              }),
            } as never,
          );
          const length = Math.max(...parts.map(({ position, data }) => position + data.length));
          const all = new Uint8Array(length);
          for (const { position, data } of parts) all.set(data, position);
          const samples = new Int16Array(
            all.slice(44, 44 + 2 * Math.floor((length - 44) / 2)).buffer,
          );
          const middle = samples.subarray(samples.length / 4, (3 * samples.length) / 4);
          return Math.max(...Array.from(middle, Math.abs)) / 32_768;
        },
        { id: effect, net: { files, form }, wav: Array.from(sound) },
      );
      expect(found).toBeCloseTo(level, 2);
    });
  },
);
