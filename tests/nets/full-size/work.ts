import type { Block } from "#audio/effect.ts";
import { createDeepFilter } from "#audio/nets/deep-filter/deep-filter.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { openStemSession } from "#audio/nets/stems/stem-session.ts";
import { stemSegmentFrames, separateStems } from "#audio/nets/stems/stems.ts";
import { createEmbeddingNet, createSegmentationNet } from "#audio/speakers/speaker-nets.ts";
import { createMergedDecoder, encode } from "#audio/nets/studio/merged-decoder.ts";
import {
  type KokoroForm,
  type MdxForm,
  type ModelForm,
  type PiperForm,
  type SpeechForm,
  type SpeakerSegmentsForm,
  type SpleeterForm,
  type VoiceEmbeddingForm,
  stemRoles,
} from "#core/models/forms.ts";
import { fullBands, fullEncoder, fullFilters } from "./deep-filter-net.ts";
import { kokoroNet, TOKENS_A_SECOND } from "./kokoro-net.ts";
import { mdxNet } from "./mdx-net.ts";
import { FRAMES_AN_ID, piperNet } from "./piper-net.ts";
import { spleeterNet } from "./spleeter-net.ts";
import { embeddingNet, segmentsNet } from "./speaker-nets.ts";
import { speechDecoder, speechEncoder } from "./speech-net.ts";

type Sessions = Readonly<Record<string, NetSession>>;

/** A net at its full size, and a piece of what it does. */
export interface FullSizeWork {
  readonly graphs: () => Readonly<Record<string, Buffer>>;
  /** @returns seconds of audio that were processed or generated */
  readonly run: (sessions: Sessions) => Promise<number>;
}

const tone = (frames: number): Float32Array =>
  Float32Array.from({ length: frames }, (_, at) => 0.3 * Math.sin(at / 20));

function stemsWork(form: MdxForm | SpleeterForm): FullSizeWork {
  const samples = tone(stemSegmentFrames(form));
  const graph = (): Buffer => (form.kind === "mdx" ? mdxNet(form) : spleeterNet(form));
  async function* blocks(): AsyncGenerator<Block> {
    for (;;) yield [samples, samples];
  }
  let stems: ReturnType<typeof separateStems> | null = null;
  return {
    graphs: () => Object.fromEntries(stemRoles(form).map((role) => [role, graph()])),
    async run(sessions) {
      const session = await openStemSession(form, async (role) => sessions[role]!);
      stems ??= separateStems(session, form, blocks(), { consistent: true });
      const { value } = await stems.next();
      return value![0]![0]!.length / form.sampleRate;
    },
  };
}

/** Seconds of sound, and tokens for what is said in it: three a second, and a few for times. */
const SPEECH = { seconds: 30, tokens: 100 } as const;

function speechWork(form: SpeechForm): FullSizeWork {
  const { seconds, tokens } = SPEECH;
  const samples = tone(seconds * form.sampleRate);
  const spectrum = form.kind === "whisper" ? tone(form.mels * 3000) : null;
  return {
    graphs: () => ({ encoder: speechEncoder(form), decoder: speechDecoder(form) }),
    async run({ encoder, decoder }) {
      const hidden =
        form.kind === "whisper"
          ? await encode(encoder!, "input_features", {
              data: spectrum!,
              dims: [1, form.mels, 3000],
            })
          : await encode(encoder!, "input_values", { data: samples, dims: [1, samples.length] });
      const write = createMergedDecoder(decoder!, form, hidden);
      for (let token = 0; token < tokens; token++) await write.feed([token]);
      return seconds;
    },
  };
}

function deepFilterWork(): FullSizeWork {
  return {
    graphs: () => ({
      encoder: fullEncoder(),
      "erb-decoder": fullBands(),
      "filter-decoder": fullFilters(),
    }),
    async run(sessions) {
      const net = createDeepFilter({
        encoder: sessions["encoder"]!,
        bands: sessions["erb-decoder"]!,
        filters: sessions["filter-decoder"]!,
      });
      const seconds = 10;
      await net.run(tone(Math.floor((seconds * net.sampleRate) / net.hop) * net.hop));
      return seconds;
    },
  };
}

function piperWork({ sampleRate }: PiperForm): FullSizeWork {
  /** Ids of a phrase of some seconds, with padding between them. */
  const ids = 120;
  return {
    graphs: () => ({ graph: piperNet() }),
    async run({ graph }) {
      const { output } = await graph!.run({
        input: { data: new BigInt64Array(ids).fill(7n), dims: [1, ids] },
        input_lengths: { data: BigInt64Array.of(BigInt(ids)), dims: [1] },
        scales: { data: Float32Array.of(0.667, 1, 0.8), dims: [3] },
      });
      const expected = ids * FRAMES_AN_ID * 256;
      if (output!.data.length !== expected) throw new TypeError(`It says ${output!.data.length}`);
      return expected / sampleRate;
    },
  };
}

function kokoroWork({ sampleRate }: KokoroForm, inBytes: boolean): FullSizeWork {
  const seconds = 3;
  const tokens = Math.round(seconds * TOKENS_A_SECOND);
  return {
    graphs: () => ({ graph: kokoroNet(inBytes) }),
    async run({ graph }) {
      const { waveform } = await graph!.run({
        input_ids: { data: new BigInt64Array(tokens).fill(7n), dims: [1, tokens] },
        style: { data: new Float32Array(256).fill(0.1), dims: [1, 256] },
        speed: { data: Float32Array.of(1), dims: [1] },
      });
      if (waveform!.data.length !== seconds * sampleRate)
        throw new TypeError(`It says ${waveform!.data.length}`);
      return seconds;
    },
  };
}

function segmentsWork(form: SpeakerSegmentsForm): FullSizeWork {
  return {
    graphs: () => ({ graph: segmentsNet(form) }),
    async run({ graph }) {
      await createSegmentationNet(graph!, form).segment(tone(form.samples));
      return form.samples / form.sampleRate;
    },
  };
}

function embeddingWork(form: VoiceEmbeddingForm): FullSizeWork {
  const seconds = 10;
  return {
    graphs: () => ({ graph: embeddingNet(form, form.window === "povey") }),
    async run({ graph }) {
      const net = createEmbeddingNet(graph!, form);
      await net.embed(net.featuresOf(tone(seconds * form.sampleRate)));
      return seconds;
    },
  };
}

/** @param inBytes Kokoro's in 8 bits @returns null where none is built of this family */
export function workOf(form: ModelForm, inBytes: boolean): FullSizeWork | null {
  switch (form.kind) {
    case "mdx":
    case "spleeter":
      return stemsWork(form);
    case "moonshine":
    case "whisper":
      return speechWork(form);
    case "kokoro":
      return kokoroWork(form, inBytes);
    case "deep-filter":
      return deepFilterWork();
    case "piper":
      return piperWork(form);
    case "speaker-segments":
      return segmentsWork(form);
    case "voice-embedding":
      return embeddingWork(form);
    default:
      return null;
  }
}
