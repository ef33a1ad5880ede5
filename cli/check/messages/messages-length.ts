/** English texts of up to this many columns are labels: buttons, headings of columns, entries of menus. */
const LABEL_COLUMNS = 24;

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60]/u;
/** Marks that take no room of their own. */
const NARROW = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Room that a text takes, in columns; a placeholder is four digits long. */
export const columnsOf = (text: string): number =>
  Array.from(text.replace(/\{\{[^{}]*\}\}/g, "0000")).reduce(
    (sum, char) => sum + (NARROW.test(char) ? 0 : WIDE.test(char) ? 2 : 1),
    0,
  );

/** Whether an English text is a label, which has little room: short, without the end of a sentence. */
const isLabel = (english: string): boolean =>
  columnsOf(english) <= LABEL_COLUMNS && !/[.!?…:]$|\n/.test(english.trim());

/** Room that a translated label may take: short words grow most. */
const roomFor = (english: string): number => columnsOf(english) * 2 + 12;

/** The columns of a label that outgrows its room, and what there are; undefined for all other texts. */
export function overflowOf(
  english: string,
  text: string,
): { columns: number; room: number } | undefined {
  if (!isLabel(english)) return undefined;
  const columns = columnsOf(text);
  const room = roomFor(english);
  return columns > room ? { columns, room } : undefined;
}
