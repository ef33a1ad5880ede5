import path from "node:path";
import { expect, it } from "vitest";
import { createDeepFilter } from "#audio/nets/deep-filter/deep-filter.ts";
import type { NetInput, NetSession, NetTensor } from "#audio/nets/net-session.ts";
import {
  createKokoroNet,
  readKokoroStyles,
  readKokoroVocabulary,
} from "#audio/nets/speaking/kokoro.ts";
import { createPiperNet, readPiperConfig } from "#audio/nets/speaking/piper.ts";
import { createSpectralNet } from "#audio/nets/spectral-net.ts";
import { measureTestSpeech } from "#audio/nets/studio/speech-self-test.ts";
import { openStemSession } from "#audio/nets/stems/stem-session.ts";
import { measureTestSound } from "#audio/nets/stems/self-test.ts";
import { createSpeechNet } from "#audio/nets/studio/transcribe.ts";
import { createEmbeddingNet, createSegmentationNet } from "#audio/speakers/speaker-nets.ts";
import { measureTestSegments } from "#audio/speakers/speaker-self-test.ts";
import { isStemsForm } from "#core/models/forms.ts";
import type { Model } from "#core/models/models.ts";
import { kokoroTokenizer, kokoroVoice, piperConfig } from "#tests/nets/voice-graphs.ts";
import { whisperTokenizer } from "#tests/nets/whisper-graphs.ts";
import { loadRegistry } from "./registry.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const MODELS = loadRegistry(HOME, HOME).filter(
  ({ form, signature }) => form && signature.graphs !== undefined,
);

type Graph = NonNullable<Model["signature"]["graphs"]>[string];
type Tensor = Graph["inputs"][number];

/** Sizes of what a graph gives, where nothing that it gets has them. */
const SIZES: Readonly<Record<string, number>> = { samples: 4800, bins: 96, taps: 10, bands: 32 };

const expand = (tensors: readonly Tensor[]): Map<string, Tensor> =>
  new Map(
    tensors.flatMap((tensor) =>
      tensor.repeat === undefined
        ? [[tensor.name, tensor] as const]
        : Array.from(
            { length: tensor.repeat },
            (_, at) => [tensor.name.replace("{n}", String(at)), tensor] as const,
          ),
    ),
  );

const typeOf = ({ data }: NetInput): string => {
  if (data instanceof Float32Array) return "float32";
  if (data instanceof BigInt64Array) return "int64";
  return data instanceof Int32Array ? "int32" : "bool";
};

/** A graph that takes what its entry names and nothing else, and gives tensors of the shapes named there. */
function asPublished({ inputs, outputs }: Graph, asked: Set<string>): NetSession {
  const [takes, gives] = [expand(inputs), expand(outputs)];
  return {
    async run(fed, wanted = [...gives.keys()]) {
      expect(Object.keys(fed).sort()).toEqual([...takes.keys()].sort());
      const sizes: Record<string, number> = {};
      for (const [name, input] of Object.entries(fed)) {
        const { shape, type } = takes.get(name)!;
        expect([name, typeOf(input), input.dims.length]).toEqual([name, type, shape.length]);
        expect(input.data.length).toBe(input.dims.reduce((all, size) => all * size, 1));
        for (const [at, size] of shape.entries()) {
          const given = input.dims[at]!;
          if (typeof size === "number") expect([name, at, given]).toEqual([name, at, size]);
          else if (size === "past") sizes[size] ??= given;
          // A cache is empty at first, whatever it will be as long as.
          else if (given > 0)
            expect([name, size, (sizes[size] ??= given)]).toEqual([name, size, given]);
        }
      }
      const told: Record<string, NetTensor> = {};
      for (const name of wanted) {
        expect(gives.has(name) ? name : `no ${name} is published`).toBe(name);
        asked.add(name);
        const dims = gives
          .get(name)!
          .shape.map((size) =>
            typeof size === "number"
              ? size
              : size === "past"
                ? sizes["past"]! + (sizes["sequence"] ?? 0)
                : sizes[size] || (SIZES[size] ?? 1),
          );
        const data = new Float32Array(dims.reduce((all, size) => all * size, 1)).fill(0.01);
        told[name] = { data, dims };
      }
      return told;
    },
    close: async () => {},
  };
}

/** Runs the code of an entry's form once over its published signature. @returns its answer */
async function runOnce(
  { form: known, signature }: Model,
  asked: Set<string>,
): Promise<ArrayLike<number>> {
  const graphs = signature.graphs!;
  const form = known!;
  const open = (role: string): NetSession => asPublished(graphs[role]!, asked);
  if (isStemsForm(form))
    return measureTestSound(await openStemSession(form, async (role) => open(role)), form);
  switch (form.kind) {
    case "moonshine":
    case "whisper": {
      const sessions = { encoder: open("encoder"), decoder: open("decoder") };
      const words = JSON.stringify({
        model: { vocab: { "▁one": 0, "<s>": 1, "</s>": 2, "▁two": 3 } },
      });
      const text = form.kind === "whisper" ? whisperTokenizer() : words;
      return measureTestSpeech(createSpeechNet(form, sessions, text));
    }
    case "piper": {
      const hasSpeakers = graphs["graph"]!.inputs.some(({ name }) => name === "sid");
      const text = piperConfig({
        audio: { sample_rate: form.sampleRate },
        espeak: { voice: form.espeak },
        num_speakers: hasSpeakers ? 2 : 1,
      });
      const config = readPiperConfig(text, form);
      const net = createPiperNet(open("graph"), form, config, { lengths: null });
      return (await net.synthesize("halo.", { speed: 1 })).samples;
    }
    case "kokoro": {
      const net = createKokoroNet(open("graph"), form, {
        vocabulary: readKokoroVocabulary(kokoroTokenizer()),
        styles: Object.fromEntries(
          form.voices.map(({ id }) => [
            id,
            readKokoroStyles(Uint8Array.from(kokoroVoice(0)).buffer),
          ]),
        ),
      });
      return (await net.synthesize("halo.", { speed: 1, voice: form.voices.at(-1)!.id })).samples;
    }
    case "spectral-stream": {
      const net = createSpectralNet(open("graph"), form);
      return net.run(new Float32Array(2 * net.hop).fill(0.1));
    }
    case "deep-filter": {
      const [encoder, bands, filters] = ["encoder", "erb-decoder", "filter-decoder"].map(open);
      const net = createDeepFilter({ encoder: encoder!, bands: bands!, filters: filters! });
      return net.run(new Float32Array(net.hop).fill(0.1));
    }
    case "speaker-segments":
      await createSegmentationNet(open("graph"), form).segment(new Float32Array(form.samples));
      return measureTestSegments(open("graph"), form);
    case "voice-embedding": {
      const net = createEmbeddingNet(open("graph"), form);
      return net.embed(net.featuresOf(new Float32Array(form.sampleRate)));
    }
    default:
      throw new TypeError(`Nobody runs ${form.kind} over a graph`);
  }
}

it.each(MODELS.map((model) => [model.id, model] as const))(
  "CLI-13 TLS-5 what is fed to %s and taken from it are the published tensors, by name, type and shape",
  async (_, model) => {
    const asked = new Set<string>();
    const answer = await runOnce(model, asked);
    expect(answer.length).toBeGreaterThan(0);
    expect(Array.from(answer).every(Number.isFinite)).toBe(true);
    expect(asked.size).toBeGreaterThan(0);
  },
  30_000,
);

it("CLI-13 each form that runs ONNX graphs has an entry above", () => {
  const kinds = new Set(MODELS.map(({ form }) => form!.kind));
  expect([...kinds].sort()).toEqual([
    "deep-filter",
    "demucs",
    "kokoro",
    "mdx",
    "moonshine",
    "piper",
    "speaker-segments",
    "spectral-stream",
    "spleeter",
    "voice-embedding",
    "whisper",
  ]);
});
