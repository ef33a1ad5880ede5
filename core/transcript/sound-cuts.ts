import type { PauseCut, Transcript } from "./transcript.ts";

/** Maximum seconds of a pause that is cut together with the word before it. */
const CLOSE = 0.4;

/** Ranges of the recording that are cut, in seconds, sorted and disjoint. */
export function soundCuts({
  lines,
  pauses,
  seconds,
}: Pick<Transcript, "lines" | "pauses" | "seconds">): PauseCut[] {
  const words = lines.flatMap((line) => line.words);
  const cuts: PauseCut[] = pauses.map(({ from, to }) => ({ from, to }));
  for (const [at, word] of words.entries()) {
    if (!word.cut) continue;
    const next = words[at + 1]?.from ?? seconds;
    cuts.push({ from: word.from, to: next - word.to < CLOSE ? Math.max(next, word.to) : word.to });
  }
  cuts.sort((a, b) => a.from - b.from);
  const joined: PauseCut[] = [];
  for (const { from, to } of cuts) {
    const last = joined.at(-1);
    if (last && from <= last.to + 0.001)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else if (to > from) joined.push({ from: Math.max(0, from), to: Math.min(seconds, to) });
  }
  return joined;
}

/** Ranges of the recording that remain, in seconds. */
export function remainingRanges(
  cuts: readonly PauseCut[],
  seconds: number,
): (readonly [from: number, to: number])[] {
  const remaining: (readonly [number, number])[] = [];
  let at = 0;
  for (const { from, to } of cuts) {
    if (from > at) remaining.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < seconds) remaining.push([at, seconds]);
  return remaining;
}

/** Maps a time in the recording to the time after the cuts. */
export function timeAfterCuts(cuts: readonly PauseCut[], time: number): number {
  let before = 0;
  for (const { from, to } of cuts) if (from < time) before += Math.min(to, time) - from;
  return time - before;
}

/** The transcript of the recording after the cuts. */
export function transcriptOfCut(
  transcript: Transcript,
  remaining: Transcript["lines"],
): Transcript {
  const cuts = soundCuts(transcript);
  const at = (time: number): number => timeAfterCuts(cuts, time);
  return {
    ...transcript,
    seconds: at(transcript.seconds),
    pauses: [],
    lines: remaining.map((line) => ({
      ...line,
      from: at(line.from),
      to: at(line.to),
      words: line.words.map((word) => ({ ...word, from: at(word.from), to: at(word.to) })),
    })),
  };
}
