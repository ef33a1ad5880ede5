import { createRandom } from "../random.ts";
import { timesOf } from "../separation/midi.ts";
import type { Idiom } from "./beat-idioms.ts";
import { finishMix, renderNotes, SOUND_FONTS } from "./chord-songs.ts";
import { composeBeats, TICKS } from "./compose-beats.ts";
import { FITTED } from "./fitted-idioms.ts";
import { JUDGED } from "./judged-idioms.ts";
import { playPatches } from "./play-patches.ts";

/** Kinds of music of each set; none is in both. */
const IDIOMS = { fit: FITTED, judge: JUDGED } as const;

export type BeatSet = keyof typeof IDIOMS;

interface BeatSong {
  readonly name: string;
  readonly idiom: Idiom;
  readonly samples: Float32Array;
  /** Seconds of each beat within the samples; the first begins a bar. */
  readonly beats: readonly number[];
  /** Beats a minute: the median. */
  readonly bpm: number;
  /** How it is played, for tables. */
  readonly kinds: readonly string[];
}

export const BEAT_RATE = 22_050;
const SEEDS = { fit: 1_000_000, judge: 2_000_000 } as const;
export const MARK = [0xb0, 0x14, 0];

/** A song of a set, made of one of its idioms. */
export function makeBeatSong(set: BeatSet, index: number, seconds: number): BeatSong {
  const random = createRandom(SEEDS[set] + index);
  const idioms = IDIOMS[set];
  const idiom = idioms[index % idioms.length]!;
  const { events, beats: count, kinds } = composeBeats(idiom, seconds, random);
  const marks = Array.from({ length: count }, (_, beat) => ({ tick: beat * TICKS, bytes: MARK }));
  const timed = [...events, ...marks].toSorted((a, b) => a.tick - b.tick);
  const times = timesOf({ division: TICKS, events: timed });
  const lead = 0.4 * random.uniform();
  const beats = times.filter((_, i) => timed[i]!.bytes === MARK).map((time) => time + lead);
  const end = timed.findIndex((_, i) => times[i]! > seconds);
  const midi = {
    division: TICKS,
    // Notes that are still held end there, or an organ would be rendered for ever.
    events: [
      ...timed.slice(0, end),
      ...[0, 1, 2].map((channel) => ({ tick: timed[end]!.tick, bytes: [0xb0 | channel, 120, 0] })),
    ],
  };
  const patched = random.uniform() < 0.2;
  const dry = patched
    ? playPatches(midi, BEAT_RATE, random, set === "judge")
    : renderNotes(midi, BEAT_RATE, SOUND_FONTS[set][0], ["-R", "0", "-C", "0"]);
  const samples = new Float32Array(Math.round(seconds * BEAT_RATE));
  const start = Math.round(lead * BEAT_RATE);
  samples.set(dry.subarray(0, samples.length - start), start);
  const inside = beats.filter((time) => time < seconds);
  const gaps = inside.slice(1).map((time, i) => time - inside[i]!);
  const bpm = 60 / gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!;
  const own = [idiom.name, ...kinds, ...(patched ? ["synthesizer"] : [])];
  return {
    name: `${set} ${index}`,
    idiom,
    samples: finishMix(samples, random),
    beats: inside,
    bpm,
    kinds: own,
  };
}
