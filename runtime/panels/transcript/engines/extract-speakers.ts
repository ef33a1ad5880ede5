import type { LyricLine } from "#core/lyrics/lyrics.ts";

const NAMED = /^([\p{L}\p{N}][\p{L}\p{M}\p{N} .'’-]{0,30}?)\s*[:：]\s+(?=\S)/u;
/** Maximum number of speakers; more are considered a list. */
const MAX_SPEAKERS = 12;

export interface SpokenLine {
  readonly line: LyricLine;
  readonly speaker: number | null;
}

/**
 * Extracts the speaker of each line, from voice spans of WebVTT or from names at the start of lines
 * (“Anna: …”), if at least two lines have the same name. Names are removed from the text.
 */
export function extractSpeakers(lines: readonly LyricLine[]): {
  readonly speakers: readonly string[];
  readonly lines: readonly SpokenLine[];
} {
  const voices = [...new Set(lines.flatMap(({ voice }) => voice ?? []))];
  if (voices.length > 0 && voices.length <= MAX_SPEAKERS)
    return {
      speakers: voices,
      lines: lines.map((line) => ({
        line,
        speaker: line.voice === undefined ? null : voices.indexOf(line.voice),
      })),
    };
  const names = lines.map(({ text }) => NAMED.exec(text)?.[1] ?? null);
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isScript = [...counts.values()].some((count) => count > 1) && counts.size <= MAX_SPEAKERS;
  if (!isScript) return { speakers: [], lines: lines.map((line) => ({ line, speaker: null })) };
  const speakers = [...counts.keys()];
  let speaker: number | null = null;
  return {
    speakers,
    lines: lines.map((line, at) => {
      const name = names[at]!;
      if (name === null) return { line, speaker };
      speaker = speakers.indexOf(name);
      const text = line.text.replace(NAMED, "");
      return { line: { ...line, text, words: [] }, speaker };
    }),
  };
}
