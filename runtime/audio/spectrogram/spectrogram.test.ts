import { describe, expect, it } from "vitest";
import { createSpectrograph } from "../worker/measure/spectrogram.ts";
import { SPECTRUM_LEVELS } from "../worker/reading.ts";
import { type AxisKind, AXES, createAxis } from "./axis.ts";
import { createRows } from "./rows.ts";
import { scaleOf, TILE_COLUMNS } from "./scale.ts";
import { type SpectrumLevels, createTiles } from "./tiles.ts";

const RATE = 48_000;

describe("the rows of a spectrogram", () => {
  it.each(AXES)(
    "TLS-1 a tone lies in its row, right to 0.5 dB wherever it is between bins, on a %s axis",
    async (kind: AxisKind) => {
      const size = 2048;
      const axis = createAxis(kind, RATE);
      const rows = createRows(axis, 160, size);
      for (const hertz of [220, 235, 1000, 3456, 12_000, 12_010]) {
        const tone = Float32Array.from(
          { length: 2 * size },
          (_, at) => 0.1 * Math.sin((2 * Math.PI * hertz * at) / RATE),
        );
        const request = { from: size / 2, step: size, columns: 1, size };
        const levels = await createSpectrograph()(request, async (from, count) => [
          tone.subarray(from, from + count),
        ]);
        const column = Array.from({ length: rows.height }, (_, row) =>
          rows.levelAt(levels, 0, row),
        );
        const loudest = Math.max(...column);
        expect(
          Math.abs(SPECTRUM_LEVELS.lowest + loudest / SPECTRUM_LEVELS.perDecibel - -20),
        ).toBeLessThan(0.5);
        const own = Math.floor((1 - axis.shareOf(hertz)) * rows.height);
        // Low rows of a logarithmic axis are finer than spectra.
        const fine = Math.ceil(
          RATE / size / (axis.hertzAt(1 - own / 160) - axis.hertzAt(1 - (own + 1) / 160)),
        );
        expect(Math.abs(column.indexOf(loudest) - own)).toBeLessThanOrEqual(fine);
      }
    },
  );

  it("TLS-1 the axis goes both ways, and its marks are round and do not touch", () => {
    for (const kind of AXES)
      for (const rate of [8000, 44_100, 192_000]) {
        const axis = createAxis(kind, rate);
        for (const share of [0, 0.3, 1])
          expect(axis.shareOf(axis.hertzAt(share))).toBeCloseTo(share, 9);
        const marks = axis.marks(0.125);
        expect(marks.length).toBeGreaterThan(2);
        for (const [at, hertz] of marks.entries())
          if (at > 0)
            expect(axis.shareOf(hertz) - axis.shareOf(marks[at - 1]!)).toBeGreaterThanOrEqual(
              0.125,
            );
      }
    expect(createAxis("linear", RATE).marks(0.125)).toEqual([5000, 10_000, 15_000, 20_000]);
  });

  it("TLS-1 has one to two columns for a pixel, and shorter spectra the more it is enlarged", () => {
    expect(scaleOf(1000, RATE)).toEqual({ step: 512, size: 4096 });
    expect(scaleOf(100, RATE)).toEqual({ step: 64, size: 1024 });
    expect(scaleOf(0.04, RATE)).toEqual({ step: 32, size: 512 });
    expect(scaleOf(500_000, 8000)).toEqual({ step: 262_144, size: 512 });
  });
});

describe("pieces of spectrograms", () => {
  const made = (value: number): SpectrumLevels => new Uint8Array(TILE_COLUMNS).fill(value);
  const setUp = () => {
    const stored = new Map<string, unknown>();
    const tiles = createTiles({
      records: {
        get: (_store, key) => Promise.resolve((stored.get(key) ?? null) as never),
        put: (_store, key, value) => Promise.resolve(void stored.set(key, value)),
      },
      digest: (data) => crypto.subtle.digest("SHA-256", data),
      maxBytes: 3 * TILE_COLUMNS,
    });
    return { kept: stored, tiles };
  };

  it("TLS-1 are worked out once for the same sound; those that were not used for longest go", async () => {
    const { tiles, kept: stored } = setUp();
    for (const [at, name] of ["a", "b", "c", "a", "d"].entries())
      await tiles.load(name, false, () => Promise.resolve(made(at)));
    expect(["a", "b", "c", "d"].map((name) => tiles.find(name)?.[0])).toEqual([0, undefined, 2, 4]);
    expect(stored.size).toBe(0);
  });

  it("TLS-1 are stored on the device if they took long to compute", async () => {
    const { tiles, kept: stored } = setUp();
    await tiles.load("a", true, () => Promise.resolve(made(7)));
    const later = createTiles({
      records: {
        get: (_store, key) => Promise.resolve((stored.get(key) ?? null) as never),
        put: () => Promise.reject(new Error("kept twice")),
      },
      digest: (data) => crypto.subtle.digest("SHA-256", data),
      maxBytes: 1000,
    });
    expect((await later.load("a", true, () => Promise.reject(new Error("made twice"))))[0]).toBe(7);
  });
});
