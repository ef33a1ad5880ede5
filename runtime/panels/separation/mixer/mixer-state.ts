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
  const kept = objectOf(value);
  const stemsKept = objectOf(kept["stems"]);
  const loop = objectOf(kept["loop"]);
  const start = within(loop["start"], [0, duration], 0);
  const end = within(loop["end"], [0, duration], 0);
  const isMarked = end - start >= SHORTEST_LOOP;
  return {
    mix: {
      stems: stems.map((stem, at) => stemOf(objectOf(stemsKept[stem]), first.mix.stems[at]!)),
      master: within(kept["master"], [MASTER.least, MASTER.most], 0),
    },
    loop: isMarked ? { start, end } : null,
    isLooping: isMarked && kept["isLooping"] === true,
    practice: practiceOf(objectOf(kept["practice"]), duration),
  };
}

const stemOf = (kept: JsonObject, first: StemMix): StemMix => ({
  gain: within(kept["gain"], [FADER.least, FADER.most], first.gain),
  pan: within(kept["pan"], [-1, 1], first.pan),
  muted: typeof kept["muted"] === "boolean" ? kept["muted"] : first.muted,
  solo: kept["solo"] === true,
});

function practiceOf(kept: JsonObject, duration: number): PracticeState {
  const grid = objectOf(kept["grid"]);
  const metre = within(
    grid["metre"],
    [BEATS_PER_BAR[0], BEATS_PER_BAR.at(-1)!],
    DEFAULT_GRID.grid.metre,
  );
  return {
    tempo: within(kept["tempo"], LIMITS.tempo, DEFAULT_GRID.tempo),
    semitones: within(kept["semitones"], LIMITS.semitones, DEFAULT_GRID.semitones),
    grid: {
      bpm: within(grid["bpm"], LIMITS.bpm, DEFAULT_GRID.grid.bpm),
      first: within(grid["first"], [0, duration], DEFAULT_GRID.grid.first),
      metre: Number.isInteger(metre) ? metre : DEFAULT_GRID.grid.metre,
    },
    metronome: kept["metronome"] === true,
    countIn: kept["countIn"] === true,
  };
}
