import { describe, expect, it } from "vitest";
import { createFlashMeter, FLASH_GRID, MAX_FLASHES } from "./flash-meter.ts";
import { limitFlashes } from "./limit-flashes.ts";

const CELLS = FLASH_GRID.width * FLASH_GRID.height;
const RATE = 30;

type ColorAt = (time: number, cell: number) => readonly number[];

/** Three seconds of original and displayed frames, and the maximum number of flashes of both. */
function show(colorAt: ColorAt) {
  const [drawn, shown] = [createFlashMeter(), createFlashMeter()];
  let now: number[] = [];
  let stored: readonly number[] = [];
  const look = limitFlashes(shown, {
    read: () => now,
    blend: (share) => (now = now.map((value, at) => value + share * (stored[at]! - value))),
    store: () => (stored = now),
  });
  const frames = Array.from({ length: 3 * RATE }, (_, frame) => {
    const time = frame / RATE;
    const original = Array.from({ length: CELLS }, (_cell, cell) => colorAt(time, cell)).flat();
    now = original;
    drawn.push(original, time);
    const isHeld = look(time);
    return { original, now, isHeld };
  });
  return { drawn: drawn.max(), shown: shown.max(), frames };
}
const square = (hertz: number, time: number): number => ((time * hertz) % 1 < 0.5 ? 1 : 0);

describe("pictures that flash", () => {
  const hostile: readonly (readonly [what: string, colorAt: ColorAt])[] = [
    ["all of the picture, as often as can be", (time) => Array(3).fill(square(15, time))],
    ["a strobe of bursts", (time) => Array(3).fill(square(8, time))],
    ["saturated red", (time) => [0.7 * square(6, time), 0, 0]],
    ["places that take turns", (time, cell) => Array(3).fill(square(7, time + (cell % 5) / 35))],
  ];
  it.each(hostile)("TLS-1 A11Y %s: what is shown stays below the limit", (_, colorAt) => {
    const { drawn, shown, frames } = show(colorAt);
    expect(drawn).toBeGreaterThan(MAX_FLASHES);
    expect(shown).toBeLessThanOrEqual(MAX_FLASHES);
    // The picture is not frozen: safe changes are displayed.
    expect(
      frames.filter(({ now }, at) => at > RATE && now !== frames[at - 1]!.now).length,
    ).toBeGreaterThan(0);
  });

  it("TLS-1 A11Y safe video is unchanged, to the last frame", () => {
    const { frames } = show((time) => Array(3).fill(0.5 + 0.4 * Math.sin(2 * Math.PI * 2 * time)));
    expect(frames.some(({ isHeld }) => isHeld)).toBe(false);
    expect(frames.every(({ original, now }) => original === now)).toBe(true);
  });

  it("TLS-1 A11Y moves again once it is safe", () => {
    const { frames } = show((time) => Array(3).fill(time < 1.5 ? square(10, time) : 0.6));
    expect(frames.some(({ isHeld }) => isHeld)).toBe(true);
    expect(frames.at(-1)!.now[0]).toBe(0.6);
  });
});
