/**
 * Sizes at which a build works in another way. A test lowers them, so that a small site goes both
 * ways; what a build makes is the same on either side.
 */
export interface Thresholds {
  /** A site of this many pages is copied for the next build at the end of its first one. */
  readonly largePages: number;
  /** Fewer tasks than this are done before a thread has started. */
  readonly worthAThread: number;
  /** Pages a task: enough to be worth a message, few enough that threads end together. */
  readonly pagesATask: number;
  /** Content files a task. */
  readonly filesATask: number;
  /** Bytes of content that is kept until pages are made of it; what is beyond is read again. */
  readonly maxCachedBytes: number;
  /** Files that are brought to the disk one by one; of more, all of the file system is. */
  readonly maxFlushed: number;
  /** Addresses in one sitemap: the protocol's limit. */
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
