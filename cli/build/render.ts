import fs from "node:fs";
import path from "node:path";
import type { Section } from "../../core/content.ts";
import { ToolkitError } from "../../core/errors.ts";
import type { Page, PageKind } from "../../core/page.ts";
import type { CreateRenderer, LocaleInput } from "../../core/render.ts";
import type { Site } from "../../core/site.ts";
import { linkTo, pathOf } from "../../core/site.ts";
import type { ParsedEntry, SourceFile } from "./entry.ts";
import { parseEntry } from "./entry.ts";
import { ioError, withIo } from "./files.ts";
import { digest } from "./hash.ts";
import { renderMarkdown } from "./markdown.ts";

/** A file of a page, and the digest of what it held when the site was planned. */
export interface RenderSource extends SourceFile {
  readonly hash: string;
}

/** All that a worker needs to render one page, but for the texts of its files. */
export interface RenderJob {
  readonly id: string;
  readonly kind: PageKind;
  readonly locale: string;
  readonly route: string;
  readonly out: string;
  readonly source: RenderSource | null;
  readonly translation: RenderSource | null;
  readonly untranslated: readonly Section[];
  readonly locales: readonly string[];
  readonly indexable: boolean;
  readonly modified: string;
  /** What it shows of other pages and of the configuration. */
  readonly shown: Readonly<Record<string, unknown>>;
}

export interface RenderSettings {
  readonly root: string;
  /** Folder that is being built. */
  readonly tree: string;
  readonly site: Site;
  /** Routes that exist in the default locale only. */
  readonly singleRoutes: readonly string[];
  readonly locales: Readonly<Record<string, Omit<LocaleInput, "onMessage">>>;
  /** Whether the tree may hold earlier files of the same name. */
  readonly fresh: boolean;
}

export interface RenderedPage {
  readonly out: string;
  /** Message keys that it looked up, sorted, joined by spaces. */
  readonly messages: string;
  /** Files written: 0 to 2, fewer where the bytes are the same. */
  readonly written: readonly string[];
  /** Whether its files held what they did when the site was planned. */
  readonly isAsPlanned: boolean;
  readonly bytes: number;
}

type RenderLocale = {
  readonly render: (page: Page) => string;
  readonly used: Set<string>;
  readonly base: readonly string[];
};

/** Renders jobs one after the other; what pages of a locale share is rendered once. */
export function createRenderer(settings: RenderSettings, create: CreateRenderer) {
  const { root, site } = settings;
  const single = new Set(settings.singleRoutes);
  const locales = new Map<string, RenderLocale>();
  const folders = new Set<string>();

  const open = (code: string): RenderLocale => {
    const used = new Set<string>();
    const render = create({ ...settings.locales[code]!, onMessage: (key) => used.add(key) });
    return { render, used, base: [...used] };
  };
  const localizer = (code: string) => (href: string) => {
    const cut = href.search(/[?#]/);
    const route = cut < 0 ? href : href.slice(0, cut);
    return (
      linkTo(site, code, single.has(route) ? site.defaultLocale : code, route) +
      (cut < 0 ? "" : href.slice(cut))
    );
  };
  let isAsPlanned = true;
  const read = (source: RenderSource): ParsedEntry => {
    const text = withIo(source.file, () => fs.readFileSync(path.join(root, source.file), "utf8"));
    if (digest(text) !== source.hash) isAsPlanned = false;
    const parsed = parseEntry(text, source);
    if (Array.isArray(parsed))
      throw new ToolkitError("PAGE_FAILED", {
        path: source.file,
        detail: "it changed while the site was built",
      });
    return parsed;
  };

  const buildPage = (job: RenderJob): Page => {
    const { source, translation, untranslated, locale } = job;
    const english =
      source && (untranslated.length > 0 || !translation || translation === source)
        ? read(source)
        : null;
    const own = translation ? read(translation) : english;
    const values: Record<string, unknown> = { ...english?.data, ...own?.data };
    const body = own?.body || english?.body || "";
    delete values["source"];
    return {
      tagline: "",
      features: [],
      faq: [],
      name: "",
      title: "",
      description: "",
      heading: "",
      ...values,
      ...job.shown,
      id: job.id,
      kind: job.kind,
      locale,
      route: job.route,
      path: pathOf(site, locale, job.route),
      locales: job.locales,
      translated: untranslated.length === 0,
      untranslated,
      indexable: job.indexable,
      modified: job.modified,
      html: renderMarkdown(body, { localize: localizer(locale) }),
    } as unknown as Page;
  };

  const write = (out: string, data: string): boolean => {
    const file = path.join(settings.tree, out);
    try {
      if (!settings.fresh) {
        if (sameAs(file, data)) return false;
        // The file may be a link to the published one: replace it, never write through it.
        fs.rmSync(file, { force: true });
      }
      const folder = path.dirname(file);
      if (!folders.has(folder)) {
        makeFolder(folder);
        folders.add(folder);
      }
      fs.writeFileSync(file, data);
      return true;
    } catch (error) {
      throw ioError(error, out);
    }
  };

  return (job: RenderJob): RenderedPage => {
    let state = locales.get(job.locale);
    if (!state) locales.set(job.locale, (state = open(job.locale)));
    isAsPlanned = true;
    const page = buildPage(job);
    state.used.clear();
    let html: string;
    try {
      html = state.render(page);
    } catch (error) {
      throw new ToolkitError(
        "PAGE_FAILED",
        { path: page.path, detail: (error as Error).message },
        { cause: error, ...(job.source && { location: { file: job.source.file } }) },
      );
    }
    const payload = JSON.stringify(page);
    const written: string[] = [];
    if (write(job.out, html)) written.push(job.out);
    const payloadOut = payloadOf(job.out);
    if (payloadOut && write(payloadOut, payload)) written.push(payloadOut);
    return {
      out: job.out,
      messages: [...new Set([...state.base, ...state.used])].sort().join(" "),
      written,
      isAsPlanned,
      bytes: html.length + payload.length,
    };
  };
}

/** The payload beside a page's HTML; error pages have none. */
export const payloadOf = (out: string): string | null =>
  out.endsWith("index.html") ? `${out.slice(0, -"index.html".length)}_payload.json` : null;

/** Plain mkdir costs a third of the recursive one, and the parent is nearly always there. */
function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT") throw error;
    fs.mkdirSync(folder, { recursive: true });
  }
}

function sameAs(file: string, data: string): boolean {
  const size = Buffer.byteLength(data);
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat?.size === size && fs.readFileSync(file, "utf8") === data;
}
