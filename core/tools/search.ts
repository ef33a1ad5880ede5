/** A tool as the search knows it. */
export interface SearchTool {
  readonly slug: string;
  readonly path: string;
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  /** Words that people type who look for it, in the locale's language. */
  readonly keywords: readonly string[];
  /** Questions and headings of its page. */
  readonly topics: readonly string[];
  /** Whether its panel has been built. */
  readonly available: boolean;
}

/** `app/search/<code>.json`: all that the search of a locale looks at. */
export interface SearchData {
  /** BCP 47 */
  readonly language: string;
  readonly tools: readonly SearchTool[];
}

/** Where a locale's search data is published, below the site's root. */
export const searchFile = (code: string): string => `app/search/${code}.json`;
