import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { demucsBytes, demucsStride } from "#audio/nets/stems/demucs.ts";
import { countSegments, separateStems } from "#audio/nets/stems/stems.ts";
import { transcribeMoonshine } from "#audio/nets/studio/moonshine.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { liveArrayBytes } from "#tests/live-bytes.ts";
import { demucsForm, demucsGraph } from "#tests/nets/demucs-graph.ts";
import {
  decoderGraph,
  encoderGraph,
  MOONSHINE_FORM,
  spokenTokens,
} from "#tests/nets/moonshine-graphs.ts";
import {
  type WhisperOptions,
  type WhisperSegment,
  transcribeWhisper,
} from "#audio/nets/studio/whisper.ts";
import { readWhisperVocabulary } from "#audio/nets/studio/whisper-tokens.ts";
import { measureTestSpeech } from "#audio/nets/studio/speech-self-test.ts";
import { createSpeechNet } from "#audio/nets/studio/transcribe.ts";
import {
  timeToken,
  WHISPER_FORM,
  WHISPER_TOKENS,
  whisperDecoder,
  whisperEncoder,
  whisperTokenizer,
} from "#tests/nets/whisper-graphs.ts";
import { openNodeSession } from "../nets/node-session.ts";

const FORM = demucsForm(16_384);
const STRIDE = demucsStride(FORM);

/** The same noise for the same seed. */
function noise(seed: number, frames: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: frames }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32 - 0.5) * 0.8;
  });
}
const mixOf = (frames: number): Block => [noise(1, frames), noise(2, frames)];

async function* inBlocks(block: Block, size: number) {
  const frames = block[0]!.length;
  for (let at = 0; at < frames; at += size)
    yield block.map((samples) => samples.subarray(at, at + size));
}

async function separate(
  session: NetSession,
  mix: Block,
  { consistent = false, size = 5000 }: { consistent?: boolean; size?: number } = {},
): Promise<Float32Array[][]> {
  const parts: (readonly Block[])[] = [];
  for await (const stems of separateStems(session, FORM, inBlocks(mix, size), { consistent }))
    parts.push(stems);
  return FORM.stems.map((_, stem) =>
    joinBlocks(
      parts.map((part) => part[stem]!),
      2,
    ),
  );
}

/** Sum of all stems, both channels. */
const sumOf = (stems: readonly Block[]): Float32Array[] =>
  [0, 1].map((channel) =>
    stems[0]![channel]!.map((_, at) => stems.reduce((sum, stem) => sum + stem[channel]![at]!, 0)),
  );

/** dB */
function errorOf(found: Float32Array, expected: Float32Array): number {
  let error = 0;
  let power = 0;
  for (const [at, sample] of expected.entries()) {
    error += (found[at]! - sample) ** 2;
    power += sample ** 2;
  }
  return 10 * Math.log10(error / power);
}

/** Collects all blocks. */
async function collectAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

let sessions: NetSession[] = [];
const open = async (graph: Uint8Array): Promise<NetSession> => {
  const session = await openNodeSession(graph, 1);
  sessions.push(session);
  return session;
};
afterAll(() => Promise.all(sessions.map((session) => session.close())));

describe("a net of the Demucs family", () => {
  let quarter: NetSession;
  beforeAll(async () => {
    quarter = await open(demucsGraph(FORM, { wave: 0.25, spectrum: 0 }));
  });

  it.each([
    ["shorter than a piece", 5000],
    ["as long as a piece", FORM.frames],
    ["that ends where a piece begins", 2 * STRIDE],
    ["that ends a sample later", 2 * STRIDE + 1],
    ["of many pieces", 9 * STRIDE + 4321],
  ])("TLS-5 stems of a quarter of a mix %s sum to it, bit for bit", async (_, frames) => {
    const mix = mixOf(frames);
    const stems = await separate(quarter, mix);
    expect(stems.map((stem) => stem.map(({ length }) => length))).toEqual(
      FORM.stems.map(() => [frames, frames]),
    );
    expect(sumOf(stems)).toEqual(mix);
  });

  it("TLS-5 six stems of a net whose transform is in its graph come as it gives them", async () => {
    const form = {
      ...FORM,
      stems: [...FORM.stems, "guitar", "piano"],
      inputs: { wave: "mix" },
      outputs: { wave: "stems" },
    };
    const sixth = await open(demucsGraph(form, { wave: 0.125, spectrum: 0 }));
    const mix = mixOf(2 * STRIDE + 777);
    const parts: (readonly Block[])[] = [];
    for await (const stems of separateStems(sixth, form, inBlocks(mix, 5000), {
      consistent: false,
    }))
      parts.push(stems);
    expect(parts[0]!.length).toBe(6);
    const guitar = joinBlocks(
      parts.map((part) => part[4]!),
      2,
    );
    expect(guitar).toEqual(mix.map((samples) => samples.map((sample) => sample / 8)));
  });

  it("TLS-5 does not depend on how the sound is cut into blocks", async () => {
    const mix = mixOf(3 * STRIDE + 777);
    const whole = await separate(quarter, mix, { size: Infinity });
    expect(await separate(quarter, mix, { size: 997 })).toEqual(whole);
  });

  it("TLS-5 a spectrum that stays as it is gives the mix, but for its highest bin", async () => {
    const spectral = await open(demucsGraph(FORM, { wave: 0, spectrum: 1 }));
    const frames = FORM.frames;
    const tone = (hz: number) =>
      Float32Array.from(
        { length: frames },
        (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * at) / 44_100),
      );
    const mix = [tone(440), tone(5000)];
    const [drums] = await separate(spectral, mix);
    // At the ends there are two frames less than the length requires, as in training.
    for (const channel of [0, 1]) {
      const inner = (samples: Float32Array) => samples.subarray(2048, STRIDE - 2048);
      expect(errorOf(inner(drums![channel]!), inner(mix[channel]!))).toBeLessThan(-100);
    }
  });

  it("TLS-5 what the stems lack of the mix is shared among them, where it is asked for", async () => {
    const less = await open(demucsGraph(FORM, { wave: 0.2, spectrum: 0 }));
    const mix = mixOf(2 * STRIDE + 99);
    const loose = sumOf(await separate(less, mix));
    const consistent = sumOf(await separate(less, mix, { consistent: true }));
    for (const channel of [0, 1]) {
      expect(errorOf(loose[channel]!, mix[channel]!)).toBeCloseTo(20 * Math.log10(0.2), 1);
      expect(errorOf(consistent[channel]!, mix[channel]!)).toBeLessThan(-130);
    }
  });

  it("TLS-5 takes any rate and any channels", async () => {
    const seconds = 1;
    const tone = Float32Array.from(
      { length: 48_000 * seconds },
      (_, at) => 0.5 * Math.sin((2 * Math.PI * 440 * at) / 48_000),
    );
    const blocks = convertBlocks(
      inBlocks([tone], 4096),
      { sampleRate: 48_000, channels: 1 },
      { sampleRate: 44_100, channels: 2 },
    );
    const parts: (readonly Block[])[] = [];
    for await (const stems of separateStems(quarter, FORM, blocks, { consistent: false }))
      parts.push(stems);
    const sum = sumOf(
      FORM.stems.map((_, stem) =>
        joinBlocks(
          parts.map((part) => part[stem]!),
          2,
        ),
      ),
    );
    const expected = Float32Array.from(
      { length: 44_100 * seconds },
      (_, at) => 0.5 * Math.sin((2 * Math.PI * 440 * at) / 44_100),
    );
    for (const channel of sum) {
      expect(channel.length).toBe(expected.length);
      expect(errorOf(channel.subarray(2000, -2000), expected.subarray(2000, -2000))).toBeLessThan(
        -80,
      );
    }
  });

  it("TLS-5 reports progress, and stops between two blocks", async () => {
    const reported: number[] = [];
    const abort = new AbortController();
    const stems = separateStems(quarter, FORM, inBlocks(mixOf(10 * STRIDE), 5000), {
      consistent: false,
      signal: abort.signal,
      onProgress(frames) {
        reported.push(frames);
        if (reported.length === 3) abort.abort(new Error("enough"));
      },
    });
    await expect(collectAll(stems)).rejects.toThrow("enough");
    expect(reported).toEqual([STRIDE, 2 * STRIDE, 3 * STRIDE]);
    expect(countSegments(FORM, 10 * STRIDE)).toBe(10);
  });

  it("TLS-5 holds no more of a long sound than of a short one: what demucsBytes says", async () => {
    const silent: NetSession = {
      run: async () => ({
        waves: { data: new Float32Array(8 * FORM.frames), dims: [] },
        spectra: { data: new Float32Array(16 * 2048 * 16), dims: [] },
      }),
      close: async () => {},
    };
    async function* blocks(count: number) {
      const block = [new Float32Array(STRIDE), new Float32Array(STRIDE)];
      for (let at = 0; at < count; at++) yield block;
    }
    /** The same during processing, after the given number of blocks. */
    async function heldAfter(count: number): Promise<number> {
      const before = await liveArrayBytes();
      const stems = separateStems(silent, FORM, blocks(1000), { consistent: true });
      for (let at = 0; at < count; at++) await stems.next();
      const after = await liveArrayBytes();
      await stems.return();
      return after - before;
    }
    const [short, long] = [await heldAfter(3), await heldAfter(150)];
    expect(Math.abs(long - short)).toBeLessThan(0.2 * short);
    expect(long).toBeLessThan(demucsBytes(FORM));
    expect(long).toBeGreaterThan(0.1 * demucsBytes(FORM));
    // Parameters of HTDemucs.
    expect(Math.round(demucsBytes({ ...FORM, frames: 343_980 }) / 1e6)).toBe(106);
  });

  it("TLS-5 CLI-9 leaves no Worker in Node's global scope, by which encoders would take it for a browser", () => {
    expect(quarter).toBeDefined();
    expect("Worker" in globalThis).toBe(false);
  });

  it("TLS-5 rejects models of another family", async () => {
    const other = await open(demucsGraph(demucsForm(8192), { wave: 1, spectrum: 0 }));
    await expect(separate(other, mixOf(100))).rejects.toThrow();
  });
});

describe("a net of the Moonshine family", () => {
  let net: { encoder: NetSession; decoder: NetSession };
  /** Inputs of the decoder, step by step. */
  let fed: { token: number; cached: number; past: number; inputLength: number }[];
  beforeAll(async () => {
    const [encoder, decoder] = [
      await open(encoderGraph()),
      await open(decoderGraph(MOONSHINE_FORM)),
    ];
    net = {
      encoder,
      decoder: {
        ...decoder,
        run(inputs, requested) {
          fed.push({
            token: Number(inputs["input_ids"]!.data[0]),
            cached: Number(inputs["use_cache_branch"]!.data[0]),
            past: inputs["past_key_values.1.decoder.key"]!.dims[2]!,
            inputLength: inputs["past_key_values.1.encoder.value"]!.dims[2]!,
          });
          return decoder.run(inputs, requested);
        },
      },
    };
  });
  const write = async (tokens: readonly number[]) => {
    fed = [];
    return collectAll(transcribeMoonshine(net, MOONSHINE_FORM, spokenTokens(tokens)));
  };

  it("TLS-5 writes what it hears, token by token, from what it has worked out before", async () => {
    const tokens = [7, 11, 60, 11, 5];
    const written = await write([...tokens, 2, 9, 9, 9, 9]);
    expect(written.map(({ tokens: soFar, finished }) => [soFar, finished])).toEqual([
      ...tokens.map((_, at) => [tokens.slice(0, at + 1), false]),
      [tokens, true],
    ]);
    expect(written.every(({ confidence }) => confidence > 0.99)).toBe(true);
    expect(fed).toEqual(
      [1, ...tokens].map((token, at) => ({
        token,
        cached: at === 0 ? 0 : 1,
        past: at,
        inputLength: at === 0 ? 0 : 10,
      })),
    );
  });

  it("TLS-5 ends where more is written than can be said in the time", async () => {
    const written = await write(Array.from({ length: 10 }, () => 7));
    expect(written.at(-1)).toMatchObject({ tokens: [7, 7, 7, 7, 7, 7], finished: true });
  });

  it("TLS-5 stops between two tokens", async () => {
    const abort = new AbortController();
    const writing = transcribeMoonshine(
      net,
      MOONSHINE_FORM,
      spokenTokens([7, 7, 7, 7]),
      abort.signal,
    );
    fed = [];
    await writing.next();
    abort.abort(new Error("enough"));
    await expect(writing.next()).rejects.toThrow("enough");
  });
});

describe("a net of the Whisper family", () => {
  const vocabulary = readWhisperVocabulary(whisperTokenizer());
  const id = (name: string): number => WHISPER_TOKENS[name]!;
  const words = ["Ġone", "Ġtwo", "Ġthree"].map(id);
  const script = (language: string) => [
    id(`<|${language}|>`),
    id("<|transcribe|>"),
    timeToken(0.2),
    words[0]!,
    words[1]!,
    timeToken(1.5),
    timeToken(1.5),
    words[2]!,
    timeToken(2.4),
    id("<|endoftext|>"),
  ];
  const tone = Float32Array.from({ length: 48_000 }, (_, at) => Math.sin(at / 8));
  let decoder: NetSession;
  beforeAll(async () => {
    decoder = await open(whisperDecoder(WHISPER_FORM));
  });
  const write = async (
    prompt: readonly number[],
    samples: Float32Array,
    options: WhisperOptions = {},
  ): Promise<(readonly WhisperSegment[])[]> => {
    const encoder = await open(whisperEncoder(prompt, WHISPER_FORM));
    const given = { vocabulary, samples };
    return collectAll(transcribeWhisper({ encoder, decoder }, WHISPER_FORM, given, options));
  };

  it("TLS-5 finds the language, and writes parts with their times, token by token", async () => {
    const written = await write(script("de"), tone);
    const last = written.at(-1)!;
    expect(last.map(({ confidence: _, spans: __, ...part }) => part)).toEqual([
      { start: 0.2, end: 1.5, text: "one two", finished: true, language: "de" },
      { start: 1.5, end: 2.4, text: "three", finished: true, language: "de" },
    ]);
    expect(last.every(({ confidence }) => confidence > 0.99)).toBe(true);
    // The first word is shown before the second one is decoded.
    expect(written[1]).toMatchObject([{ text: "one", end: 3, finished: false }]);
    expect(written.length).toBe(8);
  });

  it("TLS-5 uses the language that the visitor selects", async () => {
    const [first] = await write(script("ar"), tone, { language: "ar" });
    expect(first).toEqual([]);
    const last = (await write(script("ar"), tone, { language: "ar" })).at(-1)!;
    expect(last.map(({ language, text }) => [language, text])).toEqual([
      ["ar", "one two"],
      ["ar", "three"],
    ]);
    // The graph emits the expected token only if it is fed the previous one.
    const other = (await write(script("ar"), tone, { language: "en" })).at(-1)!;
    expect(other.map(({ text }) => text).join(" ")).not.toBe("one two three");
  });

  it("TLS-5 a part without an end lasts as long as the sound", async () => {
    const open = [id("<|en|>"), id("<|transcribe|>"), timeToken(0), words[2]!, id("<|endoftext|>")];
    expect((await write(open, tone)).at(-1)).toMatchObject([
      { start: 0, end: 3, text: "three", finished: true },
    ]);
  });

  it("TLS-5 one that repeats itself is ended, and says it once", async () => {
    const line = Array.from({ length: 9 }, (_, at) => words[at % 3 === 2 ? 2 : 0]!);
    const loop = [...line.slice(0, 8), words[1]!];
    const looped = [
      id("<|en|>"),
      id("<|transcribe|>"),
      timeToken(0),
      ...Array(8).fill(loop).flat(),
    ];
    const last = (await write(looped as number[], tone)).at(-1)!;
    expect(last).toMatchObject([{ text: vocabulary.decode(loop).trim(), finished: true }]);
  });

  it("TLS-5 stops between two tokens", async () => {
    const encoder = await open(whisperEncoder(script("en"), WHISPER_FORM));
    const abort = new AbortController();
    const given = { vocabulary, samples: tone };
    const options = { signal: abort.signal };
    const writing = transcribeWhisper({ encoder, decoder }, WHISPER_FORM, given, options);
    await writing.next();
    abort.abort(new Error("enough"));
    await expect(writing.next()).rejects.toThrow("enough");
  });

  it("TLS-5 answers the known speech with numbers that are not silent", async () => {
    const encoder = await open(whisperEncoder(script("en"), WHISPER_FORM));
    const net = createSpeechNet(WHISPER_FORM, { encoder, decoder }, whisperTokenizer());
    const answer = await measureTestSpeech(net);
    expect(answer.length).toBeGreaterThan(16);
    expect(answer.every(Number.isFinite) && answer.some((level) => level > 0)).toBe(true);
  });
});
