import type { AnswerOf } from "#core/api/contract/call.ts";
import type { readArticle } from "#core/api/downloads/read-article.ts";
import type { resolveDownload } from "#core/api/downloads/resolve-download.ts";

/** What is behind a link. */
export type FoundLink = AnswerOf<typeof resolveDownload>;
/** The text of an article. */
export type FoundArticle = AnswerOf<typeof readArticle>;
export type LinkFormat = FoundLink["formats"][number];
export type LinkEntry = FoundLink["entries"][number];

/** Fetches what is behind links through the server. */
export interface Links {
  /** Whether the site does that. */
  readonly enabled: boolean;
  /** @throws {ApiError}, whose key begins with `source_` where the link is the reason */
  resolve(url: string, signal: AbortSignal): Promise<FoundLink>;
  /** @throws {ApiError} as `resolve` */
  read(url: string, signal: AbortSignal): Promise<FoundArticle>;
  /**
   * Opens the stream of a format.
   * @param headers of a request for a part of its bytes
   * @throws {ApiError} as `resolve`
   */
  open(
    stream: string,
    options: { readonly signal: AbortSignal; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
  /** Address of what has a ticket, such as a picture. */
  address(stream: string): string;
}
