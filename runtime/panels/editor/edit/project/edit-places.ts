/** What the ruler counts, and what places are drawn to. */
export type Ruler = "time" | "beats";
export type Snap = "off" | "zero" | "grid";

/** How many beats a bar has, and which note a beat is. */
export const METRES = ["2/4", "3/4", "4/4", "5/4", "6/8", "7/8", "9/8", "12/8"] as const;
export type Metre = (typeof METRES)[number];

/** What bars and beats are counted by. */
export interface Pulse {
  /** Quarter notes a minute, whatever the beat is. */
  readonly bpm: number;
  readonly metre: Metre;
}

/** Beats of a bar, and seconds of a beat. */
function measureOf({ bpm, metre }: Pulse): { readonly bar: number; readonly beat: number } {
  const [beats, note] = metre.split("/").map(Number) as [number, number];
  return { bar: beats, beat: (60 / bpm) * (4 / note) };
}

/** CSS pixels between two lines of the grid, at least. */
const APART = 12;
/** CSS pixels between two numbers of the ruler, at least. */
const NUMBERS_APART = 72;

const SECONDS = [
  0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30,
  60, 120, 300, 600, 900, 1800,
];
const PARTS_OF_BEAT = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
const BARS = [1, 2, 4, 8, 16, 64, 256];

/** Steps of the grid in beats. Bars of 6, 9 and 12 eighths are counted in threes. */
const stepsOf = (bar: number): readonly number[] => [
  ...PARTS_OF_BEAT,
  ...(bar > 3 && bar % 3 === 0 ? [3] : []),
  ...BARS.map((bars) => bars * bar),
];

/** Seconds between two lines so that they are far enough from each other. */
function stepOf(
  pixelsPerSecond: number,
  ruler: Ruler,
  { apart, pulse }: { apart: number; pulse: Pulse },
) {
  const least = apart / pixelsPerSecond;
  if (ruler === "time") return SECONDS.find((step) => step >= least) ?? 3600;
  const { bar, beat } = measureOf(pulse);
  const steps = stepsOf(bar);
  return (steps.find((step) => step * beat >= least) ?? steps.at(-1)!) * beat;
}

/** Seconds between two lines of the grid. */
export const gridStep = (pixelsPerSecond: number, ruler: Ruler, pulse: Pulse): number =>
  stepOf(pixelsPerSecond, ruler, { apart: APART, pulse });
/** Seconds between two numbers of the ruler. */
export const rulerStep = (pixelsPerSecond: number, ruler: Ruler, pulse: Pulse): number =>
  stepOf(pixelsPerSecond, ruler, { apart: NUMBERS_APART, pulse });

/** The line of the grid that is nearest to a time. */
export const toGrid = (seconds: number, step: number): number =>
  Math.max(0, Math.round(seconds / step) * step);

/** Bar and beat of a time, both from 1 on, such as `3.2`; between beats with hundredths of a beat. */
export function beatText(seconds: number, pulse: Pulse): string {
  const { bar, beat } = measureOf(pulse);
  const hundredths = Math.round((100 * seconds) / beat);
  const beats = Math.floor(hundredths / 100);
  const rest = hundredths % 100;
  const place = `${Math.floor(beats / bar) + 1}.${(beats % bar) + 1}`;
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
