import { describe, expect, it } from "vitest";
import { PEAKS_PER_SECOND } from "../worker/results.ts";
import { barsOf } from "./bars.ts";
import { columnsOf, gainOf, markEvery } from "./columns.ts";
import { extremesBetween, prepareExtremes, rmsBetween } from "./extremes.ts";
import { markSide } from "./mark-side.ts";
import { moveView, pinchView, showPosition, zoomView } from "./view.ts";
import { isBrowsers } from "./wave-keys.ts";

describe("a waveform", () => {
  it("CMP-3 shows the loudest of all that falls into a column", () => {
    const peaks = new Int8Array(2 * 4 * PEAKS_PER_SECOND);
    peaks[2 * 3 * PEAKS_PER_SECOND + 1] = 127;
    peaks[2 * PEAKS_PER_SECOND] = -127;
    expect([...columnsOf(peaks, 0, 4, 4)].map((value) => value + 0)).toEqual([
      0, 0, -1, 0, 0, 0, 0, 1,
    ]);
  });

  it("CMP-3 shows each peak several times where it is enlarged, and nothing before its beginning and after its end", () => {
    const peaks = Int8Array.from([-127, 127, 0, 127]);
    const columns = columnsOf(peaks, 0, 4 / PEAKS_PER_SECOND, 8);
    expect([...columns].filter((_, at) => at % 2 === 1)).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    const early = columnsOf(peaks, -2 / PEAKS_PER_SECOND, 2 / PEAKS_PER_SECOND, 8);
    expect([...early].filter((_, at) => at % 2 === 1)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });

  it("CMP-3 has the same extremes when they were prepared, in several steps", async () => {
    const peaks = Int8Array.from({ length: 700_000 }, (_, at) => ((at * 7919) % 255) - 127);
    const before = extremesBetween(peaks.slice(), 45, 333_333);
    await prepareExtremes(peaks);
    expect(extremesBetween(peaks, 45, 333_333)).toEqual(before);
    const [low, high] = extremesBetween(peaks, 320_000, 320_064);
    const pairs = [...peaks.subarray(640_000, 640_128)];
    expect(low).toBe(Math.min(0, ...pairs.filter((_, at) => at % 2 === 0)) / 127);
    expect(high).toBe(Math.max(0, ...pairs.filter((_, at) => at % 2 === 1)) / 127);
  });

  it("CMP-3 has the level of a sound beside its peaks, of many pairs as of few", async () => {
    // A sine of amplitude 1, slow enough that its peaks follow it.
    const seconds = 4;
    const at = (pair: number) => 127 * Math.sin((2 * Math.PI * 5 * pair) / PEAKS_PER_SECOND);
    const peaks = Int8Array.from({ length: 2 * seconds * PEAKS_PER_SECOND }, (_, index) => {
      const pair = Math.floor(index / 2);
      const [a, b] = [at(pair), at(pair + 1)];
      return Math.round(index % 2 === 0 ? Math.min(a, b) : Math.max(a, b));
    });
    expect(rmsBetween(peaks, 0, 2000)).toBeCloseTo(Math.SQRT1_2, 2);
    expect(rmsBetween(peaks, 3, 1997)).toBeCloseTo(Math.SQRT1_2, 2);
    expect(rmsBetween(peaks, 20, 30)).toBeCloseTo(1, 1);
    expect(rmsBetween(peaks, 5000, 6000)).toBe(0);
    // A loud noise between silent halves fills one bar of three.
    const noise = Int8Array.from({ length: 6 * PEAKS_PER_SECOND }, (_, index) =>
      Math.floor(index / 2 / PEAKS_PER_SECOND) === 1 ? (index % 2 === 0 ? -127 : 127) : 0,
    );
    const { levels, left, pitch } = barsOf(noise, { from: 0, to: 3 }, { width: 9, ratio: 1 });
    expect([left, pitch]).toEqual([0, 3]);
    expect([...levels].map((level) => Math.round(100 * level))).toEqual([0, 0, 100, 58, 0, 0]);
  });

  it("CMP-3 keeps the heights of bars while the view scrolls", () => {
    const peaks = Int8Array.from({ length: 20_000 }, (_, at) => ((at * 7919) % 255) - 127);
    const size = { width: 300, ratio: 1 };
    const first = barsOf(peaks, { from: 0, to: 10 }, size);
    // A bar is 0.1 s wide, and 0.25 s are two and a half bars.
    const later = barsOf(peaks, { from: 0.25, to: 10.25 }, size);
    expect(later.left).toBe(-1);
    expect([...later.levels].slice(0, 160)).toEqual([...first.levels].slice(4, 164));
  });

  it("CMP-3 makes the loudest of all nearly as high as its place, and silence stays flat", () => {
    const soft = Int8Array.from([-6, 4, 0, 12]);
    expect(gainOf([soft]) * (12 / 127)).toBeCloseTo(0.95, 6);
    expect(gainOf([soft, Int8Array.from([-127, 0])])).toBeCloseTo(0.95, 6);
    expect(gainOf([Int8Array.from([-1, 1])])).toBe(32);
    expect(gainOf([new Int8Array(4)])).toBe(32);
    expect(gainOf([])).toBe(32);
  });

  it("CMP-3 cuts no time off at its end", () => {
    const room = 300;
    expect(markSide("0:06", { position: 260, room, apart: 100 })).toBe("right");
    expect(markSide("0:06", { position: 280, room, apart: 100 })).toBe("left");
    expect(markSide("0:06", { position: 280, room, apart: 60 })).toBeNull();
    expect(markSide("1:00:06", { position: 40, room: 50, apart: 200 })).toBeNull();
  });

  it("WSP-5 leaves Alt with ← and → to the browser, and nothing else that moves a place", () => {
    const press = (key: string, more = {}) => ({
      key,
      altKey: false,
      ctrlKey: false,
      metaKey: false,
      ...more,
    });
    expect(isBrowsers(press("ArrowLeft", { altKey: true }))).toBe(true);
    expect(isBrowsers(press("ArrowRight", { altKey: true }))).toBe(true);
    expect(isBrowsers(press("ArrowUp", { altKey: true }))).toBe(false);
    expect(isBrowsers(press("ArrowLeft"))).toBe(false);
    expect(isBrowsers(press("ArrowUp", { metaKey: true }))).toBe(true);
  });

  it("CMP-3 has marks at round times that do not touch", () => {
    expect(markEvery(7200, 700, 70)).toBe(900);
    expect(markEvery(6, 700, 70)).toBe(1);
    expect(markEvery(0.5, 700, 70)).toBe(0.05);
  });

  it("CMP-3 keeps two moments below two fingers, within the sound", () => {
    const limits = { duration: 100 };
    expect(pinchView([40, 60], [0.25, 0.75], limits)).toEqual({ from: 30, to: 70 });
    // Fingers that cross, lie on each other, or ask for more than there is.
    expect(pinchView([40, 60], [0.75, 0.25], limits)).toEqual({ from: 10, to: 50 });
    expect(pinchView([40, 60], [0.5, 0.5], limits)).toEqual({ from: 0, to: 100 });
    expect(pinchView([50, 50], [0.1, 0.9], { ...limits, shortest: 1 })).toEqual({
      from: 49.9,
      to: 50.9,
    });
  });

  it("CMP-3 grows around a place, and stays within the sound", () => {
    const near = zoomView({ from: 0, to: 100 }, { factor: 2, at: 25, duration: 100 });
    expect(near).toEqual({ from: 12.5, to: 62.5 });
    expect(zoomView(near, { factor: 0.1, at: 25, duration: 100 })).toEqual({ from: 0, to: 100 });
    expect(moveView({ from: 80, to: 90 }, 30, 100)).toEqual({ from: 90, to: 100 });
    expect(showPosition({ from: 0, to: 10 }, 50, 100)).toEqual({ from: 49, to: 59 });
  });
});
