import type { UnitFile, UnitState } from "./units.ts";

/** What is handed to translators. */
export interface Exchange {
  /** Code of the locale: `pt-br`. */
  readonly locale: string;
  /** BCP 47 tags. */
  readonly sourceLanguage: string;
  readonly language: string;
  /** The style of the language, in lines; empty where the site has no glossary. */
  readonly style: readonly string[];
  readonly files: readonly UnitFile[];
}

/** A unit that came back. */
export interface Returned {
  readonly id: string;
  /** Undefined where the format does not carry it. */
  readonly source: string;
  /** `""` where nothing was translated. */
  readonly target: string;
  /** What the file says of it. Only a `translated` one is finished; every other state needs work. */
  readonly state: UnitState | "unreviewed";
  /** Line of the file, counted from 1. */
  readonly line: number;
}

/** A file that came back. */
export interface ReturnedFile {
  /** BCP 47 tag of the translation. */
  readonly language: string;
  readonly units: readonly Returned[];
  /** Units that cannot be read, each with what is wrong. */
  readonly faults: readonly { readonly line: number; readonly detail: string }[];
}

/** A file that is not what its name says. The line is counted from 1. */
export class ExchangeFault extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column = 1) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** What marks a translation that needs a look. */
export const needsLook = (state: UnitState): boolean => state === "stale" || state === "unstamped";
