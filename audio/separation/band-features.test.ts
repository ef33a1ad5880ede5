import { describe, expect, it } from "vitest";
import { BANDS, bandEdges } from "./band-features.ts";

describe("bands", () => {
  it.each([
    [2049, 44_100 / 4096],
    [257, 8000 / 512],
    [4097, 96_000 / 8192],
  ])("TLS-1 are %i bins of %d Hz without gaps, from 20 Hz to 16 kHz", (bins, hertz) => {
    const edges = bandEdges(bins, hertz);
    expect(edges).toHaveLength(BANDS);
    expect(edges[0]!.low).toBe(20);
    expect(edges.at(-1)!.high).toBeGreaterThan(16_000);
    for (const [i, { first, end, low, high }] of edges.entries()) {
      expect(end).toBeGreaterThanOrEqual(first);
      // Bands above all bins are empty; all others have at least one bin.
      expect(end > first).toBe(Math.round(low / hertz) < bins);
      if (i > 0) {
        expect(low).toBe(edges[i - 1]!.high);
        expect(first).toBeLessThanOrEqual(edges[i - 1]!.end);
      }
      expect(Math.log2(high / low)).toBeLessThan(1.2);
    }
  });
});
