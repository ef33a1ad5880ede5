/** Limits of the pace of a line, as factors of the voice's own: what is beyond them sounds dragged or rushed. */
export const PACES = { slowest: 0.8, fastest: 1.25 } as const;
/** Seconds of silence between two lines. */
const GAP = 0.08;
/** Difference of pace that nobody hears. */
const SAME = 0.02;
/** Samples below it are silence before a line. */
const SILENCE = 0.0012;
/** Seconds of it that stay. */
const LEAD = 0.01;

/** The time that a line has, in seconds. */
export interface Slot {
  /** As long as what is said in the recording. */
  readonly own: number;
  /** Until the next line begins, or the recording ends: it may run into the pause behind it. */
  readonly room: number;
}

/** @param lines that are spoken, in their order. @param seconds of the recording */
export const slotsOf = (
  lines: readonly { readonly from: number; readonly to: number }[],
  seconds: number,
): Slot[] =>
  lines.map(({ from, to }, at) => {
    const next = lines[at + 1];
    const room = Math.max(0.1, (next ? next.from - GAP : seconds) - from);
    return { own: Math.min(Math.max(0.1, to - from), room), room };
  });

/**
 * The pace at which a line fits its time: its own where that does, slower where it would leave time over, into
 * the pause where it is longer, and faster where that does not suffice.
 * @param seconds that it takes at the voice's own pace
 */
export function paceFor(seconds: number, { own, room }: Slot): number {
  const wanted = seconds / Math.min(Math.max(seconds, own), room);
  return Math.min(PACES.fastest, Math.max(PACES.slowest, wanted));
}

/** Seconds by which a line is too long even at the fastest pace; 0: it fits. */
export const excessOf = (seconds: number, { room }: Slot): number =>
  Math.max(0, seconds / PACES.fastest - room);

export interface Said {
  /** Mono. */
  readonly samples: Float32Array<ArrayBuffer>;
  /** Hz */
  readonly sampleRate: number;
}

/** A line as it is spoken in its time. */
export interface Fitted extends Said {
  /** Factor of the voice's own pace. */
  readonly pace: number;
  /** Seconds by which it is longer than its room; 0: it fits. */
  readonly excess: number;
}

/** Without the silence before it: a line begins when its time does. */
function trimmed({ samples, sampleRate }: Said): Said {
  let start = 0;
  while (start < samples.length && Math.abs(samples[start]!) < SILENCE) start++;
  const from = Math.max(0, start - Math.round(LEAD * sampleRate));
  return { samples: from === 0 ? samples : samples.slice(from), sampleRate };
}

/** How often a pace is corrected: voices do not follow it exactly. */
const TRIES = 3;
/** How often a line is spoken at most until it fits. */
export const SPOKEN_AT_MOST = 1 + TRIES;

/**
 * Speaks a line so that it fits its time: once at the voice's own pace, and again at the one that it needs.
 * @param say speaks it at a factor of the voice's pace
 */
export async function fitSpeech(say: (pace: number) => Promise<Said>, slot: Slot): Promise<Fitted> {
  const lengthOf = ({ samples, sampleRate }: Said): number => samples.length / sampleRate;
  let said = trimmed(await say(1));
  const wanted = Math.min(Math.max(lengthOf(said), slot.own), slot.room);
  const fits = (): boolean => lengthOf(said) <= slot.room;
  let pace = 1;
  let next = paceFor(lengthOf(said), slot);
  if (fits() && Math.abs(next - 1) <= SAME) return { ...said, pace, excess: 0 };
  for (let tried = 0; tried < TRIES && next !== pace; tried++) {
    pace = next;
    said = trimmed(await say(pace));
    if (fits()) break;
    next = Math.min(PACES.fastest, (pace * lengthOf(said) * (1 + SAME / 2)) / wanted);
  }
  return { ...said, pace, excess: Math.max(0, lengthOf(said) - slot.room) };
}
