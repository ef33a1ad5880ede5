/** How frequencies are laid out from bottom to top. */
export type AxisKind = "log" | "linear";
export const AXES: readonly AxisKind[] = ["log", "linear"];

/** Hz at the bottom of a logarithmic axis. */
const BOTTOM = 40;
const LOG_MARKS = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const LINEAR_STEPS = [250, 500, 1000, 2000, 5000, 10_000, 20_000];

/** An axis from the bottom, 0, to half of the sample rate, 1. */
export interface Axis {
  readonly lowest: number;
  readonly highest: number;
  readonly hertzAt: (share: number) => number;
  readonly shareOf: (hertz: number) => number;
  /** Round frequencies that are at least so much of the axis apart, and from its ends. */
  readonly marks: (apart: number) => readonly number[];
}

/** @param sampleRate in Hz */
export function createAxis(kind: AxisKind, sampleRate: number): Axis {
  const highest = sampleRate / 2;
  const octaves = Math.log2(highest / BOTTOM);
  const shareOf = (hertz: number): number =>
    kind === "linear" ? hertz / highest : Math.log2(Math.max(BOTTOM, hertz) / BOTTOM) / octaves;
  const candidates = (apart: number): readonly number[] => {
    if (kind === "log") return LOG_MARKS;
    const step = LINEAR_STEPS.find((hertz) => hertz / highest >= apart) ?? highest;
    return Array.from({ length: Math.floor(highest / step) }, (_, at) => (at + 1) * step);
  };
  return {
    lowest: kind === "linear" ? 0 : BOTTOM,
    highest,
    hertzAt: (share) => (kind === "linear" ? share * highest : BOTTOM * 2 ** (share * octaves)),
    shareOf,
    marks(apart) {
      let last = 0;
      return candidates(apart).filter((hertz) => {
        const share = shareOf(hertz);
        const fits = share - last >= apart / (last === 0 ? 2 : 1) && share <= 1 - apart / 2;
        if (fits) last = share;
        return fits;
      });
    },
  };
}
