import type { SongKey } from "#audio/music/match-songs.ts";
import type { SongBeats } from "#audio/music/song-beats.ts";
import { listOf, objectOf, within } from "#runtime/panel-kit/settings/json-values.ts";
import type { Json, JsonObject } from "#runtime/contract/json.ts";
import { BPM, SEMITONES } from "./limits.ts";
import { TAKES } from "./params.ts";
import { type SongSetup, takeOf } from "./song-state.ts";

/** Unit of stored beat intervals, in seconds: hundreds of them a song are stored as integers. */
const TICK = 1e-4;

/** The corrections of a song as JSON. @param at index among the songs */
export function serializeSetup({ take, beats, keys }: SongSetup, at: number): JsonObject {
  const [key = null, ...others] = keys;
  const ticks = beats?.beats.map((time) => Math.round(time / TICK)) ?? [];
  return {
    // The default depends on the index.
    ...(take !== takeOf(at) && { take }),
    // More than one key is what the analysis found.
    ...(others.length === 0 && { key: key && { tonic: key.tonic, mode: key.mode } }),
    ...(beats && {
      beats: {
        gaps: ticks.map((tick, i) => tick - (ticks[i - 1] ?? 0)),
        beatsPerBar: beats.beatsPerBar,
        division: beats.division,
        first: beats.first,
      },
    }),
  };
}

/** Parses stored corrections; what is invalid falls back to the analysis. */
export function parseSetup(value: Json | undefined, found: SongSetup): SongSetup {
  if (value === undefined) return found;
  const stored = objectOf(value);
  return {
    ...found,
    take: TAKES.find((one) => one === stored["take"]) ?? found.take,
    beats: beatsOf(objectOf(stored["beats"]), found.seconds) ?? found.beats,
    keys: stored["key"] === null ? [] : (keysOf(objectOf(stored["key"])) ?? found.keys),
  };
}

function beatsOf(stored: JsonObject, seconds: number): SongBeats | null {
  const gaps = listOf(stored["gaps"]).map((gap) => within(gap, [0, Infinity], NaN));
  const beatsPerBar = ([2, 3, 4] as const).find((one) => one === stored["beatsPerBar"]);
  const division = ([2, 3] as const).find((one) => one === stored["division"]);
  const first = within(stored["first"], [0, (beatsPerBar ?? 1) - 1], NaN);
  const [start, ...rest] = gaps;
  if (start === undefined || !gaps.every(Number.isInteger) || rest.includes(0)) return null;
  if (!beatsPerBar || !division || !Number.isInteger(first)) return null;
  let tick = 0;
  const beats = gaps.map((gap) => (tick += gap) * TICK);
  return beats.at(-1)! <= seconds + TICK ? { beats, beatsPerBar, division, first } : null;
}

function keysOf({ tonic, mode }: JsonObject): readonly SongKey[] | null {
  const found = within(tonic, [0, 11], NaN);
  return Number.isInteger(found) && (mode === "major" || mode === "minor")
    ? [{ tonic: found, mode, from: 0 }]
    : null;
}

/** Tempo and pitch that the visitor has set for all songs. */
export interface MatchTarget {
  readonly bpm?: number;
  /** Transposition of all songs. */
  readonly semitones?: number;
}

export function parseMatchTarget(value: Json | undefined): MatchTarget {
  const stored = objectOf(value);
  const bpm = within(stored["bpm"], BPM, NaN);
  const semitones = within(stored["semitones"], SEMITONES, NaN);
  return { ...(bpm > 0 && { bpm }), ...(Number.isInteger(semitones) && { semitones }) };
}
