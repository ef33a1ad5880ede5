export interface SearchTool {
  readonly slug: string;
  readonly path: string;
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  /** Search terms in the locale's language. */
  readonly keywords: readonly string[];
  /** Questions and headings of its page. */
  readonly topics: readonly string[];
  /** Whether its panel exists. */
  readonly available: boolean;
}

/** `app/search/<code>.json`: the search index of a locale with all of its tools. */
export interface SearchData {
  /** BCP 47. */
  readonly language: string;
  readonly tools: readonly SearchTool[];
}

/** `app/search/<code>.json` where the tools are in parts, each a list of tools. */
export interface PartedSearchData {
  /** BCP 47. */
  readonly language: string;
  /** Paths of the parts; a part of other content has another name. */
  readonly parts: readonly string[];
  /** Number of tools of each part but the last, which may have fewer. */
  readonly toolsAPart: number;
  /** Paths of the unit files, which change their names as parts do. */
  readonly units: readonly string[];
  /**
   * First unit of each unit file, in the order of code units. A file covers all units from its
   * first one to the next file's.
   */
  readonly firstUnits: readonly string[];
}

/** A file of units: the parts with a tool that a unit names. */
export type SearchUnits = Readonly<Record<string, readonly number[]>>;

/** Path of a locale's search index, relative to the site's root. */
export const searchFile = (code: string): string => `app/search/${code}.json`;
