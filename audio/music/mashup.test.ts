import { describe, expect, it } from "vitest";
import { render } from "../edit/render.ts";
import {
  lengthInBars,
  changePart,
  editOfMashup,
  type Mashup,
  moveBlock,
  removeBlock,
  repeatBlock,
  secondsOfBar,
  splitBlock,
  trimBlock,
  trimLimits,
} from "./mashup.ts";
import { beatsNear, fitSong, matchSongs } from "./match-songs.ts";
import { type SongBeats, tempoOf } from "./song-beats.ts";

const songOf = (bpm: number, first = 0, start = 0): SongBeats => ({
  beats: Array.from({ length: 65 }, (_, i) => start + (60 / bpm) * i),
  beatsPerBar: 4,
  division: 2,
  first,
});
const C = { tonic: 0, mode: "major", from: 0 } as const;

describe("songs that are to meet", () => {
  it("TLS-1 change as little as they can: in tempo, and in key", () => {
    const match = matchSongs([
      { beats: songOf(100), keys: [C], seconds: 38 },
      { beats: songOf(121), keys: [{ ...C, tonic: 3 }], seconds: 32 },
    ]);
    expect(match.bpm).toBeCloseTo(110, 1);
    // Three semitones apart: two for one song, one for the other.
    const [a, b] = match.shifts.map(([shift]) => shift!.semitones) as [number, number];
    expect(Math.abs(a) + Math.abs(b)).toBe(3);
    expect(a - b).toBe(3);
  });

  it("TLS-1 in a key and its relative are unchanged, and so is one with an unknown key", () => {
    const relative = { tonic: 9, mode: "minor", from: 0 } as const;
    const songs = [[C], [relative], []].map((keys) => ({ beats: songOf(100), keys, seconds: 38 }));
    const stays = [{ from: 0, semitones: 0 }];
    expect(matchSongs(songs).shifts).toEqual([stays, stays, stays]);
  });

  it("TLS-1 change by section where a song goes to another key, the longer one the less", () => {
    const last = { tonic: 2, mode: "major", from: 60.4 } as const;
    const songs = [
      {
        beats: songOf(120),
        keys: [C, last, { ...C, tonic: 11, mode: "minor", from: 70 }],
        seconds: 80,
      },
      { beats: songOf(120), keys: [C], seconds: 80 },
    ] as const;
    const { shifts } = matchSongs(songs);
    // B minor has the notes of D major, so the shift does not change.
    expect(shifts).toEqual([
      [
        { from: 0, semitones: 0 },
        { from: 60.4, semitones: -2 },
      ],
      [{ from: 0, semitones: 0 }],
    ]);
    // The other song is transposed to the main key of a song.
    const moved = matchSongs([{ ...songs[0], keys: [C, { ...last, from: 10 }] }, songs[1]]);
    expect(moved.shifts[0]!.map(({ semitones }) => semitones)).toEqual([1, -1]);
    expect(moved.shifts[1]!.map(({ semitones }) => semitones)).toEqual([1]);
    // On the nearest bar line: 60.4 s at 120 BPM are beat 120.8.
    const fitted = fitSong(songs[0].beats, { bpm: 60, shifts: shifts[0]!, seconds: 80 });
    expect(fitted.warp.pitch).toEqual([
      [0, 0],
      [120, -2],
    ]);
  });

  it("TLS-1 at half or twice the tempo meet on every second beat", () => {
    expect(tempoOf(beatsNear(songOf(72), 140))).toBeCloseTo(144, 6);
    expect(tempoOf(beatsNear(songOf(170), 90))).toBeCloseTo(85, 6);
    expect(beatsNear(songOf(100), 120)).toEqual(songOf(100));
  });

  it("TLS-1 begin on a bar line, with what comes before the first one", () => {
    const song = songOf(120, 1, 0.2);
    const fitted = fitSong(song, { bpm: 120, shifts: [{ from: 0, semitones: 0 }], seconds: 32.7 });
    expect(fitted.lead).toBe(1);
    expect(fitted.bars).toBe(17);
    const [[output, own]] = fitted.warp.knots as readonly [readonly [number, number]];
    // Three beats before the first one, which is at 0.2 s.
    expect([output, own]).toEqual([0, expect.closeTo(0.2 - 1.5, 6)]);
  });
});

const part = (source: string, isLead: boolean, bars: number): Mashup["parts"][number] => ({
  source,
  name: source,
  isLead,
  gain: 0,
  muted: false,
  bars,
  blocks: [{ at: 0, from: 0, bars }],
});
const mashup: Mashup = {
  bpm: 120,
  beatsPerBar: 4,
  parts: [part("voice", true, 4), part("music", false, 8)],
  ducking: 0,
  crossfade: 0,
};
const RATE = 8000;
const BAR = 2 * RATE;
/** The level of each sound encodes its bar. */
const sources = {
  read: (source: string, start: number, end: number) => {
    const sound = Float32Array.from(
      { length: end - start },
      (_, i) => (source === "voice" ? 100 : 1) * (Math.floor((start + i) / BAR) + 1),
    );
    return [sound, sound];
  },
};
/** Level in the middle of each bar. */
async function renderBars(of: Mashup): Promise<number[]> {
  const bars: number[] = [];
  for await (const block of render(editOfMashup(of, RATE), sources, { blockFrames: BAR }))
    bars.push(Math.round(10 * (block[0]![BAR / 2] ?? NaN)) / 10);
  return bars;
}

describe("blocks on a timeline", () => {
  it("TLS-1 play on their bars, whose length follows the tempo", async () => {
    expect(secondsOfBar(mashup)).toBe(2);
    expect(await renderBars(mashup)).toEqual([101, 202, 303, 404, 5, 6, 7, 8]);
    const later = moveBlock(mashup, 0, 0, 3);
    expect(lengthInBars(later)).toBe(8);
    expect(await renderBars(later)).toEqual([1, 2, 3, 104, 205, 306, 407, 8]);
  });

  it("TLS-1 are split, repeated and removed; clips replace those under them", async () => {
    const split = splitBlock(mashup, 0, 1);
    expect(split.parts[0]!.blocks).toEqual([
      { at: 0, from: 0, bars: 1 },
      { at: 1, from: 1, bars: 3 },
    ]);
    expect(await renderBars(split)).toEqual(await renderBars(mashup));
    const again = repeatBlock(split, 0, 0);
    expect(await renderBars(again)).toEqual([101, 102, 303, 404, 5, 6, 7, 8]);
    expect(await renderBars(removeBlock(again, 0, 0))).toEqual([1, 102, 303, 404, 5, 6, 7, 8]);
    const laid = moveBlock(splitBlock(mashup, 1, 6), 1, 1, 1);
    expect(await renderBars(laid)).toEqual([101, 207, 308, 404, 5, 6]);
    expect(splitBlock(mashup, 0, 4)).toEqual(mashup);
  });

  it("TLS-1 begin and end at other bars of their song, within the song and free space", async () => {
    const target = { part: 0, block: 0 };
    expect(trimLimits(mashup, 0, 0)).toEqual({ start: [-0, 3], end: [-3, 0] });
    const shorter = trimBlock(trimBlock(mashup, target, "start", 1), target, "end", -1);
    expect(shorter.parts[0]!.blocks).toEqual([{ at: 1, from: 1, bars: 2 }]);
    expect(await renderBars(shorter)).toEqual([1, 202, 303, 4, 5, 6, 7, 8]);
    expect(trimBlock(trimBlock(shorter, target, "start", -9), target, "end", 9)).toEqual(mashup);
    expect(trimBlock(mashup, target, "end", -9).parts[0]!.blocks[0]!.bars).toBe(1);
    const split = splitBlock(mashup, 0, 2);
    expect(trimBlock(split, target, "end", 1)).toEqual(split);
    expect(trimBlock(split, { part: 0, block: 1 }, "start", -1)).toEqual(split);
  });

  it("TLS-1 of the music are attenuated under the vocals, without a step", async () => {
    const ducked = { ...moveBlock(mashup, 0, 0, 2), ducking: -20 };
    expect(await renderBars(ducked)).toEqual([1, 2, 100.3, 200.4, 300.5, 400.6, 7, 8]);
    const still = {
      read: (source: string, start: number, end: number) =>
        Array.from({ length: 2 }, () =>
          new Float32Array(end - start).fill(source === "voice" ? 0 : 1),
        ),
    };
    let [peak, last] = [0, 0];
    for await (const [plane] of render(editOfMashup(ducked, RATE), still, {}))
      for (const value of plane!) {
        peak = Math.max(peak, Math.abs(value - last));
        last = value;
      }
    // A tenth of a second from the beginning to the full level.
    expect(peak).toBeLessThan(0.02);
    expect(await renderBars(changePart(ducked, 0, { muted: true }))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });

  it("TLS-1 that meet go over into each other", async () => {
    const whole = { ...splitBlock(mashup, 1, 4), crossfade: 1 };
    // Contiguous blocks need no crossfade.
    expect(editOfMashup(whole, RATE).tracks[1]!.clips[1]!.at).toBe(4 * BAR);
    expect(await renderBars(whole)).toEqual(await renderBars(mashup));
    const twice = repeatBlock(whole, 1, 0);
    const [before, after] = editOfMashup(twice, RATE).tracks[1]!.clips;
    expect(before!.at + before!.end - before!.start).toBe(after!.at + BAR / 4);
    const crossed = { curve: "equal-power", cross: true };
    expect(before!.fades!.at(-1)).toMatchObject(crossed);
    expect(after!.fades!.find(({ cross }) => cross)).toMatchObject(crossed);
    expect((await renderBars(twice)).slice(4)).toEqual([1, 2, 3, 4]);
  });
});
