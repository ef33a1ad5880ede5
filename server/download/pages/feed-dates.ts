import { lineOf } from "./markup.ts";

/**
 * Offsets from UTC of time zone abbreviations that `Date.parse` does not know, in minutes.
 * Abbreviations with several meanings (such as IST) are not listed.
 */
const ZONES: Readonly<Record<string, number>> = {
  ACDT: 630,
  ACST: 570,
  ADT: -180,
  AEDT: 660,
  AEST: 600,
  AKDT: -480,
  AKST: -540,
  ART: -180,
  AST: -240,
  AWST: 480,
  BRT: -180,
  BST: 60,
  CEST: 120,
  CET: 60,
  EEST: 180,
  EET: 120,
  HKT: 480,
  HST: -600,
  ICT: 420,
  JST: 540,
  KST: 540,
  MESZ: 120,
  MEZ: 60,
  MSK: 180,
  NZDT: 780,
  NZST: 720,
  PHT: 480,
  SAST: 120,
  SGT: 480,
  TRT: 180,
  WEST: 60,
  WET: 0,
  WIB: 420,
};

/** A time with a numeric offset at the end. */
const OFFSET = /:\d{2}(?:\.\d+)?\s?(?:GMT|UTC)?[+-]\d{1,2}(?<minutes>:?\d{2})?$/i;
/** A time with the name of its zone at the end. */
const ZONE = /(?<=:\d{2}(?:\.\d+)?)\s?\(?([a-z]{1,5})\)?$/i;

const parseUtc = (date: string): number =>
  Date.parse(/\dT\d/.test(date) ? `${date}Z` : `${date} GMT`);

function timeOf(date: string): number {
  const offset = OFFSET.exec(date);
  if (offset) return Date.parse(offset.groups?.["minutes"] === undefined ? `${date}:00` : date);
  const [zone, name = ""] = ZONE.exec(date) ?? [];
  if (zone === undefined) return parseUtc(date);
  const minutes = ZONES[name.toUpperCase()];
  const known = minutes === undefined ? Date.parse(date) : Number.NaN;
  const local = date.slice(0, date.length - zone.length);
  return Number.isNaN(known) ? parseUtc(local) - (minutes ?? 0) * 60_000 : known;
}

/**
 * Parses the date of a feed (RFC 822 or ISO 8601) into epoch milliseconds; null for invalid dates.
 * Dates without a time zone, or with an unknown one, are in UTC, as RFC 5322 says of unknown names.
 */
export function parseFeedDate(text: string | undefined): number | null {
  // A comment may repeat the zone: "12:00 +0100 (CET)".
  const time = timeOf(lineOf(text).replace(/(?<=[+-]\d{4}) ?\([^()]*\)$/, ""));
  return Number.isNaN(time) ? null : time;
}
