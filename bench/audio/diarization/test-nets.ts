import { createFilterBank, FRAME, HOP } from "#audio/speakers/filter-bank.ts";
import { toUnit } from "#audio/speakers/cluster.ts";
import type { EmbeddingNet, SegmentationNet } from "#audio/speakers/speaker-nets.ts";
import type { SpeakerSegmentsForm, VoiceEmbeddingForm } from "#core/models/forms.ts";
import type { Random } from "../random.ts";
import { type Dialogue, RATE } from "./make-dialogue.ts";

const SEGMENTS_FORM: SpeakerSegmentsForm = {
  kind: "speaker-segments",
  sampleRate: RATE,
  samples: 10 * RATE,
  frames: 589,
  hop: 270,
  field: 991,
  speakers: 3,
  simultaneous: 2,
  input: "",
  output: "",
};
const EMBEDDING_FORM: VoiceEmbeddingForm = {
  kind: "voice-embedding",
  sampleRate: RATE,
  bands: 80,
  window: "povey",
  scale: 1,
  size: 80,
  threshold: 0.5,
  input: "",
  output: "",
};
const { hop, field, frames, speakers } = SEGMENTS_FORM;
/** Samples between windows, as `findSpeakers` has them. */
const WINDOW_HOP = hop * Math.round(SEGMENTS_FORM.samples / 2 / hop);
const close = async (): Promise<void> => {};

/** In place of a segmentation network: the truth, with other numbers of the speakers in each window. */
export function trueSegments({
  turns,
}: Dialogue): SegmentationNet & { readonly window: () => number } {
  let window = -1;
  return {
    form: SEGMENTS_FORM,
    window: () => window,
    async segment() {
      window++;
      const start = window * WINDOW_HOP;
      const own = turns.filter(
        ({ from, to }) => to * RATE > start && from * RATE < start + SEGMENTS_FORM.samples,
      );
      const local = [...new Set(own.map(({ speaker }) => speaker))];
      const numberOf = (speaker: number): number => (local.indexOf(speaker) + window) % speakers;
      return Uint8Array.from({ length: frames }, (_, at) => {
        const time = (start + field / 2 + at * hop) / RATE;
        return own
          .filter(
            ({ from, to, speaker }) =>
              time >= from && time < to && local.indexOf(speaker) < speakers,
          )
          .reduce((set, { speaker }) => set | (1 << numberOf(speaker)), 0);
      });
    },
    close,
  };
}

/**
 * In place of an embedding network: a direction for each speaker, and another deviation from it in
 * each window.
 * @param spread length of the deviation: 0.6 puts two windows of one speaker 0.26 apart
 */
export function trueVoices(
  { turns }: Dialogue,
  window: () => number,
  { spread, random }: { readonly spread: number; readonly random: Random },
): EmbeddingNet {
  const size = 64;
  const direction = (): Float32Array =>
    toUnit(Float32Array.from({ length: size }, () => random.normal()));
  const people = Array.from(
    { length: 1 + Math.max(...turns.map(({ speaker }) => speaker)) },
    direction,
  );
  return {
    form: { ...EMBEDDING_FORM, size, bands: 1 },
    featuresOf(samples) {
      return Float32Array.from(
        { length: 1 + Math.floor((samples.length - FRAME) / HOP) },
        (_, at) => {
          const time = (window() * WINDOW_HOP + at * HOP + FRAME / 2) / RATE;
          return turns.findLast(({ from, to }) => time >= from && time < to)?.speaker ?? -1;
        },
      );
    },
    async embed(features) {
      const counts = people.map((_, speaker) => features.filter((one) => one === speaker).length);
      const speaker = counts.indexOf(Math.max(...counts));
      const off = direction();
      return toUnit(people[speaker]!.map((x, at) => x + spread * off[at]!));
    },
    close,
  };
}

const COEFFICIENTS = 16;

/** Means and spreads of cepstral coefficients of a voice, without the level. */
function cepstrum(features: Float32Array, bands: number): Float32Array {
  const count = features.length / bands;
  const sums = new Float64Array(2 * COEFFICIENTS);
  for (let frame = 0; frame < count; frame++)
    for (let k = 1; k <= COEFFICIENTS; k++) {
      let sum = 0;
      for (let band = 0; band < bands; band++)
        sum += features[frame * bands + band]! * Math.cos((Math.PI * k * (band + 0.5)) / bands);
      sums[k - 1]! += sum / count;
      sums[COEFFICIENTS + k - 1]! += (sum * sum) / count;
    }
  return Float32Array.from(sums, (value, at) =>
    at < COEFFICIENTS ? value : Math.sqrt(Math.max(0, value - sums[at - COEFFICIENTS]! ** 2)),
  );
}

/** Mean and spread of each number over voices. */
export interface VoiceScale {
  readonly means: Float32Array;
  readonly spreads: Float32Array;
}

const filterBank = createFilterBank(EMBEDDING_FORM);

/** The scale of voices that are in no dialogue that is judged. */
export function scaleOf(clips: readonly Float32Array[]): VoiceScale {
  const all = clips.map((clip) => cepstrum(filterBank(clip), EMBEDDING_FORM.bands));
  const meanOf = (of: (vector: Float32Array, at: number) => number): Float32Array =>
    all[0]!.map((_, at) => all.reduce((sum, vector) => sum + of(vector, at), 0) / all.length);
  const means = meanOf((vector, at) => vector[at]!);
  const squares = meanOf((vector, at) => (vector[at]! - means[at]!) ** 2);
  return { means, spreads: squares.map(Math.sqrt) };
}

/** Timbre as a voice embedding: what there would be without a network. */
export const timbreNet = ({ means, spreads }: VoiceScale, threshold: number): EmbeddingNet => ({
  form: { ...EMBEDDING_FORM, threshold },
  featuresOf: filterBank,
  embed: async (features) =>
    toUnit(
      cepstrum(features, EMBEDDING_FORM.bands).map((x, at) => (x - means[at]!) / spreads[at]!),
    ),
  close,
});
