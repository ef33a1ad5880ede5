import type { ResponseOf } from "#core/api/contract/call.ts";
import type { readArticle } from "#core/api/downloads/read-article.ts";
import type { resolveDownload } from "#core/api/downloads/resolve-download.ts";

/** Media behind a link. */
export type FoundLink = ResponseOf<typeof resolveDownload>;
/** The text of an article. */
export type FoundArticle = ResponseOf<typeof readArticle>;
export type LinkFormat = FoundLink["formats"][number];
export type LinkEntry = FoundLink["entries"][number];

/** Loads linked media and articles through the server. */
export interface Links {
  /** Whether the site supports links. */
  readonly enabled: boolean;
  /** @throws {ApiError} with a key that starts with `source_` if the link is the reason */
  resolve(url: string, signal: AbortSignal): Promise<FoundLink>;
  /** @throws {ApiError} as `resolve` */
  read(url: string, signal: AbortSignal): Promise<FoundArticle>;
  /**
   * Opens the stream of a format.
   * @param headers request headers, for example for a byte range
   * @throws {ApiError} as `resolve`
   */
  open(
    stream: string,
    options: { readonly signal: AbortSignal; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
  /** Address for a ticket, for example of an image. */
  address(stream: string): string;
}
