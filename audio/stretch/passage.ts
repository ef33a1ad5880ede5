/** What is played of a sound, in frames: from `first` to before `last`, once or again and again. */
export interface Passage {
  readonly first: number;
  readonly last: number;
  readonly loop: boolean;
}

/** Frames that follow each other in the sound, at a place of what is played. */
export interface Run {
  /** Place in the sound; below 0 there is silence. */
  readonly from: number;
  readonly count: number;
}

/**
 * Place in the sound of what is played.
 * @param start place where playing began
 * @param played frames since then; below 0: what lies before in the sound
 * @returns at the end or behind it, where it does not loop
 */
export function placeOf({ first, last, loop }: Passage, start: number, played: number): number {
  const place = start + played;
  if (!loop || place < last || last <= first) return place;
  return first + ((place - first) % (last - first));
}

/** The frames of the sound that are played from one number of played frames to another. */
export function runsOf(passage: Passage, start: number, from: number, to: number): Run[] {
  const { last, loop, first } = passage;
  if (!loop || last <= first) return [{ from: start + from, count: to - from }];
  const runs: Run[] = [];
  for (let at = from; at < to;) {
    const place = placeOf(passage, start, at);
    const count = Math.min(to - at, place < last ? last - place : to - at);
    runs.push({ from: place, count });
    at += count;
  }
  return runs;
}
