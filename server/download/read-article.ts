import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { FoundArticle, MediaOptions } from "../ports/media-source.ts";
import { titleOf } from "./net/media-type.ts";
import { type Network, fetchPublic } from "./net/fetch-public.ts";
import { peek, readBytes } from "./net/read-text.ts";
import { sniff } from "./pages/sniff.ts";
import { readForeign } from "./read-foreign.ts";

/** Timeout in milliseconds. */
const TIME = 30_000;
const PAGE_LIMIT = 4 * 1024 * 1024;
/** Fetches the article of a page. @throws {ApiFailure} `source_…` */
export async function fetchArticle(
  link: URL,
  options: MediaOptions,
  network: Network,
): Promise<FoundArticle> {
  const { url, message } = await fetchPublic(link, options, network);
  const type = message.headers["content-type"] ?? "";
  const { head, all } = await peek(message);
  const isPlain = /^text\/(?:plain|markdown)\b/i.test(type);
  const isPage = sniff(head).kind === "page" || /^(?:text\/html|application\/xhtml)/i.test(type);
  if (!isPlain && !isPage) {
    message.destroy();
    throw new ApiFailure("source_no_text");
  }
  const bytes = await readBytes(all, PAGE_LIMIT);
  const article = await readForeign("article", bytes, { contentType: type, isPage }, options);
  return article.title === "" ? { ...article, title: titleOf(url) } : article;
}

/**
 * Reads an article with the first source that supports pages.
 * @throws {ApiFailure} `source_…`; source_off, if links are disabled
 */
export async function readArticle(
  { media }: Pick<Deps, "media">,
  link: string,
  { signal: leaving, userId }: MediaOptions,
): Promise<FoundArticle> {
  const source = media.find(({ read }) => read !== undefined);
  if (!source) throw new ApiFailure("source_off");
  const url = URL.parse(link.trim());
  if (!url || !/^https?:$/.test(url.protocol)) throw new ApiFailure("source_no_text");
  const timeout = AbortSignal.timeout(TIME);
  try {
    return await source.read!(url, { signal: AbortSignal.any([leaving, timeout]), userId });
  } catch (error) {
    if (timeout.aborted) throw new ApiFailure("source_unavailable");
    throw error;
  }
}
