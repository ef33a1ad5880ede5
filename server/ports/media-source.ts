/** Resolves links of one kind: files, feeds, or segmented streams. */
export interface MediaSource {
  /**
   * Finds the media of a link.
   * @returns null if the link is for another source
   * @throws {ApiFailure} `source_…`; too_many_tries: the account has too many lookups running
   */
  readonly resolve: (url: URL, options: MediaOptions) => Promise<FoundMedia | null>;
  /** Opens a format returned by `resolve`. @throws {ApiFailure} as `resolve` does */
  readonly open: (
    format: MediaLocation,
    options: MediaOptions & {
      /** Headers of a range request. */
      readonly headers?: Readonly<Record<string, string>>;
      /** First part to send, for a segmented format. */
      readonly part?: number;
    },
  ) => Promise<OpenMedia>;
  /**
   * Reads the article of a page; undefined if the source does not support it.
   * @throws {ApiFailure} `source_…`
   */
  readonly read?: (url: URL, options: MediaOptions) => Promise<FoundArticle>;
  /** Stored in tickets, to find the source that opens them. */
  readonly name: string;
}

export interface MediaOptions {
  readonly signal: AbortSignal;
  /** Id of the requesting account. */
  readonly userId: string;
}
/** Location of a format, as stored in a ticket. */
export interface MediaLocation {
  readonly source: string;
  readonly url: string;
  /** MIME type. */
  readonly type: string;
  /** The location is a playlist of this kind. */
  readonly list?: "hls" | "dash";
  /** Representation in a playlist. */
  readonly track?: string;
  /** Headers that the media server requires. */
  readonly headers?: Readonly<Record<string, string>>;
}
export interface MediaFormat extends MediaLocation {
  readonly id: string;
  /** `video`: a picture without sound. */
  readonly kind: "audio" | "video" | "both";
  /** For example `opus`; null if unknown. */
  readonly codec: string | null;
  /** Bits per second; null if unknown. */
  readonly bitrate: number | null;
  /** Height of the picture in pixels; null if there is none or it is unknown. */
  readonly height: number | null;
  /** Bytes; null if unknown. */
  readonly size: number | null;
}
export interface FoundMedia {
  readonly title: string;
  /** Null if unknown. */
  readonly author: string | null;
  /** Seconds; null if unknown. */
  readonly duration: number | null;
  /** URL of a thumbnail; null if there is none. */
  readonly picture: string | null;
  /** Start times are in seconds. */
  readonly chapters: readonly { readonly start: number; readonly title: string }[];
  /** Empty for a list of entries. */
  readonly formats: readonly MediaFormat[];
  readonly entries: readonly MediaEntry[];
}
export interface FoundArticle {
  readonly title: string;
  /** Paragraphs, separated by empty lines. */
  readonly text: string;
  /** BCP 47, as declared by the page; null if it declares none. */
  readonly language: string | null;
}
/** An entry of a list, with its own link. */
export interface MediaEntry {
  readonly url: string;
  readonly title: string;
  /** Seconds; null if unknown. */
  readonly duration: number | null;
  /** Epoch milliseconds; null if unknown. */
  readonly published: number | null;
}
export interface OpenMedia {
  /** 200, or 206 for a range. */
  readonly status: number;
  readonly type: string;
  readonly size: number | null;
  readonly contentRange: string | null;
  /** Entity tag of these bytes; null if the server sends none. */
  readonly etag: string | null;
  /** Last modification as an HTTP date; null if the server sends none. */
  readonly modified: string | null;
  readonly body: ReadableStream<Uint8Array>;
}
