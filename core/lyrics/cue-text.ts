import { resolveReferences } from "../xml/character-references.ts";
import type { LyricLine } from "./lyrics.ts";
import { type WordStamp, createRow, secondsOf, splitAtStamps } from "./word-stamps.ts";

/** A row of a subtitle. */
export type CueRow = Pick<LyricLine, "text" | "words" | "voice">;

/** Tags of WebVTT, SubRip, and HTML that programs write into both. Any other `<` is text. */
const ELEMENTS =
  "b|i|u|s|c|v|lang|ruby|rb|rt|rp|rtc|font|span|br|p|div|em|strong|small|big|sub|sup|strike|del|ins|tt|center";
/** Word timestamps and tags. */
const TAG = new RegExp(
  "<(?:(\\d+):)?(\\d{1,2}):(\\d{2})[.,](\\d{1,3})>|" +
    `<(/?)(${ELEMENTS})(?:\\.[^\\s<>./]*)*(?:\\s([^<>]*))?/?>`,
  "gi",
);
/**
 * Overrides, line breaks and spaces of SubStation Alpha and MicroDVD that programs write into
 * SubRip.
 */
const OVERRIDE = /\\[Nh]|\{\\[^{}]*\}|\{\/?[biuBIU]\}|\{[ycYC]:[^{}]*\}/g;
const BREAKS: Readonly<Record<string, string>> = { "\\N": "\n", "\\h": " " };
const MARK = new RegExp(`${TAG.source}|${OVERRIDE.source}`, "gi");
const ATTRIBUTE = /^[\w:-]+\s*=/;
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i;

/**
 * Whether a match is a tag. In `a<b so b>a` it is not: tags have attributes, or a name after `v`,
 * which SubRip has only at the start of a row.
 */
function isTag(name: string, annotation: string, isVoice: boolean): boolean {
  if (annotation === "" || ATTRIBUTE.test(annotation)) return true;
  return name === "v" ? isVoice : name === "lang" && LANGUAGE.test(annotation);
}

/** Resolves references and joins rows; a no-break space becomes a plain one. */
const decoded = (raw: string): string =>
  resolveReferences(raw.replace(/&(?:nbsp|#160|#xa0);/gi, " ")).replaceAll("\n", " ");

/**
 * Reads the text of a SubRip or WebVTT subtitle, without markup and ruby annotations.
 * @param begin start time in seconds
 */
export function readCueText(raw: string, begin: number, isVtt: boolean): readonly CueRow[] {
  const rows: CueRow[] = [];
  let parts = createRow();
  let stamps: WordStamp[] = [];
  let from = begin;
  let isHidden = false;
  let voice: string | null = null;
  let own: string | null = null;
  const endRow = (): void => {
    // Text before the first timestamp starts where the previous row ended.
    const all = stamps.length === 0 ? [] : [{ at: 0, time: from }, ...stamps];
    const row = splitAtStamps(parts.text(), all);
    from = row.words.at(-1)?.to ?? from;
    if (row.text !== "") rows.push(own === null ? row : { ...row, voice: own });
    parts = createRow();
    stamps = [];
  };
  const add = (part: string): void => {
    for (const [index, segment] of part.split("\n").entries()) {
      if (index > 0) endRow();
      // With several voices in a row, the first one counts.
      if (parts.isEmpty()) own = voice;
      if (!isHidden) parts.add(decoded(segment));
    }
  };
  let last = 0;
  const marks = new RegExp(MARK);
  for (let mark = marks.exec(raw); mark; mark = marks.exec(raw)) {
    const [, hours, minutes, seconds, fraction, slash, written, rest = ""] = mark;
    const name = written?.toLowerCase() ?? "";
    add(raw.slice(last, mark.index));
    last = marks.lastIndex;
    if (minutes !== undefined) {
      const time = secondsOf(hours, minutes, seconds, fraction);
      if (!Number.isNaN(time)) stamps.push({ at: parts.length(), time });
    } else if (mark[0].startsWith("\\")) add(BREAKS[mark[0]] ?? mark[0]);
    else if (name !== "") {
      const annotation = rest.replace(/\/$/, "").trim();
      // Text after a literal `<` may contain tags.
      if (!isTag(name, annotation, isVtt || parts.isEmpty())) {
        add("<");
        last = marks.lastIndex = mark.index + 1;
      } else if (name === "br") endRow();
      else if (name === "v") voice = slash === "" ? decoded(annotation) || null : null;
      // An annotation ends with its tag, with its ruby, or where another part of the ruby starts.
      else if (/^(?:ruby|r[bpt]|rtc)$/.test(name)) isHidden = slash === "" && /^r[pt]/.test(name);
    }
  }
  add(raw.slice(last));
  endRow();
  return rows;
}

/** Escapes text that players would read as markup. */
export const escapeMarks = (text: string): string =>
  text
    .replace(OVERRIDE, (mark) => `&#${mark.charCodeAt(0)};${mark.slice(1)}`)
    .replace(TAG, (mark) => `&lt;${mark.slice(1)}`);
