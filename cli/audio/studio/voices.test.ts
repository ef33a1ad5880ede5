import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measureTestPhrase } from "#audio/nets/speaking/speaking-self-test.ts";
import { readPiperConfig } from "#audio/nets/speaking/piper.ts";
import { respellForKokoro } from "#audio/nets/speaking/kokoro.ts";
import type { SpeechSynthesisNet } from "#audio/nets/speaking/speech-synthesis-net.ts";
import { openStudioVoice } from "../../speech/open-studio-voice.ts";
import {
  FULL,
  KOKORO_FORM,
  KOKORO_HOP,
  KOKORO_VOCABULARY,
  kokoroGraph,
  kokoroTokenizer,
  kokoroVoice,
  PIPER_FORM,
  PIPER_HOP,
  PIPER_MAP,
  piperConfig,
  piperGraph,
} from "#tests/nets/voice-graphs.ts";
import { openSpeakingNet } from "./open-speaking-net.ts";

let folder = "";
const put = (name: string, bytes: string | Uint8Array): string => {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
};
let piperFiles: Readonly<Record<string, string>> = {};
let kokoroFiles: Readonly<Record<string, string>> = {};
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "voices-"));
  piperFiles = { graph: put("piper.onnx", piperGraph()), config: put("piper.json", piperConfig()) };
  kokoroFiles = {
    graph: put("kokoro.onnx", kokoroGraph()),
    vocabulary: put("tokenizer.json", kokoroTokenizer()),
    "voice-af_one": put("one.bin", kokoroVoice(0)),
    "voice-am_two": put("two.bin", kokoroVoice(1)),
    "voice-ef_three": put("three.bin", kokoroVoice(2)),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Output of the test graphs for ids: each is a level for its frames. */
function expectedOutput(
  ids: readonly number[],
  { hop, speed = 1, added = 0 }: { hop: number; speed?: number; added?: number },
) {
  const frames = ids.map((id) => Math.ceil((id / 4) * (1 / speed)));
  const samples = ids.flatMap((id, at) =>
    Array<number>(frames[at]! * hop).fill(Math.fround(id / FULL + added)),
  );
  let sum = 0;
  const ends = frames.map((count) => (sum += count * hop));
  return { samples, ends };
}
const close = (found: Float32Array, expected: readonly number[]): void => {
  expect(found.length).toBe(expected.length);
  let maxError = 0;
  for (const [at, sample] of found.entries())
    maxError = Math.max(maxError, Math.abs(sample - expected[at]!));
  expect(maxError).toBeLessThan(1e-6);
};

describe("a voice of Piper", () => {
  const idsOf = (phonemes: string): number[] => [
    ...PIPER_MAP["^"]!,
    ...PIPER_MAP["_"]!,
    ...Array.from(phonemes).flatMap((letter) => [...PIPER_MAP[letter]!, ...PIPER_MAP["_"]!]),
    ...PIPER_MAP["$"]!,
  ];
  let net: SpeechSynthesisNet;
  beforeAll(async () => {
    net = await openSpeakingNet(PIPER_FORM, piperFiles, 1);
  });
  afterAll(() => net.close());

  it("TLS-5 speaks phonemes between paddings, and reports their start times exact to the sample", async () => {
    const phonemes = "həlˈoʊ.";
    const { samples, times } = await net.synthesize(phonemes, { speed: 1 });
    const expected = expectedOutput(idsOf(phonemes), { hop: PIPER_HOP, added: 0.000667 });
    close(samples, expected.samples);
    // Each phoneme begins where the padding of the previous one ends.
    const begins = [1, 3, 5, 7, 9, 11, 13, 15].map((at) => expected.ends[at]! / 16_000);
    expect(times!.length).toBe(begins.length);
    for (const [at, time] of times!.entries()) expect(time).toBeCloseTo(begins[at]!, 6);
  });

  it("TLS-5 letters with marks are phonemes of their own, and what it does not know is left out", async () => {
    const { samples } = await net.synthesize("a\u0303b★", { speed: 1 });
    close(samples, expectedOutput(idsOf("ab"), { hop: PIPER_HOP, added: 0.000667 }).samples);
    const { samples: joined } = await net.synthesize("ç", { speed: 1 });
    // In Piper's alphabet, ç is c with a combining mark, as in training.
    close(joined, expectedOutput(idsOf("c"), { hop: PIPER_HOP, added: 0.000667 }).samples);
  });

  it("TLS-5 speaks twice as fast on request", async () => {
    const { samples } = await net.synthesize("tuː", { speed: 2 });
    close(
      samples,
      expectedOutput(idsOf("tuː"), { hop: PIPER_HOP, added: 0.000667, speed: 2 }).samples,
    );
  });

  it("TLS-5 has its speakers as voices, and no others", async () => {
    const files = {
      graph: put("many.onnx", piperGraph({ speakers: true })),
      config: put("many.json", piperConfig({ num_speakers: 3 })),
    };
    const many = await openSpeakingNet(PIPER_FORM, files, 1);
    const { samples } = await many.synthesize("a", { speed: 1, voice: "2" });
    close(samples, expectedOutput(idsOf("a"), { hop: PIPER_HOP, added: 2.000667 }).samples);
    await expect(many.synthesize("a", { speed: 1, voice: "3" })).rejects.toThrow(RangeError);
    await many.close();
  });

  it("TLS-5 a phrase that is too long is refused: the memory that a voice takes is bounded", async () => {
    await net.synthesize("a".repeat(510), { speed: 1 });
    await expect(net.synthesize("a".repeat(511), { speed: 1 })).rejects.toThrow(RangeError);
  });

  it("TLS-5 rejects models that are not voices of the form", () => {
    const read = (change: object) => () => readPiperConfig(piperConfig(change), PIPER_FORM);
    expect(read({ espeak: { voice: "de" } })).toThrow("speaks de");
    expect(read({ audio: { sample_rate: 22_050 } })).toThrow("22050 Hz");
    expect(read({ phoneme_type: "text" })).toThrow(TypeError);
    expect(read({ phoneme_id_map: { a: [1] } })).toThrow(TypeError);
  });

  it("TLS-5 answers the known phrase with levels that are not silent", async () => {
    const answer = await measureTestPhrase(net);
    expect(answer.length).toBe(9);
    expect(answer.every((level) => level > 0)).toBe(true);
  });
});

describe("Kokoro", () => {
  const idsOf = (phonemes: string): number[] => [
    0,
    ...Array.from(phonemes, (letter) => KOKORO_VOCABULARY[letter]!),
    0,
  ];
  let net: SpeechSynthesisNet;
  beforeAll(async () => {
    net = await openSpeakingNet(KOKORO_FORM, kokoroFiles, 1);
  });
  afterAll(() => net.close());

  it("TLS-5 speaks phonemes with the style vector for their number", async () => {
    const phonemes = "həlˈO wˈɜɹld!";
    const { samples, times } = await net.synthesize(phonemes, { speed: 1, voice: "am_two" });
    const added = 1 + phonemes.length / 1000;
    close(samples, expectedOutput(idsOf(phonemes), { hop: KOKORO_HOP, added }).samples);
    expect(times).toBe(null);
  });

  it("TLS-5 at its most takes the last style, and refuses more", async () => {
    const { samples } = await net.synthesize("a".repeat(510), { speed: 1 });
    expect(samples[0]! - KOKORO_VOCABULARY["a"]! / FULL).toBeCloseTo(0.509, 5);
    await expect(net.synthesize("a".repeat(511), { speed: 1 })).rejects.toThrow(RangeError);
    await expect(net.synthesize("a", { speed: 1, voice: "nobody" })).rejects.toThrow(RangeError);
  });

  it("TLS-5 a graph that outputs durations yields exact times", async () => {
    const files = { ...kokoroFiles, graph: put("timed.onnx", kokoroGraph({ timed: true })) };
    const timed = await openSpeakingNet(KOKORO_FORM, files, 1);
    // Every remainder of a quarter, with odd and even halves.
    const phonemes = '!?.,:;—…"abdefhijklmn';
    const { times, samples } = await timed.synthesize(phonemes, { speed: 1 });
    const ids = idsOf(phonemes);
    expect(new Set(ids.map((id) => id % 8)).size).toBe(8);
    const frames = ids.map((id) => {
      const [whole, rest] = [Math.floor(id / 4), id % 4];
      return Math.max(1, rest === 2 ? whole + (whole % 2) : Math.round(id / 4));
    });
    const ends = frames.map(
      (_, at) => KOKORO_HOP * frames.slice(0, at + 1).reduce((a, b) => a + b),
    );
    expect(samples.length).toBe(ends.at(-1));
    expect(times!.length).toBe(phonemes.length + 1);
    for (const [at, time] of times!.entries()) expect(time).toBeCloseTo(ends[at]! / 24_000, 6);
    await timed.close();
  });

  it("TLS-5 eSpeak's letters become its own", () => {
    expect(respellForKokoro("həlˈoʊ wˈɜːld", "en-us")).toBe("həlˈO wˈɜɹld");
    expect(respellForKokoro("nˈaɪs dʒˈɔɪ", "en-gb")).toBe("nˈIs ʤˈY");
    expect(respellForKokoro("ˈeɪɾi", "en-us")).toBe("ˈATi");
    expect(respellForKokoro("tʃˈiko", "es")).toBe("ʧˈiko");
  });
});

describe("a studio voice over eSpeak's pronunciation", () => {
  it("TLS-1 TLS-5 speaks a text phrase by phrase, each word in its time", async () => {
    const voice = openStudioVoice(PIPER_FORM, piperFiles);
    const text = "Hello world, it is one of the two. Really? In 1984!\n\nYes.";
    const parts = [];
    for await (const part of voice.speakPhrases(text, { language: "en" })) parts.push(part);
    expect(parts.map(({ words }) => words.map((word) => word.text).join(" "))).toEqual([
      "Hello world, it is one of the two.",
      "Really?",
      "In 1984!",
      "Yes.",
    ]);
    for (const { words, samples, sampleRate, exact } of parts) {
      expect(exact).toBe(true);
      let last = 0;
      for (const { from, to, start, end, text: shown } of words) {
        expect(text.slice(start, end)).toBe(shown);
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        last = to;
      }
      expect(last).toBeLessThanOrEqual(samples.length / sampleRate);
    }
    // “Hello” is spoken as eSpeak pronounces it, at the position of the word.
    const [hello] = parts[0]!.words;
    const { samples } = parts[0]!;
    const levels = new Set(samples.slice(hello!.from * 16_000, hello!.to * 16_000));
    const ids = Array.from("həlˈoʊ", (letter) => PIPER_MAP[letter]![0]!);
    for (const id of ids) expect(levels).toContain(Math.fround(id / FULL + Math.fround(0.000667)));
    const whole = await voice.speak(text, { language: "en" });
    expect(whole.samples.length).toBe(parts.reduce((sum, part) => sum + part.samples.length, 0));
    expect(whole.words.length).toBe(parts.flatMap(({ words }) => words).length);
    voice.close();
  });

  it("TLS-5 memory does not grow with the text: no phrase is longer than all that can be said", async () => {
    const voice = openStudioVoice(PIPER_FORM, piperFiles);
    const endless = Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ");
    let phrases = 0;
    const words: string[] = [];
    for await (const part of voice.speakPhrases(endless, { language: "en", rate: 330 })) {
      phrases++;
      words.push(...part.words.map(({ text }) => text));
      if (phrases === 3) break;
    }
    expect(words.length).toBeLessThan(200);
    expect(words).toEqual(endless.split(" ").slice(0, words.length));
    voice.close();
  });

  it("TLS-5 Kokoro's voices speak their languages, and times are estimated without durations", async () => {
    const voice = openStudioVoice(KOKORO_FORM, kokoroFiles);
    const spanish = await voice.speak("Hola", { language: "es" });
    expect(spanish.samples[0]).toBeGreaterThan(2);
    expect(spanish.words).toMatchObject([{ text: "Hola", from: 0 }]);
    await expect(voice.speak("Hallo", { language: "de" })).rejects.toThrow(RangeError);
    await expect(voice.speak("Hi", { language: "en", voice: "ef_three" })).rejects.toThrow(
      RangeError,
    );
    expect((await voice.speak("… !", { language: "en" })).samples.length).toBe(0);
    voice.close();
  });

  it("TLS-5 stops with the signal, while a phrase is being said", async () => {
    const voice = openStudioVoice(PIPER_FORM, piperFiles);
    const abort = new AbortController();
    const speaking = voice.speakPhrases("One. Two. Three.", {
      language: "en",
      signal: abort.signal,
    });
    await speaking.next();
    const second = speaking.next();
    abort.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
  });
});
