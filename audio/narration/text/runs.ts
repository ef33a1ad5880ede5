import { spokenCode } from "../../speech/languages.ts";
import type { Mark } from "./marks.ts";

/** A unit of synthesis: one language, between two pauses. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly language: string;
  /** Seconds of silence before it. */
  readonly pause: number;
}

/** Divides a text into runs; marks must be ordered by start. */
export function runsOf(length: number, marks: readonly Mark[], language: string): Run[] {
  const edges = new Set([0, length]);
  for (const mark of marks)
    if (mark.kind === "pause" || mark.kind === "language") edges.add(mark.start).add(mark.end);
  const positions = [...edges].sort((a, b) => a - b);
  const runs: Run[] = [];
  let pause = 0;
  for (const [at, start] of positions.entries()) {
    const end = positions[at + 1];
    if (end === undefined) break;
    const holds = (mark: Mark): boolean => mark.start <= start && mark.end >= end;
    const silent = marks.find((mark) => mark.kind === "pause" && holds(mark));
    if (silent?.kind === "pause") {
      pause += silent.seconds;
      continue;
    }
    const foreign = marks.findLast((mark) => mark.kind === "language" && holds(mark));
    const own = foreign?.kind === "language" ? spokenCode(foreign.language) : null;
    runs.push({ start, end, language: own ?? language, pause });
    pause = 0;
  }
  if (pause > 0) runs.push({ start: length, end: length, language, pause });
  return runs;
}
