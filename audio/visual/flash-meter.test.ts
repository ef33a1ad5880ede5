import { describe, expect, it } from "vitest";
import { createFlashMeter, FLASH_GRID } from "./flash-meter.ts";

/** Flashes that are counted of two seconds at 60 pictures a second. @param lightAt of a cell at a time */
function flashesOf(lightAt: (time: number, cell: number) => number): number {
  const meter = createFlashMeter();
  const cells = FLASH_GRID.width * FLASH_GRID.height;
  for (let frame = 0; frame < 120; frame++)
    meter.push(
      Array.from({ length: cells }, (_, cell) => lightAt(frame / 60, cell)),
      frame / 60,
    );
  return meter.most();
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
});
