/** A finding as the server tells it. */
export interface ShownFinding {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly title: string;
  readonly message: string;
  readonly fix: string;
  readonly place: string;
  readonly frame: string;
}

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

/** How far a page is translated into a locale. */
export interface Translation {
  readonly locale: string;
  readonly name: string;
  readonly state: "source" | "fresh" | "stale" | "missing";
  readonly sections: readonly string[];
}

/** What the server says of a page. */
export interface PageFacts {
  readonly file: string | null;
  readonly kind: string | null;
  readonly draft: boolean;
  readonly locale: string;
  readonly title: string;
  readonly shared: string;
  readonly description: string;
  readonly address: string;
  readonly image: string | null;
  readonly translations: readonly Translation[];
  readonly warnings: readonly ShownFinding[];
}
