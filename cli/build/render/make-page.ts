import fs from "node:fs";
import path from "node:path";
import type { SectionFields } from "#core/page/content.ts";
import type { TextFacts } from "#core/facts/text-facts.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Page } from "#core/page/page.ts";
import { type Site, linkTo, pathOf } from "#core/site/site.ts";
import type { SourceFile } from "../load/entry.ts";
import type { PlannedPage } from "../plan/plan.ts";
import type { Shown } from "../plan/shown.ts";
import { type Texts, parseEntry } from "../load/read-entry.ts";
import { withIo } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import { resolveConditions, resolveTexts } from "../load/body-conditions.ts";
import { renderMarkdown } from "../load/markdown.ts";
import { sectionIds } from "./section-ids.ts";

/** A file of a page with the digest of its content at planning time. */
export interface RenderSource extends SourceFile {
  readonly hash: string;
  /** Texts of the file at planning time, if stored. */
  readonly texts?: Texts | undefined;
}

/** The data that a worker needs to render a page, except the texts of its files. */
export type RenderJob = Shown &
  Omit<PlannedPage, "kind" | "entry" | "translation" | "key" | "labels"> & {
    readonly source: RenderSource | null;
    readonly translation: RenderSource | null;
    readonly indexable: boolean;
    readonly facts: TextFacts;
  };

export interface PageSettings {
  readonly root: string;
  readonly site: Site;
  /** Routes that exist only in the default locale. */
  readonly singleRoutes: readonly string[];
}

/** Default values for sections that a file lacks. */
const EMPTY = {
  tagline: "",
  features: [],
  faq: [],
  name: "",
  title: "",
  description: "",
  heading: "",
};

type VariantField = `${"title" | "description" | "heading" | "tagline"}WithoutEngine`;

/**
 * The texts of a file that a page shows, without search keywords and hashes of the English.
 * @param isHollow whether the site does not offer the engine of the page's tool
 */
function textsOf(
  { data }: Texts,
  isHollow: boolean,
): Omit<SectionFields, "keywords" | VariantField> {
  const {
    source: _hashes,
    keywords: _words,
    titleWithoutEngine: title,
    descriptionWithoutEngine: description,
    headingWithoutEngine: heading,
    taglineWithoutEngine: tagline,
    ...texts
  }: SectionFields & { source?: object } = data;
  if (!isHollow) return texts;
  return {
    ...texts,
    ...(title && { title }),
    ...(description && { description }),
    ...(heading && { heading }),
    ...(tagline && { tagline }),
  };
}

/** A page, and whether its files are unchanged since planning. */
export interface MadePage {
  readonly page: Page;
  readonly isAsPlanned: boolean;
}

/** Creates a function that reads a planned page's files and creates the page. */
export function createPageMaker({ root, site, singleRoutes }: PageSettings) {
  const single = new Set(singleRoutes);
  const localizer = (code: string) => (href: string) => {
    // Pages of the server have one address for all languages.
    if (href.startsWith("/audio/")) return href;
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
    const body = own?.texts.body || english?.texts.body || "";
    const page = {
      ...EMPTY,
      ...(english && resolveTexts(textsOf(english.texts, job.isHollow), job.facts)),
      ...(own && resolveTexts(textsOf(own.texts, job.isHollow), job.facts)),
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
      html: renderMarkdown(resolveConditions(body, job.facts), {
        localize: localizer(locale),
        taken: sectionIds(kind),
      }),
    };
    return {
      // `RenderJob` pairs each kind with its data; TypeScript loses the pairing in an object.
      page: (kind === "tool" ? { ...page, steps: page.steps ?? [] } : page) as Page,
      isAsPlanned: [english, own].every((each) => each?.isAsPlanned !== false),
    };
  };
}
