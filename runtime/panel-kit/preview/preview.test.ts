import { describe, expect, it } from "vitest";
import type { Reading } from "../../audio/engine-types.ts";
import type { ReadRequest } from "../../audio/worker/reading.ts";
import { rangeOfReading } from "./open-preview.ts";
import { isWithin, PREVIEW_SECONDS, previewStart } from "./preview-range.ts";

describe("where a preview begins", () => {
  it("USR-14 at the playhead, or so early that it is a whole one", () => {
    expect(previewStart(45, 100)).toBe(45);
    expect(previewStart(95, 100)).toBe(100 - PREVIEW_SECONDS);
    expect(previewStart(3, 8)).toBe(0);
    expect(previewStart(45, null)).toBe(45);
  });

  it("USR-14 a position at the very end is outside: nothing would be audible", () => {
    const range = { start: 10, end: 30 };
    expect([9.9, 10, 20, 29.99, 30].map((time) => isWithin(time, range))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

it("USR-14 the original is read from where the preview begins, and not beyond its end", async () => {
  const requests: Omit<ReadRequest, "turn">[] = [];
  const reading = {
    files: [],
    read: async (request) => (requests.push(request), []),
  } as Partial<Reading> as Reading;
  const part = rangeOfReading(reading, 1000, 200);
  await part.read({ file: 0, from: 50, count: 100 });
  await part.read({ file: 0, from: 150, count: 100 });
  await part.read({ file: 0, from: 300, count: 100 });
  await part.read({ file: 1, from: 150, count: 100 });
  expect(requests.map(({ from, count }) => [from, count])).toEqual([
    [1050, 100],
    [1150, 50],
    [1300, 0],
    [150, 100],
  ]);
});
