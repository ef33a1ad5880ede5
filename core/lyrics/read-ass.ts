import { readCueText } from "./cue-text.ts";
import type { LyricLine } from "./lyrics.ts";
import type { FoundLines } from "./order-lines.ts";
import { secondsOf, stampOf } from "./word-stamps.ts";

const TIME = /^\s*(-?)(\d+):(\d{1,2}):(\d{1,2})(?:[.,:](\d+))?\s*$/;
/** Fields of an event unless the file lists them. The text is the last one and has commas. */
const FIELDS = "layer,start,end,style,name,marginl,marginr,marginv,effect,text".split(",");
const EVENT = /^\s*Dialogue:([^]*)$/i;
const FORMAT = /^\s*Format:([^]*)$/i;
const SECTION = /^\s*\[([^[\]]*)\]\s*$/;
/** The duration of a syllable in hundredths of a second, or the start of the next one. */
const SYLLABLE = /\\(?:[kK]|k[fot])(\d+(?:\.\d+)?)/g;
const DRAWING = /\\p(\d+)/g;

const START = /^[ \t]*(?:\[Script Info\]|Dialogue:[^,]*,[ \t]*\d+:\d\d?:\d\d?[.,:]\d+[ \t]*,)/i;

/** Whether a text is SubStation Alpha (SSA or ASS). */
export const hasEvents = (source: string): boolean =>
  source.split("\n").some((row) => START.test(row));

const secondsIn = (field: string): number => {
  const [, minus, hours, minutes, seconds, fraction] = TIME.exec(field) ?? [];
  const time = hours === undefined ? NaN : secondsOf(hours, minutes, seconds, fraction);
  return minus === "-" ? 0 : time;
};

/** The text of an event without overrides, drawings and comments; syllables become timestamps. */
function shownText(raw: string, from: number): string {
  let time = from;
  let end: number | null = null;
  let isDrawing = false;
  let text = "";
  for (const part of raw.split(/(\{[^{}]*\})/)) {
    if (!/^\{[^]*\}$/.test(part)) {
      if (!isDrawing)
        text += part.replaceAll("\\n", " ").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      continue;
    }
    for (const [tag, value] of part.matchAll(SYLLABLE)) {
      if (tag.startsWith("\\kt")) {
        time = from + Number(value) / 100;
        continue;
      }
      text += stampOf(time);
      time += Number(value) / 100;
      end = time;
    }
    for (const [, scale] of part.matchAll(DRAWING)) isDrawing = Number(scale) > 0;
  }
  return end === null ? text : text + stampOf(end);
}

/**
 * Reads the events of SubStation Alpha with line feeds as line ends. Events may be in any order;
 * their actor is the speaker.
 */
export function readAss(source: string): FoundLines {
  const lines: LyricLine[] = [];
  let fields: readonly string[] = FIELDS;
  let section = "events";
  let broken = 0;
  for (const row of source.split("\n")) {
    section = SECTION.exec(row)?.[1]!.trim().toLowerCase() ?? section;
    const format = section === "events" ? FORMAT.exec(row) : null;
    if (format) fields = format[1]!.split(",").map((field) => field.trim().toLowerCase());
    const event = EVENT.exec(row)?.[1];
    if (event === undefined) continue;
    const values = event.split(",");
    const valueOf = (field: string): string => values[fields.indexOf(field)] ?? "";
    const from = secondsIn(valueOf("start"));
    const end = secondsIn(valueOf("end"));
    const isBroken = Number.isNaN(from);
    if (isBroken || !(end >= from)) broken++;
    const text = values.slice(fields.length - 1).join(",");
    const voice = valueOf("name").trim();
    for (const cue of readCueText(shownText(text, isBroken ? 0 : from), from, false)) {
      const own = voice === "" ? cue : { ...cue, voice };
      if (isBroken) lines.push({ ...own, from: null, to: null, words: [] });
      else lines.push({ ...own, from, to: end > from ? end : null });
    }
  }
  return { lines, broken, isUnordered: true };
}
