/** Limits of the pace relative to the voice's own: beyond them speech sounds dragged or rushed. */
export const PACE_LIMITS = { slowest: 0.8, fastest: 1.25 } as const;
/** Seconds of silence between two lines. */
const GAP = 0.08;
/** Inaudible relative difference in pace. */
const INAUDIBLE_DIFFERENCE = 0.02;
/** Level below which samples before a line are silence. */
const SILENCE = 0.0012;
/** Seconds of leading silence that are kept. */
const LEAD = 0.01;

/** The available time of a line, in seconds. */
export interface Slot {
  /** Duration of the original line. */
  readonly own: number;
  /** Time until the next line or the end of the recording, including the pause. */
  readonly room: number;
}

/** @param lines in order. @param seconds duration of the recording */
export const slotsOf = (
  lines: readonly { readonly from: number; readonly to: number }[],
  seconds: number,
): Slot[] =>
  lines.map(({ from, to }, at) => {
    const next = lines[at + 1];
    const available = Math.max(0.1, (next ? next.from - GAP : seconds) - from);
    return { own: Math.min(Math.max(0.1, to - from), available), room: available };
  });

/**
 * The pace at which a line fits its slot: natural if it fits, slower if time would be left, longer
 * into the pause, and faster only if that is not enough.
 * @param seconds duration at the natural pace
 */
export function paceFor(seconds: number, { own, room }: Slot): number {
  const required = seconds / Math.min(Math.max(seconds, own), room);
  return Math.min(PACE_LIMITS.fastest, Math.max(PACE_LIMITS.slowest, required));
}

/** Seconds by which a line is too long even at the maximum pace; 0 if it fits. */
export const excessOf = (seconds: number, { room }: Slot): number =>
  Math.max(0, seconds / PACE_LIMITS.fastest - room);

export interface SpokenLine {
  /** Mono. */
  readonly samples: Float32Array<ArrayBuffer>;
  /** Hz */
  readonly sampleRate: number;
}

/** A line that was fitted to its slot. */
export interface FittedLine extends SpokenLine {
  /** Factor of the voice's natural pace. */
  readonly pace: number;
  /** Seconds by which it exceeds the available time; 0 if it fits. */
  readonly excess: number;
}

/** Trims leading silence, so that the line starts on time. */
function trimmed({ samples, sampleRate }: SpokenLine): SpokenLine {
  let start = 0;
  while (start < samples.length && Math.abs(samples[start]!) < SILENCE) start++;
  const from = Math.max(0, start - Math.round(LEAD * sampleRate));
  return { samples: from === 0 ? samples : samples.slice(from), sampleRate };
}

/** Maximum corrections of the pace, because voices do not follow it exactly. */
const MAX_CORRECTIONS = 3;
/** Maximum number of times that a line is synthesized. */
export const MAX_ATTEMPTS = 1 + MAX_CORRECTIONS;

/**
 * Synthesizes a line so that it fits its slot: once at the natural pace, then at the required one.
 * @param synthesize synthesizes the line at a factor of the voice's pace
 */
export async function fitSpeech(
  synthesize: (pace: number) => Promise<SpokenLine>,
  slot: Slot,
): Promise<FittedLine> {
  const lengthOf = ({ samples, sampleRate }: SpokenLine): number => samples.length / sampleRate;
  let line = trimmed(await synthesize(1));
  const targetSeconds = Math.min(Math.max(lengthOf(line), slot.own), slot.room);
  const fits = (): boolean => lengthOf(line) <= slot.room;
  let pace = 1;
  let next = paceFor(lengthOf(line), slot);
  if (fits() && Math.abs(next - 1) <= INAUDIBLE_DIFFERENCE) return { ...line, pace, excess: 0 };
  for (let tried = 0; tried < MAX_CORRECTIONS && next !== pace; tried++) {
    pace = next;
    line = trimmed(await synthesize(pace));
    if (fits()) break;
    next = Math.min(
      PACE_LIMITS.fastest,
      (pace * lengthOf(line) * (1 + INAUDIBLE_DIFFERENCE / 2)) / targetSeconds,
    );
  }
  return { ...line, pace, excess: Math.max(0, lengthOf(line) - slot.room) };
}
