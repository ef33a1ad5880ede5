/** Marks a date that is only a year: readers convert it to January 1. */
const MARK = "year only";
/** Names of date fields in the tag formats. */
const DATES = /^(TDRC|TYER|TYE|date|year|\u00a9day|ICRD|com\.apple\.quicktime\.creationdate)$/i;

/** Format-specific fields by name. */
export type RawTags = Readonly<Record<string, unknown>>;

/** @returns fields to keep if the date is only a year */
export function yearOnly(raw: RawTags): { readonly raw: Record<string, string> } | undefined {
  const texts = Object.entries(raw).filter(([name]) => DATES.test(name));
  const text = texts.map(([, value]) => (Array.isArray(value) ? (value[0] as unknown) : value))[0];
  return typeof text === "string" && /^\d{4}$/.test(text.trim())
    ? { raw: { [MARK]: "" } }
    : undefined;
}

/** A date with a known year only, which is written as a year. */
class Year extends Date {
  override toISOString(): string {
    return super.toISOString().slice(0, 4);
  }
}

/** The date to be written. @param raw result of `yearOnly` */
export const dateToWrite = (date: Date, raw: unknown): Date =>
  typeof raw === "object" && raw !== null && MARK in raw ? new Year(date) : date;
