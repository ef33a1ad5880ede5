import { describe, expect, it } from "vitest";
import { composeFor, PLANS } from "#bench/audio/music/made-songs.ts";
import { playNotes } from "#bench/audio/music/play-notes.ts";
import type { AudioSource } from "../media/audio-source.ts";
import { createSongAnalyzer } from "../music/analyze-song.ts";
import { fitSong, matchSongs } from "../music/match-songs.ts";
import type { SongBeats } from "../music/song-beats.ts";
import { joinBlocks } from "../signal/blocks.ts";
import { createStretcher } from "./stretcher.ts";
import { type Warp, warpSource } from "./warp.ts";

const RATE = 22_050;

function sourceOf(samples: Float32Array): AudioSource {
  return {
    format: { sampleRate: RATE, channels: 1 },
    duration: samples.length / RATE,
    tags: {},
    codec: null,
    async *blocks(from = 0) {
      for (let at = from; at < samples.length; at += 5000) yield [samples.subarray(at, at + 5000)];
    },
    close: () => undefined,
  };
}
async function soundOf(source: AudioSource, from = 0): Promise<Float32Array> {
  const blocks: (readonly Float32Array[])[] = [];
  for await (const block of source.blocks(from)) blocks.push(block.map((plane) => plane.slice()));
  return joinBlocks(blocks, 1)[0]!;
}
/** Clicks at the given times. */
function clicksAt(times: readonly number[], seconds: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * RATE));
  for (const time of times)
    for (let i = 0; i < 60; i++) {
      const at = Math.round(time * RATE) + i;
      if (at < out.length) out[at] = 0.9 * Math.exp(-i / 12) * Math.sin(0.7 * i + 0.7);
    }
  return out;
}
/** Distance in seconds from a time to the loudest sample around it. */
function offAt(sound: Float32Array, time: number): number {
  const middle = Math.round(time * RATE);
  let peak = middle;
  for (let i = middle - 2000; i < middle + 2000; i++)
    if (Math.abs(sound[i] ?? 0) > Math.abs(sound[peak] ?? 0)) peak = i;
  return (peak - middle) / RATE;
}

describe("a sound whose beats are moved", () => {
  it("TLS-1 comes bit for bit where it is only moved in time", async () => {
    const sound = Float32Array.from({ length: 30_000 }, (_, i) => Math.sin(i * i));
    const knots = [
      [0, -0.1],
      [1, 0.9],
    ] as const;
    const warped = warpSource(
      sourceOf(sound),
      { knots, seconds: 1, pitch: [[0, 0]] },
      createStretcher,
    );
    const silent = Math.round(0.1 * RATE);
    const expected = new Float32Array(RATE);
    expected.set(sound.subarray(0, RATE - silent), silent);
    expect(await soundOf(warped)).toEqual(expected);
    expect(await soundOf(warped, 7000)).toEqual(expected.subarray(7000));
  });

  it.each([0, 3, -4])(
    "TLS-1 of a tempo that moves, %i semitones away, has each beat within 20 ms of one tempo's",
    async (semitones) => {
      const seconds = 40;
      const times: number[] = [];
      for (let time = 0.4; time < seconds - 0.1; time += 60 / (95 + 0.8 * time)) times.push(time);
      const song: SongBeats = { beats: times, beatsPerBar: 4, division: 2, first: 2 };
      const fitted = fitSong(song, { bpm: 118, shifts: [{ from: 0, semitones }], seconds });
      const warped = warpSource(sourceOf(clicksAt(times, seconds)), fitted.warp, createStretcher);
      const sound = await soundOf(warped);
      expect(sound).toHaveLength(Math.round(fitted.warp.seconds * RATE));
      const period = 60 / 118;
      const offs = times.map((_, i) =>
        Math.abs(offAt(sound, (i - song.first + 4 * fitted.lead) * period)),
      );
      expect(offs.length).toBeGreaterThan(60);
      expect(Math.max(...offs.slice(1))).toBeLessThan(0.02);
    },
    60_000,
  );

  it("TLS-1 read from the middle is where it is when it is read from the beginning", async () => {
    const times = Array.from({ length: 24 }, (_, i) => 0.25 + 0.5 * i);
    const song: SongBeats = { beats: times, beatsPerBar: 4, division: 2, first: 0 };
    const { warp, lead } = fitSong(song, {
      bpm: 131,
      shifts: [{ from: 0, semitones: 2 }],
      seconds: 12,
    });
    const warped = warpSource(sourceOf(clicksAt(times, 12)), warp, createStretcher);
    const later = await soundOf(warped, RATE);
    for (let beat = 4; beat < 20; beat++)
      expect(Math.abs(offAt(later, (beat + 4 * lead) * (60 / 131) - 1))).toBeLessThan(0.01);
  }, 60_000);
});

describe("two songs", () => {
  it("TLS-1 that were found and fitted have their beats within 20 ms of each other, from the first bar to the last", async () => {
    const seconds = 30;
    const songs = [PLANS[4]!, PLANS[18]!].map((plan) => {
      const { midi, beats } = composeFor(plan, seconds);
      const analyzer = createSongAnalyzer({ sampleRate: RATE, channels: 1 });
      analyzer.push([playNotes(midi, seconds, RATE)]);
      return { beats, found: analyzer.finish() };
    });
    const match = matchSongs(
      songs.map(({ found }) => ({ beats: found.beat!, keys: found.keys!, seconds })),
    );
    expect(match.bpm).toBeGreaterThan(102);
    expect(match.bpm).toBeLessThan(118);
    const bars: number[][] = [];
    for (const [i, { beats, found }] of songs.entries()) {
      const fitted = fitSong(found.beat!, { bpm: match.bpm, shifts: match.shifts[i]!, seconds });
      // Clicks are at the beats of the notes, not at the detected ones.
      const warped = warpSource(sourceOf(clicksAt(beats, seconds)), fitted.warp, createStretcher);
      const sound = await soundOf(warped);
      const period = 60 / match.bpm;
      const offs: number[] = [];
      for (let beat = 4 * fitted.lead + 1; (beat + 2) * period < fitted.warp.seconds; beat++)
        offs.push(offAt(sound, beat * period));
      bars.push(offs);
    }
    const both = Math.min(...bars.map(({ length }) => length));
    expect(both).toBeGreaterThan(40);
    for (let i = 0; i < both; i++) expect(Math.abs(bars[0]![i]! - bars[1]![i]!)).toBeLessThan(0.02);
  }, 120_000);
});

describe("a sound that changes its pitch", () => {
  it("TLS-1 by section unifies the key of a song with a modulation, and reads equally from the middle", async () => {
    // A tone that rises by two semitones at 4 s.
    let phase = 0;
    const tone = Float32Array.from({ length: 8 * RATE }, (_, i) => {
      phase += (2 * Math.PI * 440 * (i < 4 * RATE ? 1 : 2 ** (2 / 12))) / RATE;
      return 0.5 * Math.sin(phase);
    });
    const warp: Warp = {
      knots: [
        [0, 0],
        [10, 8],
      ],
      seconds: 10,
      pitch: [
        [0, 1],
        [5, -1],
      ],
    };
    const warped = warpSource(sourceOf(tone), warp, createStretcher);
    for (const [from, whole] of [
      [0, await soundOf(warped)],
      [6, await soundOf(warped, 6 * RATE)],
    ] as const)
      for (const [first, last] of [
        [1, 4.6],
        [6.5, 9],
      ] as const) {
        if (first < from) continue;
        const part = whole.subarray((first - from) * RATE, (last - from) * RATE);
        const rises = part.filter((x, i) => x >= 0 && (part[i - 1] ?? 0) < 0).length;
        expect(rises / (last - first)).toBeCloseTo(440 * 2 ** (1 / 12), -0.5);
      }
  });
});
