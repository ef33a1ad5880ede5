import { readFileSync } from "node:fs";
import type { Chroma } from "#audio/music/chroma-meter.ts";
import type { Onsets } from "#audio/music/onset-meter.ts";
import { createRandom } from "../random.ts";
import { timesOf } from "../separation/midi.ts";
import { MARK } from "./beat-songs.ts";
import { composeBeats, TICKS } from "./compose-beats.ts";
import { drawIdiom } from "./drawn-idioms.ts";
import { sketchCurves } from "./sketch-curves.ts";

/** What keep-beat-curves.ts writes of a song. */
export interface BeatCurves {
  readonly name: string;
  readonly beats: readonly number[];
  readonly bpm: number;
  readonly kinds: readonly string[];
  readonly beatsPerBar: 2 | 3 | 4;
  readonly division: 2 | 3;
  readonly onsets: Onsets;
  readonly chroma: Chroma;
}

const SECONDS = 24;
const SEED = 3_000_000;

/** Curves of a song of a kind that is drawn, sketched from its notes. */
export function drawCurves(index: number): BeatCurves {
  const random = createRandom(SEED + index);
  const idiom = drawIdiom(random);
  const { events, beats: count, kinds } = composeBeats(idiom, SECONDS, random);
  const marks = Array.from({ length: count }, (_, beat) => ({ tick: beat * TICKS, bytes: MARK }));
  const timed = [...events, ...marks].toSorted((a, b) => a.tick - b.tick);
  const lead = 0.4 * random.uniform();
  const times = timesOf({ division: TICKS, events: timed }).map((time) => time + lead);
  const beats = times.filter((time, i) => timed[i]!.bytes === MARK && time < SECONDS);
  const gaps = beats.slice(1).map((time, i) => time - beats[i]!);
  const bpm = 60 / gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!;
  return {
    name: idiom.name,
    beats,
    bpm,
    kinds,
    beatsPerBar: idiom.beatsPerBar,
    division: idiom.division,
    ...sketchCurves(timed, times, SECONDS, random),
  };
}

const floats = (text: string): Float32Array =>
  new Float32Array(new Uint8Array(Buffer.from(text, "base64")).buffer);

export function readCurves(file: string): BeatCurves {
  const { rate, curves, chroma, chromaRate, ...song } = JSON.parse(readFileSync(file, "utf8"));
  const [all, low, mid, high] = curves.map(floats);
  return {
    ...song,
    onsets: { rate, all, low, mid, high },
    chroma: { rate: chromaRate, values: floats(chroma), tuning: 0 },
  };
}
