import fs from "node:fs";
import path from "node:path";
import type { SectionFields } from "#core/page/content.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Page } from "#core/page/page.ts";
import { type Site, linkTo, pathOf } from "#core/site/site.ts";
import type { SourceFile } from "../load/entry.ts";
import type { PlannedPage } from "../plan/plan.ts";
import type { Shown } from "../plan/shown.ts";
import { type Texts, parseEntry } from "../load/read-entry.ts";
import { withIo } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import { renderMarkdown } from "../load/markdown.ts";
import { sectionIds } from "./section-ids.ts";

/** A file of a page, and the digest of what it held when the site was planned. */
export interface RenderSource extends SourceFile {
  readonly hash: string;
  /** What it said then, where that was kept. */
  readonly texts?: Texts | undefined;
}

/** All that a worker needs to render one page, but for the texts of its files. */
export type RenderJob = Shown &
  Omit<PlannedPage, "kind" | "entry" | "translation" | "key"> & {
    readonly source: RenderSource | null;
    readonly translation: RenderSource | null;
    readonly indexable: boolean;
  };

export interface PageSettings {
  readonly root: string;
  readonly site: Site;
  /** Routes that exist in the default locale only. */
  readonly singleRoutes: readonly string[];
}

/** What a page has where its file says nothing. */
const EMPTY = {
  tagline: "",
  features: [],
  faq: [],
  name: "",
  title: "",
  description: "",
  heading: "",
};

/** What a page shows of a file: not the words for the search, nor the hashes of its English. */
function textsOf({ data }: Texts): Omit<SectionFields, "keywords"> {
  const { source: _hashes, keywords: _words, ...texts }: SectionFields & { source?: object } = data;
  return texts;
}

/** A page, and whether its files still held what they did when the site was planned. */
export interface MadePage {
  readonly page: Page;
  readonly isAsPlanned: boolean;
}

/** Creates the function that reads the files of a planned page and makes the page from them. */
export function createPageMaker({ root, site, singleRoutes }: PageSettings) {
  const single = new Set(singleRoutes);
  const localizer = (code: string) => (href: string) => {
    const cut = href.search(/[?#]/);
    const route = cut < 0 ? href : href.slice(0, cut);
    return (
      linkTo(site, code, single.has(route) ? site.defaultLocale : code, route) +
      (cut < 0 ? "" : href.slice(cut))
    );
  };
  const read = (source: RenderSource): { texts: Texts; isAsPlanned: boolean } => {
    if (source.texts) return { texts: source.texts, isAsPlanned: true };
    const text = withIo(source.file, () => fs.readFileSync(path.join(root, source.file), "utf8"));
    const texts = parseEntry(text, source);
    if (Array.isArray(texts))
      throw new ToolkitError("PAGE_FAILED", {
        path: source.file,
        detail: "it changed while the site was built",
      });
    return { texts, isAsPlanned: digest(text) === source.hash };
  };

  return (job: RenderJob): MadePage => {
    const { source, translation, untranslated, locale } = job;
    const english =
      source && (untranslated.length > 0 || !translation || translation === source)
        ? read(source)
        : null;
    const own = translation ? read(translation) : english;
    const { kind, shown } = job;
    const page = {
      ...EMPTY,
      ...(english && textsOf(english.texts)),
      ...(own && textsOf(own.texts)),
      ...shown,
      id: job.id,
      kind,
      locale,
      route: job.route,
      path: pathOf(site, locale, job.route),
      locales: job.locales,
      translated: untranslated.length === 0,
      untranslated,
      indexable: job.indexable,
      modified: job.modified,
      html: renderMarkdown(own?.texts.body || english?.texts.body || "", {
        localize: localizer(locale),
        taken: sectionIds(kind),
      }),
    };
    return {
      // `RenderJob` pairs each kind with what it shows, which TypeScript loses in an object.
      page: (kind === "tool" ? { ...page, steps: page.steps ?? [] } : page) as Page,
      isAsPlanned: [english, own].every((each) => each?.isAsPlanned !== false),
    };
  };
}
