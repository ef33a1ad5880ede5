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

/** `app/search/<code>.json`: the search index of a locale. */
export interface SearchData {
  /** BCP 47. */
  readonly language: string;
  readonly tools: readonly SearchTool[];
}

/** Path of a locale's search index, relative to the site's root. */
export const searchFile = (code: string): string => `app/search/${code}.json`;
