import { describe, expect, it } from "vitest";
import { melodyOf } from "#audio/music/singing/score-singing.ts";
import { LANE_SECONDS, laneRange, laneShapes } from "./lane-shapes.ts";
import { createSongClock } from "./song-clock.ts";
import { createSungTrack, scoreTrack, scoreVoices, type SungTrack } from "./sung-track.ts";

const pitchOf = (hertz: number) => ({ hertz, power: 0.01, confidence: 1 });
/** A second each of A3, silence, C4 and E4. */
const HERTZ = Float32Array.from(
  { length: 400 },
  (_, i) => [220, 0, 261.63, 329.63][(i / 100) | 0]!,
);
const melody = melodyOf({ hertz: HERTZ, power: HERTZ.map((one) => (one > 0 ? 0.01 : 0)) });
const ANY = { anyOctave: true } as const;

function sing(track: SungTrack, from: number, to: number, factor = 1): SungTrack {
  for (let time = from; time < to; time += 0.01)
    track.put(time, pitchOf(HERTZ[Math.floor(time * 100 + 0.5)]! * factor));
  return track;
}

describe("singing to a song", () => {
  it("TLS-15 is scored where the song was played, and only there", () => {
    const first = sing(createSungTrack(4), 0, 1.5);
    const score = scoreTrack(melody, first, ANY)!;
    expect(score.score).toBeGreaterThan(0.95);
    expect(score.lines).toHaveLength(1);
    expect(score.notes).toEqual({ hit: 1, total: 1 });
    expect(scoreTrack(melody, sing(createSungTrack(4), 1.2, 1.8), ANY)).toBeNull();
    expect(scoreTrack(melody, createSungTrack(4), ANY)).toBeNull();
    const silent = createSungTrack(4);
    for (let time = 0; time < 4; time += 0.01) silent.put(time, pitchOf(0));
    expect(scoreTrack(melody, silent, ANY)).toMatchObject({ score: 0, sung: 0 });
  });

  it("TLS-15 replaces what is sung again, and fills the frames between pitches of a fast song", () => {
    const track = sing(createSungTrack(4), 0, 4, 1.12);
    expect(scoreTrack(melody, track, ANY)!.score).toBeLessThan(0.2);
    sing(track, 0, 4);
    expect(scoreTrack(melody, track, ANY)!.score).toBeGreaterThan(0.95);
    const fast = createSungTrack(4);
    for (let time = 0; time < 1; time += 0.02) fast.put(time, pitchOf(220));
    expect([...fast.covered.subarray(0, 99)].every((one) => one === 1)).toBe(true);
    // A jump is not filled, and what lies outside the song is left out.
    fast.put(3, pitchOf(220));
    for (const time of [-1, 9, Number.NaN]) fast.put(time, pitchOf(220));
    expect(fast.covered[200]).toBe(0);
    expect(fast.hertz).toHaveLength(401);
  });
});

describe("a duet", () => {
  const by = (voice: string | null, from: number, to: number | null) => ({
    text: "la",
    from,
    to,
    words: [],
    ...(voice !== null && { voice }),
  });
  const lines = [by("Ada", 0, 1.5), by("Bo", 1.8, 3), by(null, 3, 4)];
  const scoresOf = (track: SungTrack, own = lines) =>
    scoreVoices(melody, track, { anyOctave: true, lines: own }).map(({ voice, score }) => [
      voice,
      Number(score.toFixed(1)),
    ]);

  it("TLS-15 has a score for each voice, in its own lines and in those of both", () => {
    // Ada sings right throughout; Bo misses his own line, and hits the one of both.
    const track = sing(createSungTrack(4), 0, 4);
    for (let time = 2; time < 3; time += 0.01) track.put(time, pitchOf(0));
    expect(scoresOf(track)).toEqual([
      ["Ada", 1],
      ["Bo", 0.5],
    ]);
  });

  it("TLS-15 does not count the other voice's notes for a line without an end", () => {
    // Ada sings her second, and Bo is silent.
    const track = sing(createSungTrack(4), 0, 1);
    for (let time = 1; time < 4; time += 0.01) track.put(time, pitchOf(0));
    expect(scoresOf(track, [by("Ada", 0, null), by("Bo", 1.8, null)])).toEqual([
      ["Ada", 1],
      ["Bo", 0],
    ]);
  });

  it("TLS-15 has the same latency for both: a singer who is late alone loses by it", () => {
    // Bo alone begins half a second late, and stops as late.
    const track = sing(createSungTrack(4), 0, 2);
    for (let time = 2; time < 4; time += 0.01)
      track.put(time, pitchOf(HERTZ[Math.max(0, Math.floor(time * 100 + 0.5) - 50)]!));
    const [ada, bo] = scoresOf(track, [by("Ada", 0, 1.5), by("Bo", 1.8, 4)]);
    expect(ada).toEqual(["Ada", 1]);
    expect(bo![1]).toBeLessThan(0.7);
  });

  it("TLS-15 has no score for a voice that was not played, and none for fewer or more voices", () => {
    const first = sing(createSungTrack(4), 0, 1.2);
    expect(scoresOf(first)).toEqual([["Ada", 1]]);
    expect(scoresOf(first, [by("Ada", 0, 1), by(null, 1, 4)])).toEqual([]);
    expect(scoresOf(first, [...lines, by("Cy", 3.5, 4)])).toEqual([]);
  });
});

describe("the lane of pitches", () => {
  const track = sing(createSungTrack(4), 0, 1.2, 2);
  const range = laneRange(melody);
  const shapesAt = (time: number, isPaged = false) =>
    laneShapes(melody, track.hertz, { time, range, semitones: 0, isPaged });

  it("TLS-15 shows notes at their times, and the voice in the octave of the melody", () => {
    const { bars, voice, now } = shapesAt(1);
    expect(bars).toHaveLength(3);
    expect(now).toBeCloseTo(0.25);
    expect(bars[0]!.from).toBeCloseTo((0 - -1) / LANE_SECONDS, 1);
    expect(voice).toHaveLength(1);
    expect(voice[0]![50]![1]).toBeCloseTo(bars[0]!.y, 2);
    // Higher notes are further up.
    expect(bars[2]!.y).toBeLessThan(bars[1]!.y);
    expect(shapesAt(60).bars).toEqual([]);
  });

  it("TLS-15 A11Y-3 does not move under reduced motion", () => {
    const [early, late] = [shapesAt(1, true), shapesAt(3, true)];
    expect(late.bars).toEqual(early.bars);
    expect(late.now).toBeGreaterThan(early.now);
  });
});

it("TLS-15 the position in the song continues between the updates of the player", () => {
  let state = { playing: true, time: 5 };
  let emit = (): void => {};
  let now = 1000;
  const player = {
    getState: () => state,
    subscribe: (listener: (state: { playing: boolean; time: number }) => void) => {
      emit = () => listener(state);
      return () => {};
    },
  };
  const clock = createSongClock(player as never, () => now);
  clock.follow();
  state = { playing: true, time: 6 };
  emit();
  now += 40;
  expect(clock.read(1.5)!.time).toBeCloseTo(6.06);
  // Progress that repeats the same position tells nothing new.
  emit();
  expect(clock.read(1)!.time).toBeCloseTo(6.04);
  now += 2000;
  expect(clock.read(1)).toBeNull();
  state = { playing: false, time: 7 };
  emit();
  expect(clock.read(1)).toBeNull();
});
