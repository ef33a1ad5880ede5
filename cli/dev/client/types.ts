/** A change on disk. */
export interface Change {
  readonly files: readonly string[];
  /** Whether the change may affect more than the page: texts of the application. */
  readonly whole: boolean;
}

/** The interface of the page scripts that must be notified of new elements. */
export interface Handover {
  readonly handover: {
    readonly enhance: ((root: ParentNode, signal: AbortSignal) => void) | null;
  };
}
