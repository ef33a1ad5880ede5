import { readFile } from "node:fs/promises";
import path from "node:path";
import { escapeHtml } from "#core/page/html.ts";
import { podcastUrl } from "#core/page/share.ts";
import { type Site, type SiteLocale, pathOf } from "#core/site/site.ts";
import type { Db } from "../db/db.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { RawRoute } from "../http/route.ts";
import { summarize } from "./summary.ts";

const ROUTE = "/podcast-preview";
/** Maximum characters of a description in link previews. */
const MAX_DESCRIPTION = 200;

/** Head metadata of an episode's page. */
interface EpisodeHead {
  /** Title of the document. */
  readonly name: string;
  readonly title: string;
  /** Null: the default description of the page is kept. */
  readonly description: string | null;
  readonly url: string;
}

/**
 * Routes of shared episodes in all locales. The response is the static page of the built site with
 * the episode's metadata in its head, because link preview crawlers run no scripts.
 */
export function episodePageRoutes(site: Site): readonly RawRoute[] {
  const locales = Map.groupBy(site.locales, ({ code }) => pathOf(site, code, ROUTE));
  return [...locales].map(([address, candidates]) => ({
    call: { method: "GET", path: address, type: "text/html" },
    limit: null,
    handle: (context) => sendEpisodePage(context, localeOf(candidates, context.request)),
  }));
}

/**
 * Whether a URL is that of an episode rather than of the generic page. @param target path and query
 */
export function isEpisodePage(site: Site, target: string): boolean {
  const url = URL.parse(target, "http://localhost");
  if (!url?.searchParams.has("id")) return false;
  return site.locales.some(({ code }) => pathOf(site, code, ROUTE) === url.pathname);
}

/** Locales with their own domain have the same paths as the default locale. */
const localeOf = (candidates: readonly SiteLocale[], { url }: Request): SiteLocale =>
  candidates.find(({ origin }) => new URL(origin).host === new URL(url).host) ?? candidates[0]!;

/** @throws {ApiFailure} not_found: the server has no built site */
async function sendEpisodePage(context: RequestContext, locale: SiteLocale): Promise<Response> {
  const { deps, request } = context;
  const { site, settings } = deps;
  const read = (...names: readonly string[]): Promise<string | null> =>
    readFile(path.join(settings.siteFolder, ...names), "utf8").catch(() => null);
  const hasDomain = locale.prefix === "" && locale.code !== site.defaultLocale;
  const html = await read(hasDomain ? locale.code : locale.prefix, ROUTE, "index.html");
  if (html === null) throw new ApiFailure("not_found");
  const id = new URL(request.url).searchParams.get("id") ?? "";
  const episode = /^[\w-]{1,64}$/.test(id) ? await findEpisode(deps.db, id) : null;
  const page =
    episode &&
    describeEpisode(html, {
      name: `${episode.title} – ${site.name}`,
      title: episode.title,
      description: shorten(episode.summary),
      url: podcastUrl(site, locale.code, id),
    });
  return new Response(page ?? html, {
    headers: {
      ...readSharedHeaders((await read("_headers")) ?? ""),
      // A deleted episode must not be described by cached pages.
      "Cache-Control": "no-cache",
      "Content-Type": "text/html; charset=utf-8",
      "X-Robots-Tag": "noindex",
    },
  });
}

async function findEpisode(
  db: Db,
  id: string,
): Promise<{ readonly title: string; readonly summary: string } | null> {
  const row = await db.read((queries) =>
    queries
      .selectFrom("podcasts")
      .select(["title", "summary"])
      // Selects only the beginning, because transcripts are long.
      .select(({ eb }) =>
        eb.case().when("summary", "is", null).then(eb.ref("transcript")).end().as("transcript"),
      )
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  if (!row) return null;
  const lines = row.transcript === null ? [] : JSON.parse(row.transcript);
  return { title: row.title, summary: row.summary ?? summarize(lines) };
}

/** The beginning of a text in one line, truncated at a word; null for an empty text. */
function shorten(text: string): string | null {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_DESCRIPTION) return line === "" ? null : line;
  const words = new Intl.Segmenter(undefined, { granularity: "word" }).segment(line);
  const end = words.containing(MAX_DESCRIPTION - 1)?.index ?? 0;
  return `${line
    .slice(0, end > 0 ? end : MAX_DESCRIPTION)
    .trimEnd()
    .toWellFormed()}…`;
}

/**
 * Replaces the head metadata of a static page with that of an episode.
 * @param html of a page with the tags of `headOf`
 */
function describeEpisode(html: string, { name, title, description, url }: EpisodeHead): string {
  const values: readonly (readonly [attribute: string, value: string | null])[] = [
    ['name="description" content', description],
    ['property="og:title" content', title],
    ['property="og:description" content', description],
    ['property="og:url" content', url],
    ['property="og:image:alt" content', title],
    ['name="twitter:title" content', title],
    ['name="twitter:description" content', description],
    ['name="twitter:image:alt" content', title],
    ['rel="canonical" href', url],
  ];
  const end = html.indexOf("</head>");
  let head = html.slice(0, end);
  const replaceBetween = (before: string, after: string, value: string): void => {
    const start = head.indexOf(before) + before.length;
    if (start < before.length) return;
    head =
      head.slice(0, start) +
      escapeHtml(value.toWellFormed()) +
      head.slice(head.indexOf(after, start));
  };
  replaceBetween("<title>", "</title>", name);
  for (const [attribute, value] of values)
    if (value !== null) replaceBetween(`${attribute}="`, '"', value);
  return head + html.slice(end);
}

/** Headers in a site's `_headers` file that apply to all pages. */
export function readSharedHeaders(file: string): Record<string, string> {
  const lines = file.split(/\r?\n/);
  const start = lines.indexOf("/*") + 1;
  if (start === 0) return {};
  const length = lines.slice(start).findIndex((line) => !/^\s+\S/.test(line));
  const block = lines.slice(start, length < 0 ? undefined : start + length);
  return Object.fromEntries(
    block.map((line) => {
      const [name, ...value] = line.trim().split(":");
      return [name!, value.join(":").trim()];
    }),
  );
}
