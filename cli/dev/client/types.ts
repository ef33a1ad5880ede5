/** What changed on disk. */
export interface Change {
  readonly files: readonly string[];
  /** Whether more than the page may be another one: texts of the application. */
  readonly whole: boolean;
}

/** The small scripts of the site's pages, as far as they have to be told of new elements. */
export interface Handover {
  readonly handover: {
    readonly enhance: ((root: ParentNode, signal: AbortSignal) => void) | null;
  };
}
