import type { SpeakerSegmentsForm, VoiceEmbeddingForm } from "#core/models/forms.ts";
import { speakerSets } from "#audio/speakers/powerset.ts";
import { constant, createNode, node, onnxFile } from "./onnx.ts";

/** As published by pyannote segmentation 3.0. */
export const SEGMENTS_FORM: SpeakerSegmentsForm = {
  kind: "speaker-segments",
  sampleRate: 16_000,
  samples: 160_000,
  frames: 589,
  hop: 270,
  field: 991,
  speakers: 3,
  simultaneous: 2,
  input: "input_values",
  output: "logits",
};

export const EMBEDDING_FORM: VoiceEmbeddingForm = {
  kind: "voice-embedding",
  sampleRate: 16_000,
  bands: 80,
  window: "povey",
  scale: 1,
  size: 80,
  threshold: 0.5,
  input: "x",
  output: "embedding",
};

/** Hz of the voices that the graphs know: tones whose level swells, over soft noise. */
export const VOICE_TONES = [400, 1100, 3000] as const;
const { field, hop, frames, sampleRate } = SEGMENTS_FORM;
const SETS = speakerSets(SEGMENTS_FORM.speakers, SEGMENTS_FORM.simultaneous);
/** Level of a tone in a frame from which on its voice is active. */
const ACTIVE = 0.006;

/** A graph of the form for segments: each tone is a speaker. */
export function segmentsGraph(): Buffer {
  const filters = VOICE_TONES.flatMap((hertz) =>
    [Math.cos, Math.sin].flatMap((wave) =>
      Array.from(
        { length: field },
        (_, at) => (2 / field) * wave((2 * Math.PI * hertz * at) / sampleRate),
      ),
    ),
  );
  // Of the six channels, two are the parts of a tone.
  const sums = [0, 1, 2, 3, 4, 5].flatMap((channel) =>
    VOICE_TONES.map((_, tone) => (channel >> 1 === tone ? 1 : 0)),
  );
  const weights = VOICE_TONES.flatMap((_, tone) => SETS.map((set) => (set & (1 << tone) ? 2 : 0)));
  const sizes = SETS.map((set) => -VOICE_TONES.filter((_, tone) => set & (1 << tone)).length);
  return onnxFile({
    nodes: [
      node("Conv", ["input_values", "filters"], "parts", { strides: [hop] }),
      node("Mul", ["parts", "parts"], "powers"),
      node("Transpose", ["powers"], "columns", { perm: [0, 2, 1] }),
      node("MatMul", ["columns", "sums"], "levels"),
      node("Greater", ["levels", "limit"], "is_active"),
      node("Cast", ["is_active"], "active", { to: 1 }),
      node("MatMul", ["active", "weights"], "members"),
      node("Add", ["members", "sizes"], "logits"),
    ],
    constants: [
      constant("filters", filters, { dims: [2 * VOICE_TONES.length, 1, field] }),
      constant("sums", sums, { dims: [2 * VOICE_TONES.length, VOICE_TONES.length] }),
      constant("limit", [ACTIVE ** 2]),
      constant("weights", weights, { dims: [VOICE_TONES.length, SETS.length] }),
      constant("sizes", sizes),
    ],
    inputs: [createNode("input_values", [1, 1, "samples"])],
    outputs: [createNode("logits", [1, frames, SETS.length])],
  });
}

/** A graph of the form for embeddings: the bands whose level changes, without those of noise. */
export function embeddingGraph(): Buffer {
  return onnxFile({
    nodes: [
      node("Mul", ["x", "x"], "squares"),
      node("ReduceMean", ["squares"], "variances", { axes: [1], keepdims: 0 }),
      node("Mul", ["variances", "variances"], "embedding"),
    ],
    inputs: [createNode("x", [1, "frames", EMBEDDING_FORM.bands])],
    outputs: [createNode("embedding", [1, EMBEDDING_FORM.bands])],
  });
}

/** A stretch of speech of a voice, by its number among the tones, in seconds. */
export interface ToneTurn {
  readonly voice: number;
  readonly from: number;
  readonly to: number;
}

/** A conversation of voices that the graphs know, at 16 kHz. */
export function toneTalk(turns: readonly ToneTurn[], seconds: number): Float32Array {
  let seed = 1;
  const samples = Float32Array.from({ length: Math.round(seconds * sampleRate) }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return 0.002 * (seed / 2_147_483_647 - 0.5);
  });
  for (const { voice, from, to } of turns)
    for (let at = Math.round(from * sampleRate); at < Math.round(to * sampleRate); at++) {
      const time = at / sampleRate;
      const level = 0.1 + 0.098 * Math.sin(2 * Math.PI * 4 * time);
      samples[at]! += level * Math.sin(2 * Math.PI * VOICE_TONES[voice]! * time);
    }
  return samples;
}
