/** What is behind a link, from one kind of place: a file, a feed, a stream in parts. */
export interface MediaSource {
  /**
   * What can be fetched there.
   * @returns null when the link is for another source
   * @throws {ApiFailure} `source_…`; too_many_tries: the account has as many lookups running as it may have
   */
  readonly resolve: (url: URL, options: MediaOptions) => Promise<FoundMedia | null>;
  /** Opens a format that `resolve` has given. @throws {ApiFailure} as `resolve` */
  readonly open: (
    format: MediaLocation,
    options: MediaOptions & {
      /** Headers of a request for a part of the bytes. */
      readonly headers?: Readonly<Record<string, string>>;
      /** First part that is wanted, of a format that comes in parts. */
      readonly part?: number;
    },
  ) => Promise<OpenMedia>;
  /**
   * The article of a page; missing where the source reads none.
   * @throws {ApiFailure} `source_…`
   */
  readonly read?: (url: URL, options: MediaOptions) => Promise<FoundArticle>;
  /** Stands in tickets: which source opens them. */
  readonly name: string;
}

export interface MediaOptions {
  readonly signal: AbortSignal;
  /** Account that asks. */
  readonly userId: string;
}
/** Where a format is; what a ticket remembers. */
export interface MediaLocation {
  /** Name of the source. */
  readonly source: string;
  readonly url: string;
  /** MIME type. */
  readonly type: string;
  /** It is a list of parts. */
  readonly list?: "hls" | "dash";
  /** Which representation of a list. */
  readonly track?: string;
  /** What its server wants to hear. */
  readonly headers?: Readonly<Record<string, string>>;
}
export interface MediaFormat extends MediaLocation {
  readonly id: string;
  /** `video`: pictures without sound. */
  readonly kind: "audio" | "video" | "both";
  /** Such as `opus`; null where it cannot be known. */
  readonly codec: string | null;
  /** Bits a second; null where it cannot be known. */
  readonly bitrate: number | null;
  /** Pixels of the picture; null where there is none, or nobody says. */
  readonly height: number | null;
  /** Bytes; null where it cannot be known. */
  readonly size: number | null;
}
export interface FoundMedia {
  readonly title: string;
  /** Whose it is; null where nobody says. */
  readonly author: string | null;
  /** Seconds; null where it cannot be known. */
  readonly duration: number | null;
  /** Address of a picture; null where there is none. */
  readonly picture: string | null;
  /** Seconds. */
  readonly chapters: readonly { readonly start: number; readonly title: string }[];
  /** None where it is a list of entries. */
  readonly formats: readonly MediaFormat[];
  readonly entries: readonly MediaEntry[];
}
/** The text of a page. */
export interface FoundArticle {
  readonly title: string;
  /** Paragraphs, with an empty line between two. */
  readonly text: string;
  /** BCP 47, as the page says; null where it says nothing. */
  readonly language: string | null;
}
/** What a list holds: a link of its own. */
export interface MediaEntry {
  readonly url: string;
  readonly title: string;
  /** Seconds; null where it cannot be known. */
  readonly duration: number | null;
  /** Epoch milliseconds; null where nobody says. */
  readonly published: number | null;
}
export interface OpenMedia {
  /** 200, or 206 for the part that was asked for. */
  readonly status: number;
  readonly type: string;
  readonly size: number | null;
  readonly contentRange: string | null;
  /** What names these very bytes; null where the server has none. */
  readonly etag: string | null;
  /** When they were changed last, as a date of HTTP; null where the server does not say. */
  readonly modified: string | null;
  readonly body: ReadableStream<Uint8Array>;
}
