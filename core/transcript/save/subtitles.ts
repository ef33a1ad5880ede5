import type { Cue } from "./cues.ts";

/** `01:02:03,456` */
function stamp(seconds: number, point: "," | "."): string {
  const all = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, "0");
  const hours = String(Math.floor(all / 3_600_000)).padStart(2, "0");
  return `${hours}:${two(all / 60_000)}:${two(all / 1000)}${point}${String(all % 1000).padStart(3, "0")}`;
}

/** A row of a file whose blocks an empty row or an arrow would end. */
const plain = (text: string): string => text.replace(/\s+/gu, " ").replaceAll("-->", "→").trim();

const nameOf = ({ speaker }: Cue, speakers: readonly string[]): string =>
  speaker === null ? "" : plain(speakers[speaker] ?? "");

/** SubRip. Who speaks stands before the text. */
export const writeSrt = (cues: readonly Cue[], speakers: readonly string[]): string =>
  cues
    .map((cue, at) => {
      const name = nameOf(cue, speakers);
      const rows = cue.rows.map(plain);
      const text = [`${name && `${name}: `}${rows[0]!}`, ...rows.slice(1)].join("\n");
      return `${at + 1}\n${stamp(cue.from, ",")} --> ${stamp(cue.to, ",")}\n${text}\n`;
    })
    .join("\n");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** WebVTT. Who speaks is its voice span. */
export const writeVtt = (cues: readonly Cue[], speakers: readonly string[]): string =>
  [
    "WEBVTT\n",
    ...cues.map((cue) => {
      const name = escaped(nameOf(cue, speakers));
      const text = cue.rows.map((row) => escaped(plain(row))).join("\n");
      return `${stamp(cue.from, ".")} --> ${stamp(cue.to, ".")}\n${name && `<v ${name}>`}${text}\n`;
    }),
  ].join("\n");
