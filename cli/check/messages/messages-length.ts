/** English texts of up to this width are labels: buttons, column headings, menu entries. */
const LABEL_COLUMNS = 24;

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60]/u;
/** Combining characters, which have no width. */
const NARROW = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Width of a text in columns; a placeholder counts as four digits. */
export const columnsOf = (text: string): number =>
  Array.from(text.replace(/\{\{[^{}]*\}\}/g, "0000")).reduce(
    (sum, char) => sum + (NARROW.test(char) ? 0 : WIDE.test(char) ? 2 : 1),
    0,
  );

/** Whether an English text is a label with limited space: short, and not a sentence. */
const isLabel = (english: string): boolean =>
  columnsOf(english) <= LABEL_COLUMNS && !/[.!?…:]$|\n/.test(english.trim());

/** Maximum width of a translated label: short words grow most. */
const roomFor = (english: string): number => columnsOf(english) * 2 + 12;

/** Width and maximum width of a label that is too wide; undefined for all other texts. */
export function overflowOf(
  english: string,
  text: string,
): { columns: number; room: number } | undefined {
  if (!isLabel(english)) return undefined;
  const columns = columnsOf(text);
  const room = roomFor(english);
  return columns > room ? { columns, room } : undefined;
}
