import { duetVoices } from "#core/lyrics/duet.ts";
import type { LyricLine, LyricWord } from "#core/lyrics/lyrics.ts";
import { lineRanges, type SungLine } from "./line-ranges.ts";
import { findPhrases, type SungNote } from "./sung-notes.ts";

/** Of the file's quarter beats, 37.5 ms each: finer than the tolerance of players. */
const BPM = 400;
const BEATS_PER_SECOND = (4 * BPM) / 60;
/** The note that the format counts from: C4. */
const ORIGIN = 60;

interface Row {
  /** A freestyle note has no pitch. */
  readonly kind: ":" | "F";
  readonly from: number;
  readonly to: number;
  readonly pitch: number;
  readonly text: string;
}

export interface UltraStarTags {
  readonly title: string;
  readonly artist: string;
  /** File names of the song, of the song without its singer, and of an image. */
  readonly audio: string;
  readonly instrumental?: string;
  readonly cover?: string;
}

/**
 * Notes and lyrics as a song of UltraStar (format version 1.0.0). The first note of a word has its
 * text, and further ones “~”; a word without a note is a freestyle note. Without timed lyrics the
 * phrases of the notes have no text. Lyrics of two voices are a duet, in which each voice has its own
 * lines, and both have those that name none.
 */
export function writeUltraStar(
  { notes, lines }: { readonly notes: readonly SungNote[]; readonly lines: readonly LyricLine[] },
  { title, artist, audio, instrumental, cover }: UltraStarTags,
): string {
  const voices = duetVoices(lines);
  const parts = voices
    ? voices.map((voice) => partsOf(lineRanges(lines, voice), notes))
    : [partsOf(lineRanges(lines), notes)];
  const starts = parts.flatMap((rows) => rows[0]?.[0]?.from ?? []);
  const start = starts.length > 0 ? Math.min(...starts) : 0;
  const header = [
    "#VERSION:1.0.0",
    `#TITLE:${oneLine(title)}`,
    `#ARTIST:${oneLine(artist)}`,
    `#MP3:${oneLine(audio)}`,
    ...(instrumental === undefined ? [] : [`#INSTRUMENTAL:${oneLine(instrumental)}`]),
    ...(cover === undefined ? [] : [`#COVER:${oneLine(cover)}`]),
    ...(voices ?? []).map((voice, at) => `#P${at + 1}:${oneLine(voice)}`),
    `#BPM:${BPM}`,
    `#GAP:${Math.round(1000 * start)}`,
  ];
  const body = parts.flatMap((own, at) => [
    ...(voices ? [`P${at + 1}`] : []),
    ...rowsOfVoice(own, start),
  ]);
  return `${[...header, ...body, "E"].join("\n")}\n`;
}

/** Notes of each line, or of each phrase if no line has a time. */
function partsOf(timed: readonly SungLine[], notes: readonly SungNote[]): readonly Row[][] {
  const parts =
    timed.length > 0
      ? timed.map((line) => rowsOfLine(line, notes))
      : findPhrases(notes).map(({ from, to }) =>
          notes
            .filter((note) => note.from >= from && note.to <= to)
            .map((note) => rowOf(note, "~")),
        );
  return parts.filter((rows) => rows.length > 0);
}

function rowsOfVoice(parts: readonly Row[][], start: number): string[] {
  const body: string[] = [];
  let free = 0;
  for (const [at, rows] of parts.entries()) {
    if (at > 0) body.push(`- ${free}`);
    for (const { kind, from, to, pitch, text } of rows) {
      const first = Math.max(free, Math.round((from - start) * BEATS_PER_SECOND));
      const length = Math.max(1, Math.round((to - start) * BEATS_PER_SECOND) - first);
      body.push(`${kind} ${first} ${length} ${pitch} ${text}`);
      free = first + length;
    }
  }
  return body;
}

// A line of the file is a line of text.
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

const rowOf = ({ from, to, note }: SungNote, text: string): Row => ({
  kind: ":",
  from,
  to,
  pitch: Math.round(note) - ORIGIN,
  text,
});

/** Words with times; those of a line that has none share its time evenly. */
function timedWords({ line, from, to }: SungLine): readonly LyricWord[] {
  if (line.words.length > 0) return line.words;
  const words = [...line.text.matchAll(/\S+/g)];
  const step = (to - from) / Math.max(1, words.length);
  return words.map(({ index, 0: text }, at) => ({
    start: index,
    end: index + text.length,
    from: from + at * step,
    to: from + (at + 1) * step,
  }));
}

function rowsOfLine(sung: SungLine, notes: readonly SungNote[]): Row[] {
  const words = timedWords(sung);
  // A note belongs to the last word that began before its middle.
  const middleOf = (note: SungNote): number => (note.from + note.to) / 2;
  const own = notes.filter((note) => middleOf(note) >= sung.from && middleOf(note) < sung.to);
  const groups = words.map(({ from }, at): readonly SungNote[] => {
    const next = words[at + 1]?.from ?? Infinity;
    return own.filter((note) => (at === 0 || middleOf(note) >= from) && middleOf(note) < next);
  });
  return words.flatMap(({ start, end, from, to }, at): readonly Row[] => {
    const text = oneLine(sung.line.text.slice(start, end));
    // A space ends a word: players join what has none.
    const hasSpace = /^\s/.test(sung.line.text.slice(end)) || at === words.length - 1;
    const space = hasSpace ? " " : "";
    const group = groups[at]!;
    if (group.length === 0)
      return [{ kind: "F", from, to: Math.max(from, to), pitch: 0, text: text + space }];
    return group.map((note, i) =>
      rowOf(note, (i === 0 ? text : "~") + (i === group.length - 1 ? space : "")),
    );
  });
}
