import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { createDeepFilter } from "#audio/nets/deep-filter/deep-filter.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { measureTestPhrase } from "#audio/nets/speaking/speaking-self-test.ts";
import {
  createKokoroNet,
  readKokoroStyles,
  readKokoroVocabulary,
} from "#audio/nets/speaking/kokoro.ts";
import { createPiperNet, readPiperConfig } from "#audio/nets/speaking/piper.ts";
import type { SpeechSynthesisNet } from "#audio/nets/speaking/speech-synthesis-net.ts";
import { createSpectralNet } from "#audio/nets/spectral-net.ts";
import {
  type NetSessions,
  type BackendInfo,
  openAllOnBestBackend,
} from "#audio/nets/studio/choose-backend.ts";
import { openStemSession } from "#audio/nets/stems/stem-session.ts";
import { measureTestSound, levelsMatch } from "#audio/nets/stems/self-test.ts";
import { measureTestSpeech } from "#audio/nets/studio/speech-self-test.ts";
import { measureTestStream } from "#audio/nets/studio/stream-self-test.ts";
import { verifyNet, WrongNetError } from "#audio/nets/studio/verify-net.ts";
import { stemSegmentFrames, separateStems, stemsBytes } from "#audio/nets/stems/stems.ts";
import { createSpeechNet, transcribeSpeech } from "#audio/nets/studio/transcribe.ts";
import { denoiseWithNet } from "#audio/restoration/denoise-with-net.ts";
import { createEmbeddingNet, createSegmentationNet } from "#audio/speakers/speaker-nets.ts";
import { measureTestSegments, measureTestVoice } from "#audio/speakers/speaker-self-test.ts";
import { createStudioVoice } from "#audio/speech/studio-voice.ts";
import {
  type ModelForm,
  type SpectralForm,
  type StemsForm,
  stemRoles,
  type VoiceForm,
} from "#core/models/forms.ts";
import {
  deepFilterBands,
  deepFilterEncoder,
  deepFilterFilters,
} from "#tests/nets/deep-filter-graphs.ts";
import { demucsForm, demucsGraph } from "#tests/nets/demucs-graph.ts";
import { MARIAN_FORM, marianPair } from "#tests/nets/marian-model.ts";
import { MDX_FORM, mdxGraph } from "#tests/nets/mdx-graph.ts";
import {
  decoderGraph,
  encoderGraph,
  MOONSHINE_FORM,
  spokenTokens,
} from "#tests/nets/moonshine-graphs.ts";
import { liveArrayBytes } from "#tests/live-bytes.ts";
import { constant, node, onnxFile, createNode } from "#tests/nets/onnx.ts";
import {
  EMBEDDING_FORM,
  embeddingGraph,
  SEGMENTS_FORM,
  segmentsGraph,
} from "#tests/nets/speaker-graphs.ts";
import { SPLEETER_FORM, spleeterGraph } from "#tests/nets/spleeter-graph.ts";
import {
  KOKORO_FORM,
  kokoroGraph,
  kokoroTokenizer,
  kokoroVoice,
  PIPER_FORM,
  piperConfig,
  piperGraph,
} from "#tests/nets/voice-graphs.ts";
import {
  timeToken,
  WHISPER_FORM,
  WHISPER_TOKENS,
  whisperDecoder,
  whisperEncoder,
  whisperTokenizer,
} from "#tests/nets/whisper-graphs.ts";
import { languagePair, openTranslator } from "../../translation/open-translator.ts";
import { openNodeSession } from "../nets/node-session.ts";

/** A form with graphs of its signature. */
interface Work {
  /** Graphs by the roles of the form. */
  readonly graphs: Readonly<Record<string, Buffer>>;
  /** Processes input of the given number of steps, and yields a result for each. */
  readonly run: (
    sessions: NetSessions<string>,
    steps: number,
    signal: AbortSignal,
  ) => AsyncIterable<unknown>;
  /** Runs its self-test. */
  readonly answer: (sessions: NetSessions<string>) => Promise<readonly number[]>;
  /** Whether it may run on a graphics card. */
  readonly card: boolean;
  /** Maximum bytes that the code allocates besides the model, for any length. */
  readonly bytes: number;
}

const tone = (frames: number, rate: number): Float32Array =>
  Float32Array.from({ length: frames }, (_, at) => 0.3 * Math.sin((2 * Math.PI * 440 * at) / rate));

async function* repeat(block: Block, times: number): AsyncGenerator<Block> {
  for (let at = 0; at < times; at++) yield block;
}

const openStems = (form: StemsForm, sessions: NetSessions<string>) =>
  openStemSession(form, async (role) => sessions[role]!);

const stems = (form: StemsForm, graph: Buffer): Work => ({
  graphs: Object.fromEntries(stemRoles(form).map((role) => [role, graph])),
  run: async function* (sessions, steps, signal) {
    const session = await openStems(form, sessions);
    const samples = tone(stemSegmentFrames(form), form.sampleRate);
    const options = { consistent: true, signal };
    yield* separateStems(session, form, repeat([samples, samples], steps), options);
  },
  answer: async (sessions) => measureTestSound(await openStems(form, sessions), form),
  card: true,
  bytes: stemsBytes(form),
});

const DEMUCS = demucsForm(16_384);
const STREAM: SpectralForm = {
  kind: "spectral-stream",
  sampleRate: 16_000,
  frame: 512,
  input: "mix",
  output: "enh",
  states: { memory: [1, 4] },
};
const streamGraph = onnxFile({
  nodes: [node("Mul", ["mix", "half"], "enh"), node("Identity", ["memory"], "memory_out")],
  constants: [constant("half", [0.5])],
  inputs: [createNode("mix", [1, 257, 1, 2]), createNode("memory", [1, 4])],
  outputs: [createNode("enh", [1, 257, 1, 2]), createNode("memory_out", [1, 4])],
});

const deepFilterOf = (sessions: NetSessions<string>) =>
  createDeepFilter({
    encoder: sessions["encoder"]!,
    bands: sessions["erb-decoder"]!,
    filters: sessions["filter-decoder"]!,
  });

const spoken = spokenTokens([3, 4, 5, 3, 2, 2, 2, 2, 2, 2]);
const tokens = ["<unk>", "<s>", "</s>", "▁one", "▁two", "▁three"];
const moonshineWords = JSON.stringify({
  model: { vocab: Object.fromEntries(tokens.map((token, id) => [token, id])) },
});
const script = [
  WHISPER_TOKENS["<|en|>"]!,
  WHISPER_TOKENS["<|transcribe|>"]!,
  timeToken(0),
  0,
  1,
  timeToken(2),
];

/** A voice speaks a sentence per step; letters are their own phonemes. */
const speak = (form: VoiceForm, net: SpeechSynthesisNet, steps: number, signal: AbortSignal) =>
  createStudioVoice<AbortSignal>(form, {
    pronounce: async ({ texts }) => ({ phonemes: texts.map(() => "halo") }),
    read: () => [],
    synthesize: (phonemes, options) => net.synthesize(phonemes, options),
    close: () => {},
  }).speakPhrases(Array.from({ length: steps }, () => "Hello.").join(" "), {
    language: "en",
    signal,
  });
const piperOf = ({ graph }: NetSessions<string>): SpeechSynthesisNet =>
  createPiperNet(graph!, PIPER_FORM, readPiperConfig(piperConfig(), PIPER_FORM), { lengths: null });
const kokoroOf = ({ graph }: NetSessions<string>): SpeechSynthesisNet =>
  createKokoroNet(graph!, KOKORO_FORM, {
    vocabulary: readKokoroVocabulary(kokoroTokenizer()),
    styles: Object.fromEntries(
      KOKORO_FORM.voices.map(({ id }, at) => [
        id,
        readKokoroStyles(Uint8Array.from(kokoroVoice(at)).buffer),
      ]),
    ),
  });

const MEGABYTE = 2 ** 20;
/** All forms that run in ONNX Runtime: new ones must be added here. */
const FORMS: Readonly<Record<Exclude<ModelForm["kind"], "bergamot">, Work>> = {
  demucs: stems(DEMUCS, demucsGraph(DEMUCS, { wave: 0.25, spectrum: 0 })),
  mdx: stems(MDX_FORM, mdxGraph(MDX_FORM, [0.5, 0.5, 0.5, 0.5])),
  spleeter: stems(SPLEETER_FORM, spleeterGraph(SPLEETER_FORM, 0.5)),
  "spectral-stream": {
    graphs: { graph: streamGraph },
    run: async function* ({ graph }, steps, signal) {
      const net = createSpectralNet(graph!, STREAM);
      for (let at = 0; at < steps; at++) {
        signal.throwIfAborted();
        yield await net.run(tone(net.hop, STREAM.sampleRate));
      }
    },
    answer: ({ graph }) => measureTestStream(createSpectralNet(graph!, STREAM)),
    card: false,
    bytes: MEGABYTE,
  },
  "deep-filter": {
    graphs: {
      encoder: deepFilterEncoder(),
      "erb-decoder": deepFilterBands(0.5),
      "filter-decoder": deepFilterFilters([0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0]),
    },
    run: async function* (sessions, steps, signal) {
      const net = deepFilterOf(sessions);
      const format = { sampleRate: net.sampleRate, channels: 1 };
      const block = [tone(net.hop, net.sampleRate)];
      const options = { strength: 1, format, nets: null as never };
      for await (const part of denoiseWithNet(repeat(block, steps), net, options)) {
        signal.throwIfAborted();
        yield part;
      }
    },
    answer: (sessions) => measureTestStream(deepFilterOf(sessions)),
    card: true,
    bytes: 16 * MEGABYTE,
  },
  moonshine: {
    graphs: { encoder: encoderGraph(), decoder: decoderGraph(MOONSHINE_FORM) },
    run: ({ encoder, decoder }, steps, signal) => {
      const sessions = { encoder: encoder!, decoder: decoder! };
      const net = createSpeechNet(MOONSHINE_FORM, sessions, moonshineWords);
      // Silence separates the utterances.
      const samples = new Float32Array(spoken.length + 32_000);
      samples.set(spoken);
      return transcribeSpeech(net, repeat([samples], steps), { signal });
    },
    answer: ({ encoder, decoder }) =>
      measureTestSpeech(
        createSpeechNet(MOONSHINE_FORM, { encoder: encoder!, decoder: decoder! }, moonshineWords),
      ),
    card: false,
    bytes: 16 * MEGABYTE,
  },
  whisper: {
    graphs: {
      encoder: whisperEncoder(script, WHISPER_FORM),
      decoder: whisperDecoder(WHISPER_FORM),
    },
    run: ({ encoder, decoder }, steps, signal) => {
      const sessions = { encoder: encoder!, decoder: decoder! };
      const net = createSpeechNet(WHISPER_FORM, sessions, whisperTokenizer());
      return transcribeSpeech(net, repeat([tone(40_000, 16_000)], 2 * steps), { signal });
    },
    answer: ({ encoder, decoder }) =>
      measureTestSpeech(
        createSpeechNet(WHISPER_FORM, { encoder: encoder!, decoder: decoder! }, whisperTokenizer()),
      ),
    card: false,
    bytes: 16 * MEGABYTE,
  },
  "speaker-segments": {
    graphs: { graph: segmentsGraph() },
    run: async function* ({ graph }, steps, signal) {
      const net = createSegmentationNet(graph!, SEGMENTS_FORM);
      for (let at = 0; at < steps; at++) {
        signal.throwIfAborted();
        yield await net.segment(tone(SEGMENTS_FORM.samples, SEGMENTS_FORM.sampleRate));
      }
    },
    answer: ({ graph }) => measureTestSegments(graph!, SEGMENTS_FORM),
    card: false,
    bytes: MEGABYTE,
  },
  "voice-embedding": {
    graphs: { graph: embeddingGraph() },
    run: async function* ({ graph }, steps, signal) {
      const net = createEmbeddingNet(graph!, EMBEDDING_FORM);
      for (let at = 0; at < steps; at++) {
        signal.throwIfAborted();
        yield await net.embed(net.featuresOf(tone(16_000, EMBEDDING_FORM.sampleRate)));
      }
    },
    answer: ({ graph }) => measureTestVoice(graph!, EMBEDDING_FORM),
    card: false,
    bytes: MEGABYTE,
  },
  piper: {
    graphs: { graph: piperGraph() },
    run: (sessions, steps, signal) => speak(PIPER_FORM, piperOf(sessions), steps, signal),
    answer: (sessions) => measureTestPhrase(piperOf(sessions)),
    card: false,
    bytes: 4 * MEGABYTE,
  },
  kokoro: {
    graphs: { graph: kokoroGraph({ timed: true }) },
    run: (sessions, steps, signal) => speak(KOKORO_FORM, kokoroOf(sessions), steps, signal),
    answer: (sessions) => measureTestPhrase(kokoroOf(sessions)),
    card: false,
    bytes: 16 * MEGABYTE,
  },
};

const opened = new Map<Work, Record<string, NetSession>>();
async function open(work: Work): Promise<Record<string, NetSession>> {
  const known = opened.get(work);
  if (known) return known;
  const sessions: Record<string, NetSession> = {};
  for (const [role, graph] of Object.entries(work.graphs))
    sessions[role] = await openNodeSession(graph, 1);
  opened.set(work, sessions);
  return sessions;
}
afterAll(async () => {
  for (const sessions of opened.values())
    for (const session of Object.values(sessions)) await session.close();
});

/** The same sessions with a callback before each run. */
const seen = (sessions: NetSessions<string>, onRun: (role: string) => void): NetSessions<string> =>
  Object.fromEntries(
    Object.entries(sessions).map(([role, session]) => [
      role,
      {
        run(inputs, requested) {
          onRun(role);
          return session.run(inputs, requested);
        },
        close: async () => {},
      } satisfies NetSession,
    ]),
  );

/**
 * The same sessions on a driver that multiplies each number by a power of a factor, another one for
 * each graph: a common factor would change no ratio of two graphs.
 */
const spoilt = (sessions: NetSessions<string>, factor: number): NetSessions<string> =>
  Object.fromEntries(
    Object.entries(sessions).map(([role, session], index) => [
      role,
      {
        async run(inputs, requested) {
          const power = factor ** (index + 1);
          const outputs = await session.run(inputs, requested);
          return Object.fromEntries(
            Object.entries(outputs).map(([name, { data, dims }]) => [
              name,
              // Integer lengths are computed outside the graphics card.
              { data: data instanceof Float32Array ? data.map((x) => power * x) : data, dims },
            ]),
          );
        },
        close: async () => {},
      } satisfies NetSession,
    ]),
  );

const none = { read: async () => null, write: async () => {} };

describe.each(Object.entries(FORMS))("the form %s", (_, work) => {
  it("TLS-5 runs no graph more than once after the signal", async () => {
    const abort = new AbortController();
    const after = new Map<string, number>();
    let runs = 0;
    const watched = seen(await open(work), (role) => {
      if (abort.signal.aborted) after.set(role, (after.get(role) ?? 0) + 1);
      // Halfway through the input, and within a step of several graphs.
      if (++runs === 5) abort.abort(new Error("enough"));
    });
    const all = async (): Promise<void> => {
      for await (const _part of work.run(watched, 40, abort.signal));
    };
    await expect(all()).rejects.toThrow("enough");
    expect(runs).toBeGreaterThanOrEqual(5);
    expect(Math.max(0, ...after.values())).toBeLessThanOrEqual(1);
  });

  it("TLS-5 uses no more memory for long input than for short: at most the declared amount", async () => {
    const sessions = await open(work);
    const startRun = async (steps: number): Promise<AsyncIterator<unknown>> => {
      const parts = work.run(sessions, 1000, new AbortController().signal)[Symbol.asyncIterator]();
      for (let at = 0; at < steps; at++) await parts.next();
      return parts;
    };
    const heldAfter = async (steps: number): Promise<number> => {
      const before = await liveArrayBytes();
      const parts = await startRun(steps);
      const bytes = (await liveArrayBytes()) - before;
      await parts.return?.();
      return bytes;
    };
    // The first run allocates what all share.
    await (await startRun(2)).return?.();
    const [short, long] = [await heldAfter(3), await heldAfter(12)];
    expect(long).toBeLessThan(Math.max(1.25 * short, short + MEGABYTE));
    expect(long).toBeLessThan(work.bytes);
  }, 60_000);

  it("TLS-5 finds a driver that gives no numbers, on the processor", async () => {
    const sessions = spoilt(await open(work), Number.NaN);
    const proof = verifyNet({
      measure: () => work.answer(sessions),
      expected: null,
      isSame: () => true,
      verdicts: none,
      device: "processor",
      now: () => 0,
    });
    await expect(proof).rejects.toThrow(WrongNetError);
    const right = await open(work);
    await verifyNet({
      measure: () => work.answer(right),
      expected: null,
      isSame: () => true,
      verdicts: none,
      device: "processor",
      now: () => 0,
    });
  });
});

describe.each(Object.entries(FORMS).filter(([, { card }]) => card))(
  "the form %s, which may run on a graphics card,",
  (_, work) => {
    it("TLS-5 falls back to the processor where a card gives other numbers, and says so", async () => {
      const reported: BackendInfo[] = [];
      const right = await open(work);
      const sessions = await openAllOnBestBackend<string>({
        adapter: async () => "card",
        open: async (backend) =>
          backend === "webgpu" ? spoilt(right, 1.5) : seen(right, () => {}),
        measure: work.answer,
        expected: null,
        isSame: levelsMatch,
        verdicts: none,
        processor: "processor",
        threads: 1,
        forceProcessor: false,
        onBackend: (runs) => reported.push(runs),
        now: () => 0,
        timeout: () => new Promise(() => {}),
      });
      expect(reported).toEqual([{ backend: "wasm", threads: 1, reason: "wrong" }]);
      expect(await work.answer(sessions)).toEqual(await work.answer(right));
    });
  },
);

it("TLS-5 a language pair translates no further part of a text after the signal", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "contract-"));
  const files = Object.fromEntries(
    Object.entries(marianPair([["hello", "hallo"]])).map(([role, bytes]) => {
      writeFileSync(path.join(folder, role), bytes);
      return [role, path.join(folder, role)];
    }),
  );
  const translator = openTranslator([languagePair(MARIAN_FORM, files)]);
  const abort = new AbortController();
  const done: number[] = [];
  const lines = Array.from({ length: 2000 }, () => "hello hello hello");
  const { from, to } = MARIAN_FORM;
  const working = translator.translate(lines, {
    from,
    to,
    signal: abort.signal,
    onProgress(count) {
      done.push(count);
      abort.abort(new Error("enough"));
    },
  });
  await expect(working).rejects.toThrow("enough");
  expect(done.length).toBe(1);
  expect(done[0]).toBeLessThan(200);
  translator.close();
  rmSync(folder, { recursive: true });
});
