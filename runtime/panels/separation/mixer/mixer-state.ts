import type { Json, JsonObject } from "#runtime/contract/json.ts";
import { objectOf, within } from "#runtime/panel-kit/settings/json-values.ts";
import { type Mix, type StemMix, FADER, MASTER, stemAsItIs } from "./mix.ts";
import { type PracticeState, LIMITS, BEATS_PER_BAR, DEFAULT_GRID } from "./practice/practice.ts";

/** A range of a song, in seconds. */
export interface LoopRange {
  readonly start: number;
  readonly end: number;
}

/** All settings of the mixer. */
export interface MixerState {
  readonly mix: Mix;
  readonly loop: LoopRange | null;
  readonly isLooping: boolean;
  readonly practice: PracticeState;
}

/** Minimum length of a loop in seconds: a shorter one is heard as a tone. */
export const SHORTEST_LOOP = 0.1;

/** The initial mixer. @param muted stems that are muted by default */
export const mixerAtFirst = (stems: readonly string[], muted: readonly string[]): MixerState => ({
  mix: { stems: stems.map((stem) => stemAsItIs(muted.includes(stem))), master: 0 },
  loop: null,
  isLooping: false,
  practice: DEFAULT_GRID,
});

/** The mixer state as JSON, the stems by their names. */
export const serializeMixer = (
  stems: readonly string[],
  { mix, loop, isLooping, practice }: MixerState,
): JsonObject => ({
  stems: Object.fromEntries(stems.map((stem, at) => [stem, { ...mix.stems[at]! }])),
  master: mix.master,
  loop: loop && { ...loop },
  isLooping,
  practice: { ...practice, grid: { ...practice.grid } },
});

/**
 * Parses a stored mixer state; what is invalid keeps its initial value.
 * @param song.stems in the order of the mix @param song.duration seconds
 */
export function parseMixer(
  value: Json | undefined,
  first: MixerState,
  { stems, duration }: { readonly stems: readonly string[]; readonly duration: number },
): MixerState {
  const stored = objectOf(value);
  const storedStems = objectOf(stored["stems"]);
  const loop = objectOf(stored["loop"]);
  const start = within(loop["start"], [0, duration], 0);
  const end = within(loop["end"], [0, duration], 0);
  const isMarked = end - start >= SHORTEST_LOOP;
  return {
    mix: {
      stems: stems.map((stem, at) => stemOf(objectOf(storedStems[stem]), first.mix.stems[at]!)),
      master: within(stored["master"], [MASTER.least, MASTER.most], 0),
    },
    loop: isMarked ? { start, end } : null,
    isLooping: isMarked && stored["isLooping"] === true,
    practice: practiceOf(objectOf(stored["practice"]), duration),
  };
}

const stemOf = (stored: JsonObject, first: StemMix): StemMix => ({
  gain: within(stored["gain"], [FADER.least, FADER.most], first.gain),
  pan: within(stored["pan"], [-1, 1], first.pan),
  muted: typeof stored["muted"] === "boolean" ? stored["muted"] : first.muted,
  solo: stored["solo"] === true,
});

function practiceOf(stored: JsonObject, duration: number): PracticeState {
  const grid = objectOf(stored["grid"]);
  const beatsPerBar = within(
    grid["metre"],
    [BEATS_PER_BAR[0], BEATS_PER_BAR.at(-1)!],
    DEFAULT_GRID.grid.metre,
  );
  return {
    tempo: within(stored["tempo"], LIMITS.tempo, DEFAULT_GRID.tempo),
    semitones: within(stored["semitones"], LIMITS.semitones, DEFAULT_GRID.semitones),
    grid: {
      bpm: within(grid["bpm"], LIMITS.bpm, DEFAULT_GRID.grid.bpm),
      first: within(grid["first"], [0, duration], DEFAULT_GRID.grid.first),
      metre: Number.isInteger(beatsPerBar) ? beatsPerBar : DEFAULT_GRID.grid.metre,
    },
    metronome: stored["metronome"] === true,
    countIn: stored["countIn"] === true,
  };
}
