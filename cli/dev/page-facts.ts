import type { Problem } from "#core/errors/errors.ts";
import type { PageKind } from "#core/page/page.ts";

/** A finding as the browser shows it. */
export interface ShownFinding {
  readonly code: string;
  readonly severity: Problem["severity"];
  readonly title: string;
  readonly message: string;
  readonly fix: string;
  /** `file:line:column`; unknown parts are omitted. */
  readonly place: string;
  /** The surrounding source lines. */
  readonly frame: string;
}

/** Translation status of a page in a locale. */
export interface Translation {
  readonly locale: string;
  readonly name: string;
  readonly state: "source" | "fresh" | "stale" | "missing";
  /** Sections that are missing or older than the English. */
  readonly sections: readonly string[];
}

/** Data of the side panel for a page. */
export interface PageFacts {
  readonly file: string | null;
  readonly kind: PageKind | null;
  readonly draft: boolean;
  readonly locale: string;
  readonly title: string;
  /** Title in social networks, without the site's name. */
  readonly shared: string;
  readonly description: string;
  /** URL in search engines. */
  readonly address: string;
  /** Path of the image in social networks. */
  readonly image: string | null;
  readonly translations: readonly Translation[];
  readonly warnings: readonly ShownFinding[];
}
