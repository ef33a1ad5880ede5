import { describe, expect, it } from "vitest";
import { createFlashMeter, FLASH_GRID } from "./flash-meter.ts";

/**
 * Number of flashes in two seconds at 60 frames per second. @param lightAt luminance of a cell at a
 * time
 */
const flashesOf = (lightAt: (time: number, cell: number) => number): number =>
  flashesOfColors((time, cell) => {
    const light = lightAt(time, cell);
    return [light, light, light];
  });
/** @param colorAt linear red, green and blue of a cell at a time */
function flashesOfColors(colorAt: (time: number, cell: number) => readonly number[]): number {
  const meter = createFlashMeter();
  const cells = FLASH_GRID.width * FLASH_GRID.height;
  for (let frame = 0; frame < 120; frame++)
    meter.push(
      Array.from({ length: cells }, (_, cell) => colorAt(frame / 60, cell)).flat(),
      frame / 60,
    );
  return meter.max();
}
const square = (hertz: number) => (time: number) => ((time * hertz) % 1 < 0.5 ? 1 : 0);

describe("flashes", () => {
  it("TLS-1 counts those of a strobe, and of slower ones", () => {
    expect(flashesOf(square(8))).toBe(8);
    expect(flashesOf(square(2))).toBe(2);
  });

  it("TLS-1 leaves out small changes of light and small places", () => {
    expect(flashesOf((time) => 0.3 + 0.04 * square(8)(time))).toBe(0);
    expect(flashesOf((time, cell) => (cell % 30 < 2 ? square(8)(time) : 0))).toBe(0);
    expect(flashesOf((time, cell) => (cell % 30 < 5 ? square(8)(time) : 0))).toBe(8);
  });

  it("TLS-1 counts a slow change of light once, in however many steps", () => {
    expect(flashesOf((time) => Math.min(1, time))).toBe(0);
    expect(flashesOf((time) => Math.abs(1 - time))).toBe(1);
  });

  it("TLS-1 counts flashes of saturated red that change light little, and none of other colors", () => {
    const between = (one: readonly number[], other: readonly number[]) => (time: number) =>
      square(6)(time) === 1 ? one : other;
    expect(flashesOfColors(between([0.4, 0, 0], [0, 0, 0]))).toBe(6);
    expect(flashesOfColors(between([0.4, 0, 0], [0.1, 0.1, 0.1]))).toBe(6);
    expect(flashesOfColors(between([0, 0, 0.6], [0, 0, 0]))).toBe(0);
    expect(flashesOfColors(between([0.3, 0.02, 0.01], [0.35, 0.03, 0.02]))).toBe(0);
    expect(flashesOfColors(between([0.01, 0, 0], [0, 0, 0]))).toBe(0);
  });
});
