import type { SpeakerTurn } from "#audio/speakers/turns.ts";

/** Seconds of a frame that is scored. */
const STEP = 0.01;

/** What is wrong, in seconds of speech of one speaker. */
export interface DiarizationErrors {
  readonly missed: number;
  readonly falseAlarm: number;
  readonly confusion: number;
  /** Seconds of speech that were scored. */
  readonly speech: number;
}

/** Diarization error rate in percent. */
export const errorRate = ({ missed, falseAlarm, confusion, speech }: DiarizationErrors): number =>
  (100 * (missed + falseAlarm + confusion)) / speech;

/** Bit sets of the active speakers for each frame. */
function framesOf(turns: readonly SpeakerTurn[], seconds: number): Uint32Array {
  const frames = new Uint32Array(Math.ceil(seconds / STEP));
  for (const { from, to, speaker } of turns)
    for (
      let at = Math.round(from / STEP);
      at < Math.min(frames.length, Math.round(to / STEP));
      at++
    )
      frames[at]! |= 1 << speaker;
  return frames;
}

const sizeOf = (set: number): number => {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count++;
  return count;
};

/** The assignment of found speakers to those of the reference with the largest sum. */
function bestMapping(agreement: readonly (readonly number[])[], found: number): readonly number[] {
  let best: { readonly sum: number; readonly mapping: readonly number[] } = {
    sum: -1,
    mapping: [],
  };
  const search = (
    speaker: number,
    taken: number,
    sum: number,
    mapping: readonly number[],
  ): void => {
    if (speaker === agreement.length) {
      if (sum > best.sum) best = { sum, mapping };
      return;
    }
    search(speaker + 1, taken, sum, [...mapping, -1]);
    for (let other = 0; other < found; other++)
      if (!(taken & (1 << other)) && agreement[speaker]![other]! > 0) {
        const gain = agreement[speaker]![other]!;
        search(speaker + 1, taken | (1 << other), sum + gain, [...mapping, other]);
      }
  };
  search(0, 0, 0, []);
  return best.mapping;
}

/**
 * Compares turns with those of a reference, as `md-eval.pl` of NIST does: overlaps count for each
 * speaker, and speakers are mapped so that most of them agree.
 * @param collar seconds around each boundary of the reference that are not scored
 */
export function compareTurns(
  reference: readonly SpeakerTurn[],
  found: readonly SpeakerTurn[],
  { seconds, collar }: { readonly seconds: number; readonly collar: number },
): DiarizationErrors {
  const [truth, guess] = [framesOf(reference, seconds), framesOf(found, seconds)];
  const isScored = new Uint8Array(truth.length).fill(1);
  for (const edge of reference.flatMap(({ from, to }) => [from, to]))
    isScored.fill(
      0,
      Math.max(0, Math.round((edge - collar) / STEP)),
      Math.round((edge + collar) / STEP),
    );
  const count = (turns: readonly SpeakerTurn[]): number =>
    1 + Math.max(-1, ...turns.map(({ speaker }) => speaker));
  const agreement = Array.from({ length: count(reference) }, () =>
    Array.from({ length: count(found) }, () => 0),
  );
  for (const [at, set] of truth.entries())
    for (const [speaker, row] of agreement.entries())
      for (const other of row.keys())
        if (isScored[at] && set & (1 << speaker) && guess[at]! & (1 << other)) row[other]!++;
  const mapping = bestMapping(agreement, count(found));
  const errors = { missed: 0, falseAlarm: 0, confusion: 0, speech: 0 };
  for (const [at, set] of truth.entries()) {
    if (!isScored[at]) continue;
    const [expected, given] = [sizeOf(set), sizeOf(guess[at]!)];
    const right = mapping.filter(
      (other, speaker) => other >= 0 && set & (1 << speaker) && guess[at]! & (1 << other),
    ).length;
    errors.speech += STEP * expected;
    errors.missed += STEP * Math.max(0, expected - given);
    errors.falseAlarm += STEP * Math.max(0, given - expected);
    errors.confusion += STEP * (Math.min(expected, given) - right);
  }
  return errors;
}
