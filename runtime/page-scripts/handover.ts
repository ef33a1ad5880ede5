/** A visitor's action that needs the application. */
export type Intent =
  | { readonly want: "files"; readonly files: readonly File[] }
  /** `login`, `workspace`, …: the value of `data-open`. */
  | { readonly want: "open"; readonly what: string };

/** The application's interface for page scripts, once it runs. */
export interface Running {
  /**
   * Navigates to a URL of this site without loading a document; returns false if that is
   * impossible.
   */
  navigate(href: string, options?: { readonly language?: string }): boolean;
  intend(intent: Intent): void;
}

/**
 * State that page scripts and the application share: the running application, and hooks for new
 * pages.
 */
export const handover: {
  running: Running | null;
  /** Attaches scripts to the elements of a page or its chrome; the signal detaches them. */
  enhance: ((root: ParentNode, signal: AbortSignal) => void) | null;
  /** Detaches the scripts of the first page. */
  release: (() => void) | null;
} = { running: null, enhance: null, release: null };
