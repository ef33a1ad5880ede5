import { expect, it } from "vitest";
import type { Clip } from "#audio/edit/edit.ts";
import { barsOf } from "#runtime/audio/waveform/bars.ts";
import { PEAKS_PER_SECOND } from "#runtime/audio/worker/results.ts";
import { clipBars } from "./lane-paint.ts";

const RATE = 1000;
/** Ten seconds that grow louder. */
const PEAKS = Int8Array.from({ length: 20 * PEAKS_PER_SECOND }, (_, at) =>
  Math.round(((at % 2 ? 1 : -1) * 127 * at) / (20 * PEAKS_PER_SECOND)),
);
const VIEW = { from: 0, to: 10 };
const lane = (view = VIEW) => ({
  peaks: { peaks: PEAKS },
  sampleRate: RATE,
  view,
  width: 600,
  height: 60,
  ratio: 1,
});
const clip = (given: Partial<Clip>): Clip =>
  ({ source: "a", start: 0, end: 10 * RATE, at: 0, ...given }) as Clip;

it("TLS-19 a clip of a whole sound has the bars of every other waveform", () => {
  const bars = clipBars(clip({}), lane());
  const others = barsOf(PEAKS, VIEW, lane());
  expect({ left: bars.left, pitch: bars.pitch }).toEqual({
    left: others.left,
    pitch: others.pitch,
  });
  expect([...bars.levels].every((level, at) => Math.abs(level - others.levels[at]!) < 0.02)).toBe(
    true,
  );
});

it("TLS-19 each bar of two clips that meet belongs to one of them", () => {
  const whole = clipBars(clip({}), lane()).levels;
  const cut = 4333;
  const parts = [
    clipBars(clip({ end: cut }), lane()).levels,
    clipBars(clip({ start: cut, at: cut }), lane()).levels,
  ];
  for (let at = 2; at < whole.length; at++) {
    expect(parts.filter((levels) => levels[at]! > 0)).toHaveLength(1);
    expect(parts[0]![at]! + parts[1]![at]!).toBeCloseTo(whole[at]!, 1);
  }
});

it("TLS-19 bars of a clip follow its gain, its direction and its position", () => {
  const middle = (given: Partial<Clip>): number => clipBars(clip(given), lane()).levels[200]!;
  expect(middle({ gain: -6.0206 })).toBeCloseTo(middle({}) / 2, 2);
  expect(clipBars(clip({ reversed: true }), lane()).levels[20]).toBeGreaterThan(0.9);
  expect(clipBars(clip({ at: 5000, end: 5000 }), lane()).levels.subarray(0, 198)).toEqual(
    new Float32Array(198),
  );
  expect(clipBars(clip({ gain: 40 }), lane()).levels.every((level) => level <= 1)).toBe(true);
});
