import type { Edit, Mark } from "../edit.ts";

/** Maximum number of labels of a file, bytes of a file, and characters of a name. */
export const MAX_LABELS = 2000;
export const MAX_LABEL_BYTES = 4_000_000;
const MAX_NAME = 200;
/** Seconds with a decimal point, or with the comma of some languages. */
const SECONDS = /^\d{1,7}(?:[.,]\d{1,12})?$/;

export type LabelFault =
  | { readonly kind: "columns" | "time" | "order"; readonly line: number }
  | { readonly kind: "many" | "none" };

type NewMark = Omit<Mark, "id">;

/** Markers and regions as Audacity's label tracks: start and end in seconds, and a name, by tabs. */
export const writeLabels = ({ marks, sampleRate }: Pick<Edit, "marks" | "sampleRate">): string =>
  marks
    .map(({ start, end, name }) => {
      const times = [start, end].map((frame) => (frame / sampleRate).toFixed(6));
      return `${[...times, name.replaceAll(/\s+/g, " ")].join("\t")}\n`;
    })
    .join("");

const framesOf = (seconds: string, sampleRate: number): number | null =>
  SECONDS.test(seconds) ? Math.round(Number(seconds.replace(",", ".")) * sampleRate) : null;

function readLine(line: string, sampleRate: number): NewMark | "columns" | "time" | "order" {
  const [from, to, ...names] = line.split("\t");
  if (from === undefined || to === undefined) return "columns";
  const [start, end] = [framesOf(from.trim(), sampleRate), framesOf(to.trim(), sampleRate)];
  if (start === null || end === null) return "time";
  if (end < start) return "order";
  return { start, end, name: names.join(" ").trim().slice(0, MAX_NAME) };
}

/** Reads a label track of Audacity; a file with a fault is rejected as a whole. */
export function readLabels(
  text: string,
  sampleRate: number,
): { readonly marks: readonly NewMark[] } | { readonly fault: LabelFault } {
  const marks: NewMark[] = [];
  for (const [at, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    // A line that begins with a backslash is the frequency range of the label before it.
    if (line.trim() === "" || line.startsWith("\\")) continue;
    if (marks.length === MAX_LABELS) return { fault: { kind: "many" } };
    const mark = readLine(line, sampleRate);
    if (typeof mark === "string") return { fault: { kind: mark, line: at + 1 } };
    marks.push(mark);
  }
  return marks.length > 0 ? { marks } : { fault: { kind: "none" } };
}

/** Adds markers and regions. */
export function addMarks(edit: Edit, added: readonly NewMark[]): Edit {
  const marks = [...edit.marks, ...added.map((mark, at) => ({ ...mark, id: edit.nextId + at }))];
  return {
    ...edit,
    marks: marks.sort((a, b) => a.start - b.start),
    nextId: edit.nextId + added.length,
  };
}
