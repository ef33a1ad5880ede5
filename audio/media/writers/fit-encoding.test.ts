import { expect, it } from "vitest";
import {
  type DecodedSound,
  type EncoderLevels,
  type EncodingGoal,
  createEncodingFit,
} from "./fit-encoding.ts";

/** Runs attempts with an encoder. @returns the levels of all attempts, and the best one */
function runFit(goal: EncodingGoal, decode: (levels: EncoderLevels) => DecodedSound) {
  const fit = createEncodingFit(goal);
  const used: EncoderLevels[] = [];
  let best: DecodedSound | null = null;
  for (;;) {
    used.push(fit.levels());
    const decoded = decode(fit.levels());
    const { isBest, isDone } = fit.take(decoded);
    if (isBest) best = decoded;
    if (isDone) return { used, best: best! };
  }
}

/** An encoder that raises the peaks in each range by some dB, behind the limiter at −1 dBTP. */
const raising =
  (raises: readonly number[], lufs: (levels: EncoderLevels) => number = () => -16) =>
  (levels: EncoderLevels): DecodedSound => {
    const peaks = raises.map(
      (raise, at) => -1 - levels.headroom - (levels.reductions?.[at] ?? 0) + raise,
    );
    const overshoots = Float32Array.from(peaks, (peak) => Math.max(0, peak + 1));
    return { lufs: lufs(levels), truePeak: Math.max(...peaks), overshoots };
  };

const QUIET = Array.from({ length: 400 }, () => 0.1);

it("TLS-18 a file at its loudness and below its ceiling is encoded once", () => {
  expect(runFit({ ceiling: -1, loudness: -16 }, raising(QUIET)).used).toEqual([
    { gain: 0, headroom: 0.5, reductions: null },
  ]);
});

it("TLS-18 loudness that encoding costs is added, with one more encoding", () => {
  const decode = raising(QUIET, ({ gain }) => -16.4 + gain);
  const { used, best } = runFit({ ceiling: -1, loudness: -16 }, decode);
  expect(used).toHaveLength(2);
  expect(used[1]!.gain).toBeCloseTo(0.4);
  expect(best.lufs).toBeCloseTo(-16);
  // Nothing is added where no loudness was requested, or where the sound cannot become louder.
  expect(runFit({ ceiling: -1, loudness: null }, decode).used).toHaveLength(1);
  const stubborn = raising(QUIET, () => -16.4);
  expect(runFit({ ceiling: -1, loudness: -16 }, stubborn).used).toHaveLength(2);
});

it("TLS-18 an overshoot is lowered where it is, and costs the other ranges no headroom", () => {
  const raises = QUIET.with(200, 3.74);
  const { used, best } = runFit({ ceiling: -1, loudness: null }, raising(raises));
  expect(best.truePeak).toBeLessThanOrEqual(-1);
  const [, { headroom, reductions }] = used as [EncoderLevels, EncoderLevels];
  expect(used).toHaveLength(2);
  expect(headroom).toBe(0.5);
  expect(reductions![200]).toBeGreaterThan(3.2);
  expect([...reductions!].filter((value) => value > 0)).toHaveLength(5);
});

it("TLS-18 overshoots everywhere add headroom", () => {
  const raises = QUIET.map((raise, at) => (at % 10 === 0 ? 0.8 : raise));
  const { used, best } = runFit({ ceiling: -1, loudness: null }, raising(raises));
  expect(used[1]!.headroom).toBeGreaterThan(0.5);
  expect(best.truePeak).toBeLessThanOrEqual(-1);
});

it("TLS-18 encodings end where an encoder undoes what it is given, and the lowest is kept", () => {
  const peaks = [0, -0.4, 0.3, -0.2, 0.1, 0.1];
  let at = 0;
  const { used, best } = runFit({ ceiling: -1, loudness: -16 }, () => ({
    lufs: -16,
    truePeak: peaks[at++]!,
    overshoots: new Float32Array(400),
  }));
  expect(used).toHaveLength(6);
  expect(best.truePeak).toBe(-0.4);
});
