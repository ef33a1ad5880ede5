import { expect, it } from "vitest";
import { BANDS } from "#audio/visual/bands.ts";
import { TRACE_RATE } from "#audio/visual/rates.ts";
import { SHAPES, VISUALS } from "../../audio/worker/pictures/look.ts";
import { loudestMoment, thumbnailLook } from "./draw-thumbnail.ts";
import { DEFAULT_LOOK } from "./video-settings.ts";

it("TLS-19 thumbnails of looks show the loudest moment of the sound", () => {
  for (const loudest of [0, 17, 99]) {
    const bands = new Uint8Array(BANDS * 100).fill(10);
    bands.fill(200, loudest * BANDS + 5, loudest * BANDS + 9);
    // One loud band alone is not the loudest moment.
    bands[50 * BANDS] = 255;
    expect(loudestMoment({ bands })).toBeCloseTo(loudest / TRACE_RATE);
  }
  expect(loudestMoment({ bands: new Uint8Array() })).toBe(0);
});

it("TLS-19 a thumbnail depends on what it shows: not on texts, but on colors and the visual", () => {
  const shownOf = (part: object): string =>
    JSON.stringify(thumbnailLook({ ...DEFAULT_LOOK, ...part }));
  const unchanged = shownOf({});
  for (const shape of SHAPES) expect(shownOf({ shape, title: shape })).toBe(unchanged);
  expect(shownOf({ progress: false, clear: false, byline: "By" })).toBe(unchanged);
  expect(new Set(VISUALS.map((visual) => shownOf({ visual }))).size).toBe(VISUALS.length);
  expect(shownOf({ accent: "#ff0000" })).not.toBe(unchanged);
});
