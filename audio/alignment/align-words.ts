import { activityOf } from "./activity.ts";
import {
  backgroundOf,
  CEPSTRUM,
  cepstraOf,
  heardIn,
  normalizeTogether,
  warped,
} from "./cepstra.ts";
import { findPath } from "./find-path.ts";
import { type MelFrames, MEL_BANDS, MEL_STEP } from "./mel-frames.ts";
import { snapLines, type TimeSpan } from "./snap-lines.ts";

/** A word of a reading. */
export interface ReadWord extends TimeSpan {
  /** Whether a line begins with it: a pause is likelier there. */
  readonly beginsLine: boolean;
}

/** Costs of a frame, where the mean distance of frames that have nothing to do with each other is 1. */
export interface AlignmentCosts {
  /** Of a frame between words where the voice rests, and where it does not. */
  readonly rest: number;
  readonly voiced: number;
  /** Of a frame of a word where the voice rests. */
  readonly silentWord: number;
  /** Of a pause inside a line, once. */
  readonly pause: number;
}
const USUAL: AlignmentCosts = { rest: 0.1, voiced: 0.75, silentWord: 0.6, pause: 8 };

/** Where words are in a recording. */
export interface Alignment {
  /** A span for each word, in seconds. */
  readonly words: readonly TimeSpan[];
  /**
   * How far the frames of words are from what they should be, where 1 is the distance of frames
   * that have nothing to do with each other.
   */
  readonly distance: number;
}

/** Resonances of the voice that is heard over those of the one that reads: heads differ in size. */
const WARPS = [0.84, 0.92, 1, 1.08, 1.16, 1.24] as const;
/** Frames that are one where only the resonances are looked for. */
const ROUGH = 3;
/** Cells of a table of costs that is filled at once, a byte each. */
const MOST_CELLS = 60_000_000;
/** Seconds around the way of a coarse look in which a fine one goes. */
const AROUND = 6;

/** A frame of the reading, or a pause before a word, which has no frame. */
interface States {
  readonly count: number;
  /** Frame of the reading; −1 for a pause. */
  readonly frames: Int32Array;
  /** The word it is of, or that follows. */
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

/** Frames of several at once: their means. */
function coarse({ energies, count }: MelFrames, factor: number): MelFrames {
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

/** Mean distance of frames of two sounds that lie anywhere. */
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

interface Look {
  readonly states: States;
  /** State of each frame of the recording. */
  readonly path: Uint32Array;
  /** Of a frame. */
  readonly cost: number;
  /** Of frames of words, as `Alignment` has it. */
  readonly distance: number;
}

function look(
  recording: MelFrames,
  reading: MelFrames,
  words: readonly ReadWord[],
  { factor, costs, band, onProgress }: LookOptions,
): Look {
  const heard = coarse(recording, factor);
  const read = coarse(reading, factor);
  const states = statesOf(words, read.count, MEL_STEP * factor);
  const a = cepstraOf(heard);
  const b = cepstraOf(heardIn(read, backgroundOf(heard)));
  normalizeTogether([a, b]);
  const scale = 1 / meanDistance(a, b);
  const activity = activityOf(heard);
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
    heard.count,
    { ...states, entry },
    {
      band: band(states, heard.count),
      onFrame: (frame) => onProgress((frame + 1) / heard.count),
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
  return { states, path, cost: cost / heard.count, distance: meanOnPath(path, states, distanceOf) };
}

/** Mean distance of the frames of words on a way. */
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

interface LookOptions {
  readonly factor: number;
  readonly costs: AlignmentCosts;
  readonly band: (
    states: States,
    frames: number,
  ) => (frame: number) => readonly [from: number, to: number];
  /** @param share of the frames, 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** All states, whatever the frame. */
const everywhere: LookOptions["band"] =
  ({ count }) =>
  () => [0, count];

/** States that a coarser look passes within some seconds of a frame. */
function around(coarser: Look, factor: number): LookOptions["band"] {
  const margin = Math.ceil(AROUND / (MEL_STEP * factor));
  return (states) => {
    // The first state here of a word there, and where its frames lie.
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

/** How much longer than it is read the first word of a line may be spoken; and in seconds. */
const DRAWN = [2.5, 0.3] as const;

/**
 * The same where a first word that is drawn over what precedes it, such as music, begins as late as
 * its reading does: nobody who speaks draws it so.
 */
const withoutIntros = (
  words: readonly ReadWord[],
  spans: readonly TimeSpan[],
): readonly TimeSpan[] =>
  spans.map(({ from, to }, at) => {
    const { beginsLine, ...read } = words[at]!;
    const length = read.to - read.from;
    const isDrawn = beginsLine && to - from > DRAWN[0] * length + DRAWN[1];
    return { from: isDrawn ? to - length : from, to };
  });

/** By how much a first look is coarser, and a look for the words where all of a table is too much. */
const factorOf = (frames: number, states: number): number =>
  Math.ceil(Math.sqrt((frames * states) / MOST_CELLS));

/**
 * Cells of the tables that are filled to align words, nearly: that is what takes the time.
 * @param frames of the recording
 * @param states frames and words of the reading
 */
export function cellsOf(frames: number, states: number) {
  const factor = factorOf(frames, states);
  // Both margins, and the words at their ends.
  const around = Math.min(states, (3 * AROUND) / MEL_STEP);
  return {
    /** Of each of the looks for the resonances. */
    rough: (frames * states) / Math.max(factor, ROUGH) ** 2,
    looks: WARPS.length,
    /** Of the look for the words. */
    fine: frames * (factor === 1 ? states : around),
  };
}

/**
 * Finds the words of a text in a recording of it, spoken or sung: the text as a synthetic voice
 * reads it is laid over the recording by dynamic time warping of cepstra, with pauses wherever
 * words end. Pauses may be of any length; music without voice counts as one as far as it is not
 * like speech.
 * @param reading frames of the voice that reads
 * @param words of the reading, in their order
 * @returns no words where there are no words or no frames
 */
export function alignWords(
  recording: MelFrames,
  reading: MelFrames,
  words: readonly ReadWord[],
  {
    isSung = false,
    onProgress = () => {},
  }: {
    /** Whether lines are sung: they begin where the voice sets in, then. */
    readonly isSung?: boolean;
    /** @param share of the work, 0 to 1 */
    readonly onProgress?: (share: number) => void;
  } = {},
): Alignment {
  if (words.length === 0 || recording.count === 0 || reading.count === 0)
    return { words: [], distance: 1 };
  const states = reading.count + words.length;
  const factor = factorOf(recording.count, states);
  const cells = cellsOf(recording.count, states);
  const all = cells.looks * cells.rough + cells.fine;
  const rough = { factor: Math.max(factor, ROUGH), costs: USUAL, band: everywhere };
  const looks = WARPS.map((warp, at) => ({
    warp,
    look: look(recording, warped(reading, warp), words, {
      ...rough,
      onProgress: (share) => onProgress(((at + share) * cells.rough) / all),
    }),
  }));
  const best = looks.reduce((a, b) => (b.look.cost < a.look.cost ? b : a));
  const found = look(recording, warped(reading, best.warp), words, {
    factor: 1,
    costs: USUAL,
    band: factor === 1 ? everywhere : around(best.look, rough.factor),
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
    // Where nothing stands out, no voice is heard.
    distance: activity.some((active) => active > 0) ? distance : 1,
    words: isSung ? snapLines(words, spans, activity) : withoutIntros(words, spans),
  };
}
