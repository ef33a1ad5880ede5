import { errorsAllowed, errorsBetween } from "./distance.ts";

/** A word of a page with its stem. */
export interface Word {
  readonly text: string;
  readonly stem: string;
}

/**
 * Minimum length of a stem that may match part of a compound or contain one: shorter stems are
 * often mere syllables.
 */
const COMPOUND = 5;
/** Minimum length of a stem that may have a typing error. */
const LONG_STEM = 6;

/**
 * How well a typed word matches a word of a page, from 0 to 1: exactly, by stem, or as a prefix.
 */
export function closeFit(query: Word, found: Word): number {
  if (query.text === found.text) return 1;
  if (query.stem === found.stem) return 0.92;
  const isBeginning = query.text.length >= 2 && found.text.startsWith(query.text);
  return isBeginning ? 0.55 + 0.35 * (query.text.length / found.text.length) : 0;
}

/** As `closeFit`, but also matches words with typing errors and parts of compounds. */
export function wideFit(query: Word, found: Word): number {
  const close = closeFit(query, found);
  if (close > 0) return close;
  const [a, b] = [query.text, found.text];
  const errors = errorsBetween(a, b, errorsAllowed(a.length));
  if (errors !== undefined) return 0.8 - 0.15 * errors;
  if (query.stem.length >= LONG_STEM && errorsBetween(query.stem, found.stem, 1) !== undefined)
    return 0.55;
  if (query.stem.length >= COMPOUND && b.includes(query.stem)) return 0.55;
  const part = found.stem.length >= COMPOUND ? found.stem : b;
  return part.length >= COMPOUND && a.includes(part) ? 0.45 : 0;
}
