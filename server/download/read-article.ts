import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { FoundArticle, MediaOptions } from "../ports/media-source.ts";
import { titleOf } from "./net/media-type.ts";
import type { Network } from "./net/fetch-public.ts";
import { fetchPublic } from "./net/fetch-public.ts";
import { peek, readBytes } from "./net/read-text.ts";
import { sniff } from "./net/sniff.ts";
import { parseArticle } from "./pages/parse-article.ts";

/** Milliseconds in which an article must be there. */
const TIME = 30_000;
/** Bytes of a page at most. */
const PAGE_LIMIT = 4 * 1024 * 1024;
/** Bytes in which a page names its encoding. */
const HEAD = 2048;

/** Text in the encoding that its server or the page itself names; else UTF-8. */
function decode(bytes: Buffer, contentType: string): string {
  const named =
    /charset\s*=\s*["']?([\w-]{2,40})/i.exec(contentType)?.[1] ??
    /<meta\s[^>]*charset\s*=\s*["']?([\w-]{2,40})/i.exec(
      bytes.subarray(0, HEAD).toString("latin1"),
    )?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** The text of the page behind a link. @throws {ApiFailure} `source_…` */
export async function fetchArticle(
  link: URL,
  { signal }: MediaOptions,
  network: Network,
): Promise<FoundArticle> {
  const { url, message } = await fetchPublic(link, { signal }, network);
  const type = message.headers["content-type"] ?? "";
  const { head, all } = await peek(message);
  const isPlain = /^text\/(?:plain|markdown)\b/i.test(type);
  const isPage = sniff(head).kind === "page" || /^(?:text\/html|application\/xhtml)/i.test(type);
  if (!isPlain && !isPage) {
    message.destroy();
    throw new ApiFailure("source_no_text");
  }
  const text = decode(await readBytes(all, PAGE_LIMIT), type);
  if (isPage) return { ...withTitle(parseArticle(text), url) };
  if (text.trim() === "" || text.includes("\0")) throw new ApiFailure("source_no_text");
  return { title: titleOf(url), text: text.trim(), language: null };
}

const withTitle = (article: FoundArticle, url: URL): FoundArticle =>
  article.title === "" ? { ...article, title: titleOf(url) } : article;

/**
 * The text of an article, from the first source that reads pages.
 * @throws {ApiFailure} `source_…`; source_off, where links are off
 */
export async function readArticle(
  { media }: Pick<Deps, "media">,
  link: string,
  leaving: AbortSignal,
): Promise<FoundArticle> {
  const source = media.find(({ read }) => read !== undefined);
  if (!source) throw new ApiFailure("source_off");
  const url = URL.parse(link.trim());
  if (!url || !/^https?:$/.test(url.protocol)) throw new ApiFailure("source_no_text");
  const timeout = AbortSignal.timeout(TIME);
  try {
    return await source.read!(url, { signal: AbortSignal.any([leaving, timeout]) });
  } catch (error) {
    if (timeout.aborted) throw new ApiFailure("source_unavailable");
    throw error;
  }
}
