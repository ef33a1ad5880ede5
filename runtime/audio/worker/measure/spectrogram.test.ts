import { describe, expect, it } from "vitest";
import { type SpectraRequest, SPECTRUM_LEVELS } from "../reading.ts";
import { createSpectrograph } from "./spectrogram.ts";

const RATE = 48_000;
const tone = (hertz: number, amplitude: number, frames: number): Float32Array =>
  Float32Array.from(
    { length: frames },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / RATE),
  );

/** Levels in dB, column by column. */
async function picture(
  planes: readonly Float32Array[],
  request: SpectraRequest,
): Promise<readonly number[][]> {
  const levels = await createSpectrograph()(request, async (from, count) =>
    planes.map((plane) => plane.subarray(from, from + count)),
  );
  const bins = request.size / 2 + 1;
  return Array.from({ length: request.columns }, (_, column) =>
    [...levels.subarray(column * bins, (column + 1) * bins)].map(
      (step) => SPECTRUM_LEVELS.lowest + step / SPECTRUM_LEVELS.perDecibel,
    ),
  );
}
const loudest = (levels: readonly number[]): number => levels.indexOf(Math.max(...levels));

describe("a spectrogram", () => {
  it("TLS-1 has a tone where its frequency is, and nothing of it elsewhere", async () => {
    for (const size of [512, 2048, 4096])
      for (const part of [0, 0.13, 0.25, 0.4, 0.5]) {
        const bin = Math.round((1000 * size) / RATE) + part;
        const sound = tone((bin * RATE) / size, 10 ** (-33 / 20), 4 * size);
        const request = { from: size, step: 256, columns: 4, size };
        for (const levels of await picture([sound], request)) {
          const at = loudest(levels);
          expect(Math.abs(at - bin)).toBeLessThanOrEqual(0.51);
          expect(levels[at]).toBeLessThanOrEqual(-32.5);
          expect(levels[at]).toBeGreaterThanOrEqual(-34);
          // Leakage into other rows is far below.
          expect(Math.max(...levels.slice(0, at - 6), ...levels.slice(at + 7))).toBeLessThan(-110);
        }
      }
  });

  it("TLS-1 shows a sound in the column that it falls into, and silence before and after", async () => {
    const sound = new Float32Array(32 * 1024);
    sound.set(tone(3000, 0.5, 1024), 8 * 1024);
    const request = { from: 0, step: 1024, columns: 40, size: 512 };
    const columns = await picture([sound], request);
    const audible = columns.map((levels) => Math.max(...levels) > -26);
    expect(audible.flatMap((is, at) => (is ? [at] : []))).toEqual([8]);
  });

  it("TLS-1 has what sounds in one channel alone, and the mean of a column that is long", async () => {
    const frames = 4 * RATE;
    const sound = tone(1000, 0.1, frames);
    const silent = new Float32Array(frames);
    const request = { from: 0, step: RATE, columns: 4, size: 4096 };
    for (const levels of await picture([silent, sound], request))
      expect(Math.abs(Math.max(...levels) - -20)).toBeLessThanOrEqual(0.5);
  });
});
