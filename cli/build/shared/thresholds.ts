/**
 * Sizes at which a build changes its strategy. Tests lower them, so that a small site takes both
 * paths; the output is the same on either side.
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
}

export const THRESHOLDS: Thresholds = {
  largePages: 3_000,
  worthAThread: 6,
  pagesATask: 40,
  filesATask: 100,
  maxCachedBytes: 64_000_000,
  maxFlushed: 200,
  urlsASitemap: 50_000,
};
