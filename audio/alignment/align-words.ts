import { activityOf } from "./activity.ts";
import {
  measureBackground,
  CEPSTRUM,
  computeCepstra,
  addBackground,
  normalizeTogether,
  warpFormants,
} from "./cepstra.ts";
import { findPath } from "./find-path.ts";
import { type MelFrames, MEL_BANDS, MEL_STEP } from "./mel-frames.ts";
import { snapLines, type TimeSpan } from "./snap-lines.ts";

/** A word of the synthesized reading. */
export interface ReadWord extends TimeSpan {
  /** Whether a line begins with it: a pause is more likely there. */
  readonly beginsLine: boolean;
}

/** Costs per frame; 1 is the mean distance of unrelated frames. */
export interface AlignmentCosts {
  /** Frame between words without voice, and with voice. */
  readonly rest: number;
  readonly voiced: number;
  /** Frame of a word without voice. */
  readonly silentWord: number;
  /** Pause inside a line, once. */
  readonly pause: number;
}
const DEFAULT_COSTS: AlignmentCosts = { rest: 0.1, voiced: 0.75, silentWord: 0.6, pause: 8 };

/** Word times in a recording. */
export interface Alignment {
  /** One span per word, in seconds. */
  readonly words: readonly TimeSpan[];
  /** Normalized alignment cost of the words' frames (1 = unrelated frames). */
  readonly distance: number;
}

/**
 * Formant ratios of the recorded voice to the reading voice that are tried: vocal tracts differ in
 * length.
 */
const FORMANT_FACTORS = [0.84, 0.92, 1, 1.08, 1.16, 1.24] as const;
/** Frames that are averaged in the search for the formant ratio. */
const COARSE_FACTOR = 3;
/** Maximum cells of a cost table; one byte each. */
const MAX_CELLS = 60_000_000;
/** Margin in seconds around the path of a coarse pass in which the fine pass searches. */
const MARGIN_SECONDS = 6;

/** States: frames of the reading, and pauses before words, which have no frame. */
interface States {
  readonly count: number;
  /** Frame of the reading; −1 for a pause. */
  readonly frames: Int32Array;
  /** Index of the state's word, or of the word after a pause. */
  readonly words: Int32Array;
  readonly optional: Uint8Array;
  /** Whether it is a pause inside a line. */
  readonly isInside: Uint8Array;
}

function statesOf(words: readonly ReadWord[], frames: number, step: number): States {
  const own: { frame: number; word: number; optional: boolean; isInside: boolean }[] = [];
  for (const [word, { from, to, beginsLine }] of words.entries()) {
    own.push({ frame: -1, word, optional: true, isInside: !beginsLine });
    const first = Math.min(frames - 1, Math.floor(from / step));
    const last = Math.max(first + 1, Math.min(frames, Math.round(to / step)));
    for (let frame = first; frame < last; frame++)
      own.push({ frame, word, optional: (frame - first) % 2 === 1, isInside: false });
  }
  own.push({ frame: -1, word: words.length, optional: true, isInside: false });
  return {
    count: own.length,
    frames: Int32Array.from(own, ({ frame }) => frame),
    words: Int32Array.from(own, ({ word }) => word),
    optional: Uint8Array.from(own, ({ optional }) => (optional ? 1 : 0)),
    isInside: Uint8Array.from(own, ({ isInside }) => (isInside ? 1 : 0)),
  };
}

/** Averages groups of frames. */
function averageFrames({ energies, count }: MelFrames, factor: number): MelFrames {
  if (factor === 1) return { energies, count };
  const fewer = Math.max(1, Math.ceil(count / factor));
  const out = new Float32Array(fewer * MEL_BANDS);
  for (let i = 0; i < fewer; i++) {
    const last = Math.min(count, (i + 1) * factor);
    for (let j = i * factor; j < last; j++)
      for (let band = 0; band < MEL_BANDS; band++)
        out[i * MEL_BANDS + band]! += energies[j * MEL_BANDS + band]! / (last - i * factor);
  }
  return { energies: out, count: fewer };
}

/** Mean distance of unrelated frames of two sounds. */
function meanDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  const [rows, columns] = [a.length / CEPSTRUM, b.length / CEPSTRUM];
  const tries = 2000;
  for (let i = 0; i < tries; i++) {
    const x = ((i * 7919) % rows) * CEPSTRUM;
    const y = ((i * 104_729) % columns) * CEPSTRUM;
    let distance = 0;
    for (let k = 0; k < CEPSTRUM; k++) distance += (a[x + k]! - b[y + k]!) ** 2;
    sum += Math.sqrt(distance);
  }
  return Math.max(1e-6, sum / tries);
}

interface AlignmentPass {
  readonly states: States;
  /** State of each frame of the recording. */
  readonly path: Uint32Array;
  /** Mean cost per frame. */
  readonly cost: number;
  /** Mean distance of the words' frames, see `Alignment`. */
  readonly distance: number;
}

function look(
  recording: MelFrames,
  reading: MelFrames,
  words: readonly ReadWord[],
  { factor, costs, band, onProgress }: PassOptions,
): AlignmentPass {
  const observed = averageFrames(recording, factor);
  const read = averageFrames(reading, factor);
  const states = statesOf(words, read.count, MEL_STEP * factor);
  const a = computeCepstra(observed);
  const b = computeCepstra(addBackground(read, measureBackground(observed)));
  normalizeTogether([a, b]);
  const scale = 1 / meanDistance(a, b);
  const activity = activityOf(observed);
  const distanceOf = (frame: number, index: number): number => {
    const at = frame * CEPSTRUM;
    const other = index * CEPSTRUM;
    let sum = 0;
    for (let k = 0; k < CEPSTRUM; k++) {
      const difference = a[at + k]! - b[other + k]!;
      sum += difference * difference;
    }
    return Math.sqrt(sum) * scale;
  };
  const entry = Float32Array.from(states.isInside, (inside) => (inside * costs.pause) / factor);
  const { path, cost } = findPath(
    observed.count,
    { ...states, entry },
    {
      band: band(states, observed.count),
      onFrame: (frame) => onProgress((frame + 1) / observed.count),
      costOf(frame, from, to, out) {
        const active = activity[frame]!;
        const silence = costs.silentWord * (1 - active);
        const pause = costs.rest + (costs.voiced - costs.rest) * active;
        for (let s = from; s < to; s++) {
          const index = states.frames[s]!;
          out[s - from] = index < 0 ? pause : distanceOf(frame, index) + silence;
        }
      },
    },
  );
  return {
    states,
    path,
    cost: cost / observed.count,
    distance: meanOnPath(path, states, distanceOf),
  };
}

/** Mean distance of the words' frames on a path. */
function meanOnPath(
  path: Uint32Array,
  { frames }: States,
  distanceOf: (frame: number, index: number) => number,
): number {
  let sum = 0;
  let count = 0;
  for (const [frame, state] of path.entries()) {
    const index = frames[state]!;
    if (index < 0) continue;
    sum += distanceOf(frame, index);
    count++;
  }
  return count > 0 ? sum / count : 1;
}

interface PassOptions {
  readonly factor: number;
  readonly costs: AlignmentCosts;
  readonly band: (
    states: States,
    frames: number,
  ) => (frame: number) => readonly [from: number, to: number];
  /** @param share progress, 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** All states for every frame. */
const everywhere: PassOptions["band"] =
  ({ count }) =>
  () => [0, count];

/** States that a coarser pass visits within some seconds of a frame. */
function bandAround(coarser: AlignmentPass, factor: number): PassOptions["band"] {
  const margin = Math.ceil(MARGIN_SECONDS / (MEL_STEP * factor));
  return (states) => {
    // First state of each word of the coarse pass, and its range of frames.
    const begins: number[] = [];
    for (let s = 0; s < states.count; s++) begins[states.words[s]!] ??= s;
    const wordAt = (frame: number): number => {
      const at = Math.min(coarser.path.length - 1, Math.max(0, Math.floor(frame / factor)));
      return coarser.states.words[coarser.path[at]!]!;
    };
    return (frame) => {
      const first = wordAt(frame - margin);
      const last = wordAt(frame + margin) + 2;
      return [begins[first]!, begins[last] ?? states.count];
    };
  };
}

/** Maximum stretch of the first word of a line relative to its reading; and in seconds. */
const MAX_STRETCH = [2.5, 0.3] as const;

/**
 * If a first word was stretched over preceding sound such as music, moves its start to where its
 * reading would begin, since speech is never that slow.
 */
const withoutIntros = (
  words: readonly ReadWord[],
  spans: readonly TimeSpan[],
): readonly TimeSpan[] =>
  spans.map(({ from, to }, at) => {
    const { beginsLine, ...read } = words[at]!;
    const length = read.to - read.from;
    const isDrawn = beginsLine && to - from > MAX_STRETCH[0] * length + MAX_STRETCH[1];
    return { from: isDrawn ? to - length : from, to };
  });

/** Averaging factor of the first pass, or of the word pass if the full table would be too large. */
const factorOf = (frames: number, states: number): number =>
  Math.ceil(Math.sqrt((frames * states) / MAX_CELLS));

/**
 * Approximate number of table cells for aligning words, which dominates the run time.
 * @param frames of the recording
 * @param states frames and words of the reading
 */
export function cellsOf(frames: number, states: number) {
  const factor = factorOf(frames, states);
  // Both margins, and the words at their ends.
  const around = Math.min(states, (3 * MARGIN_SECONDS) / MEL_STEP);
  return {
    /** Of each formant pass. */
    rough: (frames * states) / Math.max(factor, COARSE_FACTOR) ** 2,
    looks: FORMANT_FACTORS.length,
    /** Of the word pass. */
    fine: frames * (factor === 1 ? states : around),
  };
}

/**
 * Finds the words of a text in a recording, spoken or sung, by dynamic time warping of cepstra
 * against a synthetic reading, with optional pauses between words. Pauses may be of any length;
 * music without voice counts as a pause unless it resembles speech.
 * @param reading frames of the synthetic reading
 * @param words of the reading, in order
 * @returns no words if there are no words or no frames
 */
export function alignWords(
  recording: MelFrames,
  reading: MelFrames,
  words: readonly ReadWord[],
  {
    isSung = false,
    onProgress = () => {},
  }: {
    /** Whether lines are sung: their starts are then moved to voice onsets. */
    readonly isSung?: boolean;
    /** @param share progress, 0 to 1 */
    readonly onProgress?: (share: number) => void;
  } = {},
): Alignment {
  if (words.length === 0 || recording.count === 0 || reading.count === 0)
    return { words: [], distance: 1 };
  const states = reading.count + words.length;
  const factor = factorOf(recording.count, states);
  const cells = cellsOf(recording.count, states);
  const all = cells.looks * cells.rough + cells.fine;
  const rough = { factor: Math.max(factor, COARSE_FACTOR), costs: DEFAULT_COSTS, band: everywhere };
  const looks = FORMANT_FACTORS.map((warp, at) => ({
    warp,
    look: look(recording, warpFormants(reading, warp), words, {
      ...rough,
      onProgress: (share) => onProgress(((at + share) * cells.rough) / all),
    }),
  }));
  const best = looks.reduce((a, b) => (b.look.cost < a.look.cost ? b : a));
  const found = look(recording, warpFormants(reading, best.warp), words, {
    factor: 1,
    costs: DEFAULT_COSTS,
    band: factor === 1 ? everywhere : bandAround(best.look, rough.factor),
    onProgress: (share) => onProgress(1 - ((1 - share) * cells.fine) / all),
  });
  const { path, distance } = found;
  const begins: number[] = [];
  const ends: number[] = [];
  for (const [frame, state] of path.entries()) {
    if (found.states.frames[state]! < 0) continue;
    const word = found.states.words[state]!;
    begins[word] ??= frame;
    ends[word] = frame + 1;
  }
  const activity = activityOf(recording);
  const spans = words.map((_, word) => ({
    from: (begins[word] ?? 0) * MEL_STEP,
    to: (ends[word] ?? 0) * MEL_STEP,
  }));
  return {
    // If nothing exceeds the background, there is no voice.
    distance: activity.some((active) => active > 0) ? distance : 1,
    words: isSung ? snapLines(words, spans, activity) : withoutIntros(words, spans),
  };
}
