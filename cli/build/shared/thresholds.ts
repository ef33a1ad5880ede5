/**
 * Sizes at which a build changes its strategy. Tests lower them, so that a small site takes both
 * paths; visitors get the same on either side, but for search in more than 64 parts (4,096 tools of
 * a locale): it loads parts that a query's words name, so a misspelled first letter finds nothing.
 */
export interface Thresholds {
  /** Number of pages from which a site's first build ends with a copy for the next build. */
  readonly largePages: number;
  /** Number of tasks below which they finish before a thread would have started. */
  readonly worthAThread: number;
  /** Pages per task: enough to be worth a message, few enough that threads finish together. */
  readonly pagesATask: number;
  /** Content files per task. */
  readonly filesATask: number;
  /**
   * Maximum bytes of content that stay in memory until pages are rendered; content beyond is read
   * again.
   */
  readonly maxCachedBytes: number;
  /**
   * Maximum number of files that are flushed one by one; beyond it, the whole file system is
   * flushed.
   */
  readonly maxFlushed: number;
  /** Maximum URLs of a sitemap, as the protocol limits them. */
  readonly urlsASitemap: number;
  /** Maximum number of tools of a search index that is one file. */
  readonly toolsASearchFile: number;
  /**
   * Tools of a part of a larger search index: so few that the first results take less than 100 KB,
   * compressed.
   */
  readonly toolsASearchPart: number;
}

export const THRESHOLDS: Thresholds = {
  largePages: 3_000,
  worthAThread: 6,
  pagesATask: 40,
  filesATask: 100,
  maxCachedBytes: 64_000_000,
  maxFlushed: 200,
  urlsASitemap: 50_000,
  toolsASearchFile: 256,
  toolsASearchPart: 64,
};
