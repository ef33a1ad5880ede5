/** Where tags keep that their date is a year and no more: readers make a day of it, the first of January. */
const MARK = "year only";
/** Names under which kinds of tags have the text of a date. */
const DATES = /^(TDRC|TYER|TYE|date|year|\u00a9day|ICRD|com\.apple\.quicktime\.creationdate)$/i;

/** Fields as a file has them, by its own names; texts among them. */
export type RawTags = Readonly<Record<string, unknown>>;

/** @returns fields to keep, where the date is a year alone; else none */
export function yearOnly(raw: RawTags): { readonly raw: Record<string, string> } | undefined {
  const texts = Object.entries(raw).filter(([name]) => DATES.test(name));
  const text = texts.map(([, value]) => (Array.isArray(value) ? (value[0] as unknown) : value))[0];
  return typeof text === "string" && /^\d{4}$/.test(text.trim())
    ? { raw: { [MARK]: "" } }
    : undefined;
}

/** A date of which nothing but the year is known; where it is written, it is written so. */
class Year extends Date {
  override toISOString(): string {
    return super.toISOString().slice(0, 4);
  }
}

/** The date as it is to be written. @param raw what `yearOnly` gave */
export const dateToWrite = (date: Date, raw: unknown): Date =>
  typeof raw === "object" && raw !== null && MARK in raw ? new Year(date) : date;
