import { expect, it } from "vitest";
import type { DetectedBeats } from "#audio/music/find-song-beats.ts";
import { beatsBetween } from "#runtime/panel-kit/player/metronome.ts";
import { gridOf, isDefaultGrid, DEFAULT_GRID } from "./practice.ts";

const found = (part: Partial<DetectedBeats>): DetectedBeats => ({
  bpm: 100,
  steady: true,
  strength: 0.8,
  beatsPerBar: 3,
  division: 2,
  first: 2,
  beats: Array.from({ length: 200 }, (_, at) => 0.3 + 0.6 * at + (at % 2 === 0 ? 0.008 : -0.008)),
  ...part,
});

it("TLS-1 clicks are on the beats that were found, to the end of the song, and bars on their first ones", () => {
  const song = found({});
  const grid = gridOf(song)!;
  expect(grid.metre).toBe(3);
  const clicks = beatsBetween(grid, 0, 120.2);
  for (const [at, { time, accent }] of clicks.slice(0, 200).entries()) {
    expect(Math.abs(time - (0.3 + 0.6 * at))).toBeLessThan(0.02);
    expect(accent).toBe(at % 3 === 2);
  }
  expect(isDefaultGrid(grid)).toBe(false);
  expect(isDefaultGrid(DEFAULT_GRID.grid)).toBe(true);
});

it.each([null, found({ steady: false }), found({ beats: [1] }), found({ beats: [0, 0.1, 0.2] })])(
  "TLS-4 there is no grid where no one tempo holds",
  (song) => {
    expect(gridOf(song)).toBeNull();
  },
);
