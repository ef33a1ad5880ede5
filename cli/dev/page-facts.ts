import type { Problem } from "#core/errors/errors.ts";
import type { PageKind } from "#core/page/page.ts";

/** A finding as the browser shows it. */
export interface ShownFinding {
  readonly code: string;
  readonly severity: Problem["severity"];
  readonly title: string;
  readonly message: string;
  readonly fix: string;
  /** `file:line:column`, as far as it is known. */
  readonly place: string;
  /** The lines around it. */
  readonly frame: string;
}

/** How far a page is translated into a locale. */
export interface Translation {
  readonly locale: string;
  readonly name: string;
  readonly state: "source" | "fresh" | "stale" | "missing";
  /** Sections that are missing or older than the English. */
  readonly sections: readonly string[];
}

/** What the side panel says of a page. */
export interface PageFacts {
  readonly file: string | null;
  readonly kind: PageKind | null;
  readonly draft: boolean;
  readonly locale: string;
  readonly title: string;
  /** As social networks show it, without the site's name. */
  readonly shared: string;
  readonly description: string;
  /** As search engines show it. */
  readonly address: string;
  /** Path of the picture that social networks show. */
  readonly image: string | null;
  readonly translations: readonly Translation[];
  readonly warnings: readonly ShownFinding[];
}
