export const RULERS = ["time", "beats"] as const;
/** Unit of the ruler. */
export type Ruler = (typeof RULERS)[number];
export const SNAPS = ["off", "zero", "grid"] as const;
/** Positions that times snap to. */
export type Snap = (typeof SNAPS)[number];

/** Beats per bar, and the note value of a beat. */
export const TIME_SIGNATURES = ["2/4", "3/4", "4/4", "5/4", "6/8", "7/8", "9/8", "12/8"] as const;
export type TimeSignature = (typeof TIME_SIGNATURES)[number];

export interface Tempo {
  /** Quarter notes per minute, whatever the beat is. */
  readonly bpm: number;
  readonly timeSignature: TimeSignature;
}

/** Beats per bar and seconds per beat. */
function measureOf({ bpm, timeSignature }: Tempo): {
  readonly bar: number;
  readonly beat: number;
} {
  const [beats, note] = timeSignature.split("/").map(Number) as [number, number];
  return { bar: beats, beat: (60 / bpm) * (4 / note) };
}

/** Minimum distance of two grid lines, in CSS pixels. */
const MIN_LINE_DISTANCE = 12;
/** Minimum distance of two numbers on the ruler, in CSS pixels. */
const MIN_NUMBER_DISTANCE = 72;

const STEPS_IN_SECONDS = [
  0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30,
  60, 120, 300, 600, 900, 1800,
];
const BEAT_FRACTIONS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
const BARS = [1, 2, 4, 8, 16, 64, 256];

/** Grid steps in beats. Compound time signatures (6/8, 9/8, 12/8) also have a step of three beats. */
const stepsOf = (bar: number): readonly number[] => [
  ...BEAT_FRACTIONS,
  ...(bar > 3 && bar % 3 === 0 ? [3] : []),
  ...BARS.map((bars) => bars * bar),
];

/** The shortest step, in seconds, whose lines have the minimum distance in CSS pixels. */
function stepOf(
  pixelsPerSecond: number,
  ruler: Ruler,
  { distance, tempo }: { readonly distance: number; readonly tempo: Tempo },
) {
  const minStep = distance / pixelsPerSecond;
  if (ruler === "time") return STEPS_IN_SECONDS.find((step) => step >= minStep) ?? 3600;
  const { bar, beat } = measureOf(tempo);
  const steps = stepsOf(bar);
  return (steps.find((step) => step * beat >= minStep) ?? steps.at(-1)!) * beat;
}

/** Seconds between two grid lines. */
export const gridStep = (pixelsPerSecond: number, ruler: Ruler, tempo: Tempo): number =>
  stepOf(pixelsPerSecond, ruler, { distance: MIN_LINE_DISTANCE, tempo });
/** Seconds between two numbers on the ruler. */
export const rulerStep = (pixelsPerSecond: number, ruler: Ruler, tempo: Tempo): number =>
  stepOf(pixelsPerSecond, ruler, { distance: MIN_NUMBER_DISTANCE, tempo });

/** The grid line that is nearest to a time. */
export const toGrid = (seconds: number, step: number): number =>
  Math.max(0, Math.round(seconds / step) * step);

/** Bar and beat of a time, both counted from 1 (`3.2`), with hundredths between beats (`3.2.50`). */
export function beatText(seconds: number, tempo: Tempo): string {
  const { bar, beat } = measureOf(tempo);
  const hundredths = Math.round((100 * seconds) / beat);
  const beats = Math.floor(hundredths / 100);
  const rest = hundredths % 100;
  const position = `${Math.floor(beats / bar) + 1}.${(beats % bar) + 1}`;
  return rest === 0 ? position : `${position}.${String(rest).padStart(2, "0")}`;
}

/** The nearest target within reach of a position, or the position itself. */
export function snapTo(position: number, targets: readonly number[], reach: number): number {
  let nearest = position;
  let minDistance = reach;
  for (const target of targets) {
    const distance = Math.abs(target - position);
    if (distance > minDistance) continue;
    minDistance = distance;
    nearest = target;
  }
  return nearest;
}
