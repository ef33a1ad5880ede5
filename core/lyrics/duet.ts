import { isTimed, type LyricLine } from "./lyrics.ts";

/** The names of two voices, in the order in which they sing; null if there are fewer or more. */
export function duetVoices(lines: readonly LyricLine[]): readonly [string, string] | null {
  const timed = lines.filter(isTimed).toSorted((a, b) => a.from - b.from);
  const [first, second, ...others] = new Set(timed.flatMap(({ voice }) => voice ?? []));
  return first !== undefined && second !== undefined && others.length === 0
    ? [first, second]
    : null;
}

/** The lines of a voice, and those of both. */
export const linesOfVoice = <Line extends LyricLine>(
  lines: readonly Line[],
  voice: string,
): readonly Line[] => lines.filter((line) => (line.voice ?? voice) === voice);
