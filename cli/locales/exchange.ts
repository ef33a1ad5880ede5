import type { UnitFile, UnitState } from "./units.ts";

/** Data exported for translators. */
export interface Exchange {
  /** Code of the locale: `pt-br`. */
  readonly locale: string;
  /** BCP 47 tags. */
  readonly sourceLanguage: string;
  readonly language: string;
  /** The style of the language, as lines; empty if the site has no glossary. */
  readonly style: readonly string[];
  readonly files: readonly UnitFile[];
}

/** A returned unit. */
export interface Returned {
  readonly id: string;
  /** Undefined if the format does not carry it. */
  readonly source: string;
  /** `""` if it was not translated. */
  readonly target: string;
  /** The state in the file. Only `translated` is finished; every other state needs work. */
  readonly state: UnitState | "unreviewed";
  /** 1-based line of the file. */
  readonly line: number;
}

/** A returned file. */
export interface ReturnedFile {
  /** BCP 47 tag of the translation. */
  readonly language: string;
  readonly units: readonly Returned[];
  /** Units that cannot be read, with their problems. */
  readonly faults: readonly { readonly line: number; readonly detail: string }[];
}

/** A file whose content does not match its name. The line is 1-based. */
export class ExchangeFault extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column = 1) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** Whether a translation needs review. */
export const needsLook = (state: UnitState): boolean => state === "stale" || state === "unstamped";
