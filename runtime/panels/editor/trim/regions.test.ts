import { describe, expect, it } from "vitest";
import { addRegion, moveEdge, MIN_REGION, splitRegion } from "./regions.ts";
import { nearestCrossing } from "./zero-crossing.ts";

const whole = { id: 1, start: 0, end: 10 };

describe("stretches of a sound", () => {
  it("TLS-1 an end stays within the sound, and does not pass the other", () => {
    expect(moveEdge(whole, "start", 3, 10)).toEqual({ id: 1, start: 3, end: 10 });
    expect(moveEdge(whole, "start", 12, 10).start).toBe(10 - MIN_REGION);
    expect(moveEdge(whole, "start", -1, 10).start).toBe(0);
    expect(moveEdge({ ...whole, start: 5 }, "end", 2, 10).end).toBe(5 + MIN_REGION);
    expect(moveEdge(whole, "end", 12, 10).end).toBe(10);
  });

  it("TLS-1 one is divided in two that have all of it", () => {
    expect(splitRegion([whole], 1, 4)).toEqual({
      regions: [
        { id: 1, start: 0, end: 4 },
        { id: 2, start: 4, end: 10 },
      ],
      id: 2,
    });
    expect(splitRegion([whole], 1, 0)).toBeNull();
    expect(splitRegion([whole], 1, 10)).toBeNull();
    expect(splitRegion([whole], 7, 4)).toBeNull();
  });

  it("TLS-1 an added one is within the sound, in order of time", () => {
    const { regions, id } = addRegion([{ id: 4, start: 9.5, end: 10 }], 9, 10);
    expect(id).toBe(5);
    expect(regions).toEqual([
      { id: 5, start: 8, end: 10 },
      { id: 4, start: 9.5, end: 10 },
    ]);
  });
});

describe("zero crossings", () => {
  const plane = Float32Array.of(0.5, 0.4, -0.1, -0.3, -0.2, 0.1, 0.6);
  it("TLS-1 the nearest is found, of all channels together", () => {
    expect(nearestCrossing([plane], 3)).toBe(2);
    expect(nearestCrossing([plane], 4)).toBe(5);
    expect(nearestCrossing([plane, plane.map((value) => 2 - value)], 3)).toBeNull();
    expect(nearestCrossing([], 0)).toBeNull();
  });

  it("TLS-1 digital silence is one everywhere", () => {
    expect(nearestCrossing([new Float32Array(9)], 4)).toBe(4);
  });
});
