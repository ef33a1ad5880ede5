/** What is behind a link, from one kind of place: a file, a feed, a stream in parts. */
export interface MediaSource {
  /**
   * What can be fetched there.
   * @returns null when the link is for another source
   * @throws {ApiFailure} source_blocked, source_unsupported, source_unavailable, source_too_large
   */
  readonly resolve: (url: URL, options: MediaOptions) => Promise<FoundMedia | null>;
  /** Opens a format that `resolve` has given. @throws {ApiFailure} as `resolve` */
  readonly open: (
    format: Pick<MediaFormat, "source" | "url">,
    options: MediaOptions & { readonly range?: string | null },
  ) => Promise<OpenMedia>;
  /** Stands in tickets: which source opens them. */
  readonly name: string;
}

export interface MediaOptions {
  readonly signal: AbortSignal;
}
export interface MediaFormat {
  readonly id: string;
  /** Name of the source. */
  readonly source: string;
  /** Where it is fetched from. */
  readonly url: string;
  /** MIME type. */
  readonly type: string;
  /** Bytes; null where it cannot be known. */
  readonly size: number | null;
}
export interface FoundMedia {
  readonly title: string;
  /** Seconds; null where it cannot be known. */
  readonly duration: number | null;
  readonly formats: readonly MediaFormat[];
}
export interface OpenMedia {
  /** 200, or 206 for the part that was asked for. */
  readonly status: number;
  readonly type: string;
  readonly size: number | null;
  readonly contentRange: string | null;
  readonly body: ReadableStream<Uint8Array>;
}
