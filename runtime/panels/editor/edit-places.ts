/** What the ruler counts, and what places are drawn to. */
export type Ruler = "time" | "beats";
export type Snap = "off" | "zero" | "grid";

/** Beats of a bar. */
export const BAR = 4;

/** CSS pixels between two lines of the grid, at least. */
const APART = 12;
/** CSS pixels between two numbers of the ruler, at least. */
const NUMBERS_APART = 72;

const SECONDS = [
  0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30,
  60, 120, 300, 600, 900, 1800,
];
const BEATS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, BAR, 2 * BAR, 4 * BAR, 8 * BAR, 16 * BAR, 64 * BAR];

/** Seconds between two lines so that they are far enough from each other. */
function stepOf(
  pixelsPerSecond: number,
  ruler: Ruler,
  { apart, bpm }: { apart: number; bpm: number },
) {
  const least = apart / pixelsPerSecond;
  if (ruler === "time") return SECONDS.find((step) => step >= least) ?? 3600;
  const beat = 60 / bpm;
  return (BEATS.find((step) => step * beat >= least) ?? 256 * BAR) * beat;
}

/** Seconds between two lines of the grid. */
export const gridStep = (pixelsPerSecond: number, ruler: Ruler, bpm: number): number =>
  stepOf(pixelsPerSecond, ruler, { apart: APART, bpm });
/** Seconds between two numbers of the ruler. */
export const rulerStep = (pixelsPerSecond: number, ruler: Ruler, bpm: number): number =>
  stepOf(pixelsPerSecond, ruler, { apart: NUMBERS_APART, bpm });

/** The line of the grid that is nearest to a time. */
export const toGrid = (seconds: number, step: number): number =>
  Math.max(0, Math.round(seconds / step) * step);

/** Bar and beat of a time, both from 1 on, such as `3.2`; between beats with hundredths of a beat. */
export function beatText(seconds: number, bpm: number): string {
  const hundredths = Math.round((seconds * bpm * 100) / 60);
  const beats = Math.floor(hundredths / 100);
  const rest = hundredths % 100;
  const place = `${Math.floor(beats / BAR) + 1}.${(beats % BAR) + 1}`;
  return rest === 0 ? place : `${place}.${String(rest).padStart(2, "0")}`;
}

/** The nearest of some places within reach, or the place itself. */
export function pullTo(place: number, targets: readonly number[], reach: number): number {
  let best = place;
  let least = reach;
  for (const target of targets) {
    const away = Math.abs(target - place);
    if (away > least) continue;
    least = away;
    best = target;
  }
  return best;
}
