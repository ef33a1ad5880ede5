/** What a visitor wants that needs the application. */
export type Intent =
  | { readonly want: "files"; readonly files: readonly File[] }
  /** `login`, `workspace`, …: the value of `data-open`. */
  | { readonly want: "open"; readonly what: string };

/** What the application offers to the small scripts once it runs. */
export interface Running {
  /** Goes to an address of this site without a document load; false when it cannot. */
  navigate(href: string, options?: { readonly language?: string }): boolean;
  intend(intent: Intent): void;
}

/** Shared by the scripts of a page and the application: who runs, and who hears of a new page. */
export const handover: {
  running: Running | null;
  /** Starts what the elements of a page or its chrome need; ends by the signal. */
  enhance: ((root: ParentNode, signal: AbortSignal) => void) | null;
  /** Ends what was started for the first page. */
  release: (() => void) | null;
} = { running: null, enhance: null, release: null };
