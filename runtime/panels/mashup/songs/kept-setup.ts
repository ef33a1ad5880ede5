import type { SongKey } from "#audio/music/match-songs.ts";
import type { SongBeats } from "#audio/music/song-beats.ts";
import { listOf, objectOf, within } from "#runtime/panel-kit/settings/kept.ts";
import type { Json, JsonObject } from "#runtime/workspace/contract/json.ts";
import { BPM, SEMITONES } from "./limits.ts";
import { TAKES } from "./params.ts";
import { type SongSetup, takeOf } from "./song-state.ts";

/** Beats are kept as whole numbers of so many seconds from one to the next: hundreds of them a song. */
const TICK = 1e-4;

/** What is kept of a song that was corrected. @param at its place among the songs, from 0 */
export function keptSetup({ take, beats, keys }: SongSetup, at: number): JsonObject {
  const [key = null, ...others] = keys;
  const ticks = beats?.beats.map((time) => Math.round(time / TICK)) ?? [];
  return {
    // Another place has another usual one.
    ...(take !== takeOf(at) && { take }),
    // Several are those that were found.
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

/** A song as it was left; what cannot be read is as it was found. */
export function setupOfKept(value: Json | undefined, found: SongSetup): SongSetup {
  if (value === undefined) return found;
  const kept = objectOf(value);
  return {
    ...found,
    take: TAKES.find((one) => one === kept["take"]) ?? found.take,
    beats: beatsOf(objectOf(kept["beats"]), found.seconds) ?? found.beats,
    keys: kept["key"] === null ? [] : (keysOf(objectOf(kept["key"])) ?? found.keys),
  };
}

function beatsOf(kept: JsonObject, seconds: number): SongBeats | null {
  const gaps = listOf(kept["gaps"]).map((gap) => within(gap, [0, Infinity], NaN));
  const beatsPerBar = ([2, 3, 4] as const).find((one) => one === kept["beatsPerBar"]);
  const division = ([2, 3] as const).find((one) => one === kept["division"]);
  const first = within(kept["first"], [0, (beatsPerBar ?? 1) - 1], NaN);
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

/** Tempo and pitch at which songs are to meet, where somebody said so. */
export interface WantedMatch {
  readonly bpm?: number;
  /** By which all of them are higher than they need to be. */
  readonly semitones?: number;
}

export function wantedOfKept(value: Json | undefined): WantedMatch {
  const kept = objectOf(value);
  const bpm = within(kept["bpm"], BPM, NaN);
  const semitones = within(kept["semitones"], SEMITONES, NaN);
  return { ...(bpm > 0 && { bpm }), ...(Number.isInteger(semitones) && { semitones }) };
}
