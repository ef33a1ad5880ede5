import { createFilter, designBiquad } from "#audio/signal/biquad.ts";
import { cutSpeech } from "./fault-tables.ts";
import { rms } from "./material.ts";
import { createRandom } from "./random.ts";

/** In frames. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** Part of the loudest 10 ms below which all is the recordings' own background: −40 dB. */
const SOFTEST = 10 ** (-40 / 20);
/** s from which a pause counts. */
export const SHORTEST = 0.5;
/** s that stay of a pause after and before a word: what the effect leaves by default. */
const LEFT = [0.12, 0.08] as const;

/** Without what lies below any voice: some of the recordings rumble as loudly as they speak. */
export function withoutRumble(samples: Float32Array, sampleRate: number): Float32Array {
  const out = samples.slice();
  const stage = designBiquad("highpass", { frequency: 70 }, sampleRate);
  createFilter([stage, stage]).run(out);
  return out;
}

/** Levels of 10 ms each. */
export function levelsOf(samples: Float32Array, sampleRate: number): Float32Array {
  const width = sampleRate / 100;
  const voice = withoutRumble(samples, sampleRate);
  return Float32Array.from({ length: Math.floor(voice.length / width) }, (_, i) =>
    rms(voice.subarray(i * width, (i + 1) * width)),
  );
}

const softestOf = (levels: Float32Array): number =>
  SOFTEST * levels.reduce((max, level) => Math.max(max, level), 0);

/** The piece without what is soft at both ends; empty where all of it is. */
function tighten(segment: Float32Array, sampleRate: number, threshold: number): Float32Array {
  const width = sampleRate / 100;
  const levels = levelsOf(segment, sampleRate);
  const first = levels.findIndex((level) => level > threshold);
  const last = levels.findLastIndex((level) => level > threshold);
  return segment.slice(Math.max(0, first) * width, (last + 1) * width);
}

/** Pieces of speech with pauses of nothing between them. */
export function makePauses(speech: Float32Array, sampleRate: number, seed = 7) {
  const random = createRandom(seed);
  const threshold = softestOf(levelsOf(speech, sampleRate));
  const segments = cutSpeech(speech, sampleRate)
    .map((segment) => tighten(segment, sampleRate, threshold))
    .filter((segment) => segment.length > 0);
  const pauses: TimeSpan[] = [];
  let length = 0;
  for (const segment of segments) {
    const pause = Math.round((0.7 + 0.8 * random.uniform()) * sampleRate);
    pauses.push({ start: length, end: length + pause });
    length += pause + segment.length;
  }
  const samples = new Float32Array(length);
  pauses.forEach(({ end }, i) => samples.set(segments[i]!, end));
  return { samples, pauses };
}

const overlap = (a: TimeSpan, b: TimeSpan): number =>
  Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));

/**
 * 10 ms each of the speech that are louder than a level and not soft beside the loudest.
 * @param level one for all, or of each 10 ms
 */
export function audible(
  samples: Float32Array,
  sampleRate: number,
  level: number | Float32Array,
): TimeSpan[] {
  const width = sampleRate / 100;
  const levels = levelsOf(samples, sampleRate);
  const softest = softestOf(levels);
  return Array.from(levels, (_, i) => ({ start: i * width, end: (i + 1) * width })).filter(
    (_, i) => levels[i]! > Math.max(softest, typeof level === "number" ? level : level[i]!),
  );
}

/** Part of the speech that is left; part of the true pauses that is found, and of their ends. */
export function scorePauses(
  found: readonly TimeSpan[],
  {
    pauses,
    speech,
  }: { readonly pauses: readonly TimeSpan[]; readonly speech: readonly TimeSpan[] },
  sampleRate: number,
): string {
  const [after, before] = LEFT;
  const cuts = found.map(({ start, end }) => ({
    start: start + after * sampleRate,
    end: end - before * sampleRate,
  }));
  const lost = speech.filter((part) => cuts.some((cut) => overlap(part, cut) > 0)).length;
  const errors = pauses.flatMap((pause) => {
    const match = found.find((one) => overlap(one, pause) > 0.5 * (pause.end - pause.start));
    return match ? [Math.abs(match.start - pause.start), Math.abs(match.end - pause.end)] : [];
  });
  const near = errors.filter((error) => error <= 0.03 * sampleRate).length;
  const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  return [
    share(speech.length - lost, speech.length),
    share(errors.length / 2, pauses.length),
    share(near, 2 * pauses.length),
  ].join(" / ");
}
