/** The played range of a sound in frames, `last` exclusive, optionally looped. */
export interface PlaybackRange {
  readonly first: number;
  readonly last: number;
  readonly loop: boolean;
}

/** Consecutive frames of the sound at a position of the output. */
export interface Run {
  /** Position in the sound; negative for silence before it. */
  readonly from: number;
  readonly count: number;
}

/**
 * Position in the sound.
 * @param start position where playback began
 * @param played frames since then; negative for frames before it
 * @returns at or after the end if it does not loop
 */
export function positionAt(
  { first, last, loop }: PlaybackRange,
  start: number,
  played: number,
): number {
  const position = start + played;
  if (!loop || position < last || last <= first) return position;
  return first + ((position - first) % (last - first));
}

/** Ranges of the sound that are played between two numbers of played frames. */
export function runsOf(range: PlaybackRange, start: number, from: number, to: number): Run[] {
  const { last, loop, first } = range;
  if (!loop || last <= first) return [{ from: start + from, count: to - from }];
  const runs: Run[] = [];
  for (let at = from; at < to;) {
    const position = positionAt(range, start, at);
    const count = Math.min(to - at, position < last ? last - position : to - at);
    runs.push({ from: position, count });
    at += count;
  }
  return runs;
}
