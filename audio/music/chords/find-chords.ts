import { beatFeatures, FEATURES } from "./beat-features.ts";
import { type Chord, QUALITIES, type Quality } from "./chord.ts";
import { type BeatScores, NO_CHORD, scoreBeat, STATES } from "./chord-net.ts";
import type { NoteSpectrum } from "./note-spectrum.ts";

/** A chord and the seconds during which it sounds. */
export interface TimedChord {
  readonly from: number;
  readonly to: number;
  readonly chord: Chord;
}

/** Beats in order, and where bars start among them. */
interface Beats {
  /** Seconds. */
  readonly beats: readonly number[];
  readonly beatsPerBar: number;
  readonly first: number;
}

/** Seconds of a step where there is no beat. */
const STEP = 0.5;
/**
 * Cost of a change on the first beat of a bar, on its half, and on another beat, as a logarithm of
 * probabilities.
 */
const CHANGE_COST = { bar: 2, half: 3, other: 4.5 } as const;
/** Minimum advantage of a bass note other than the root, as a mean over the beats of the chord. */
const BASS_MARGIN = 2;

const KINDS = Object.keys(QUALITIES) as Quality[];

/**
 * Chords of a sound: a network scores every chord on every beat, and a Viterbi search finds the
 * most probable sequence (A. Sheh, D. Ellis: "Chord Segmentation and Recognition using EM-Trained
 * Hidden Markov Models", ISMIR 2003), in which chords rather change with bars.
 * @param song null: there is no beat, and chords change at half seconds
 * @param options seconds of the sound, and its tuning in semitones
 */
export function findChords(
  spectrum: NoteSpectrum,
  song: Beats | null,
  { seconds, tuning }: { readonly seconds: number; readonly tuning: number },
): TimedChord[] {
  const { edges, costs } = gridOf(song, seconds);
  const features = beatFeatures(spectrum, edges, tuning);
  const scores = costs.map((_, beat) =>
    scoreBeat(features.subarray(FEATURES * beat, FEATURES * (beat + 1))),
  );
  const path = bestPath(scores, costs);
  const starts = path.flatMap((state, at) => (at > 0 && state === path[at - 1] ? [] : [at]));
  return starts.flatMap((start, at) => {
    const state = path[start]!;
    if (state === NO_CHORD) return [];
    const end = starts[at + 1] ?? path.length;
    const chord = chordOf(state, scores.slice(start, end));
    return [{ from: edges[start]!, to: edges[end]!, chord }];
  });
}

/** Times between which chords are searched, and the cost of a change at each. */
function gridOf(
  song: Beats | null,
  seconds: number,
): { readonly edges: readonly number[]; readonly costs: readonly number[] } {
  if (!song) {
    const starts = Array.from({ length: Math.ceil(seconds / STEP) }, (_, i) => STEP * i);
    return { edges: [...starts, seconds], costs: starts.map(() => CHANGE_COST.half) };
  }
  const { beats, beatsPerBar, first } = song;
  const inBar = beats.map((_, i) => (((i - first) % beatsPerBar) + beatsPerBar) % beatsPerBar);
  const costs = inBar.map((at) => {
    if (at === 0) return CHANGE_COST.bar;
    return 2 * at === beatsPerBar ? CHANGE_COST.half : CHANGE_COST.other;
  });
  const end = Math.max(beats.at(-1)! + 1e-3, seconds);
  // What precedes the first beat is a step of its own.
  const leads = beats[0]! > STEP / 2;
  return {
    edges: [...(leads ? [0] : []), ...beats, end],
    costs: leads ? [0, ...costs] : costs,
  };
}

/** State of each beat. */
function bestPath(scores: readonly BeatScores[], costs: readonly number[]): number[] {
  if (scores.length === 0) return [];
  let sums = scores[0]!.states;
  const ways: Uint8Array[] = [];
  for (let beat = 1; beat < scores.length; beat++) {
    const best = sums.indexOf(Math.max(...sums));
    const changed = sums[best]! - costs[beat]!;
    const way = new Uint8Array(STATES);
    sums = scores[beat]!.states.map((value, state) => {
      const stays = sums[state]! >= changed;
      way[state] = stays ? state : best;
      return value + (stays ? sums[state]! : changed);
    });
    ways.push(way);
  }
  const path = [sums.indexOf(Math.max(...sums))];
  for (const way of ways.reverse()) path.push(way[path.at(-1)!]!);
  return path.reverse();
}

/** A chord with the bass note that its beats have. */
function chordOf(state: number, scores: readonly BeatScores[]): Chord {
  const root = Math.floor(state / KINDS.length);
  const quality = KINDS[state % KINDS.length]!;
  const means = Array.from(
    { length: 12 },
    (_, interval) =>
      scores.reduce((sum, { basses }) => sum + basses[12 * root + interval]!, 0) / scores.length,
  );
  const tones: readonly number[] = QUALITIES[quality].tones;
  const lowest = tones.reduce((best, tone) => (means[tone]! > means[best]! ? tone : best), 0);
  if (lowest === 0 || means[lowest]! < means[0]! + BASS_MARGIN) return { root, quality };
  return { root, quality, bass: (root + lowest) % 12 };
}
