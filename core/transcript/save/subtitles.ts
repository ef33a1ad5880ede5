import { escapeMarks } from "../../lyrics/cue-text.ts";
import type { LyricWord } from "../../lyrics/lyrics.ts";
import type { Cue, TimedCue } from "./cues.ts";

/** `01:02:03,456`. */
function stamp(seconds: number, point: "," | "."): string {
  const all = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, "0");
  const hours = String(Math.floor(all / 3_600_000)).padStart(2, "0");
  return `${hours}:${two(all / 60_000)}:${two(all / 1000)}${point}${String(all % 1000).padStart(3, "0")}`;
}

/** A single row, because an empty row or an arrow would end a block of the file. */
const plain = (text: string): string => oneSpaced(text).trim();
const oneSpaced = (text: string): string => text.replace(/\s+/gu, " ").replaceAll("-->", "→");

const nameOf = ({ speaker }: Cue, speakers: readonly string[]): string =>
  speaker === null ? "" : plain(speakers[speaker] ?? "");

/** SubRip. The speaker precedes the text. */
export const writeSrt = (cues: readonly Cue[], speakers: readonly string[]): string =>
  cues
    .map((cue, at) => {
      const name = nameOf(cue, speakers);
      const rows = cue.rows.map(plain);
      // SubRip has no escapes, but players support WebVTT's character references. Only text that
      // would be misinterpreted is escaped.
      const text = escapeMarks(
        [`${name && `${name}: `}${rows[0]!}`, ...rows.slice(1)]
          .join("\n")
          .replace(/&(?=#?\w{1,8};)/g, "&amp;"),
      );
      return `${at + 1}\n${stamp(cue.from, ",")} --> ${stamp(cue.to, ",")}\n${text}\n`;
    })
    .join("\n");

const escaped = (text: string): string =>
  escapeMarks(text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"));

/** WebVTT. The speaker is a voice span. */
export const writeVtt = (cues: readonly Cue[], speakers: readonly string[]): string =>
  writeVttWith(cues, (cue) => {
    const name = escaped(nameOf(cue, speakers));
    const text = cue.rows.map((row) => escaped(plain(row))).join("\n");
    return `${name && `<v ${name}>`}${text}`;
  });

/** WebVTT with word timestamps and without speakers. */
export const writeTimedVtt = (cues: readonly TimedCue[]): string =>
  writeVttWith(cues, (cue) => {
    // Timestamps must be within the cue and ascending; text before the first one starts with the
    // cue.
    let last = cue.from;
    const mark = (time: number): string => {
      if (time < last + 0.001 || time > cue.to - 0.001) return "";
      last = time;
      return `<${stamp(time, ".")}>`;
    };
    const rowOf = (row: string, words: readonly LyricWord[]): string =>
      words
        .map(({ start, from }, at) => {
          const text = row.slice(start, words[at + 1]?.start);
          return `${mark(from)}${escaped(oneSpaced(text))}`;
        })
        .join("");
    const rows = cue.rows.map((row, at) => rowOf(row, cue.words[at] ?? []));
    const end = cue.words.at(-1)?.at(-1)?.to;
    return `${rows.join("\n")}${end === undefined ? "" : mark(end)}`;
  });

const writeVttWith = <T extends Cue>(cues: readonly T[], textOf: (cue: T) => string): string =>
  [
    "WEBVTT\n",
    ...cues.map((cue) => `${stamp(cue.from, ".")} --> ${stamp(cue.to, ".")}\n${textOf(cue)}\n`),
  ].join("\n");
