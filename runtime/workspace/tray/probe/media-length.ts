/** The used part of a `<video>` element, which also plays sound. */
export interface MediaLike extends EventTarget {
  preload: string;
  src: string;
  currentTime: number;
  readonly duration: number;
  readonly videoWidth: number;
  /** Only some browsers report whether there is sound. */
  readonly mozHasAudio?: boolean;
  readonly audioTracks?: { readonly length: number };
  canPlayType(type: string): string;
  load(): void;
  removeAttribute(name: string): void;
}

export interface MediaDeps {
  readonly createMedia: () => MediaLike;
  readonly createUrl: (file: Blob) => string;
  readonly revokeUrl: (url: string) => void;
  readonly setTimer: (work: () => void, ms: number) => () => void;
}

/** Facts that the browser's player reports about a file. */
export type MediaInfo =
  | {
      readonly state: "known";
      /** Seconds; null for a stream without an end. */
      readonly duration: number | null;
      readonly hasPicture: boolean;
      /** False only if the browser is certain. */
      readonly hasSound: boolean;
    }
  | { readonly state: "refused" }
  /** It did not respond. */
  | { readonly state: "silent" };

/** Time in ms after which the player is not waited for any longer. */
const TIMEOUT = 15_000;
/**
 * A position in seconds after the end of any file: seeking there finds the length of a file that
 * does not store it.
 */
const SEEK_PAST_END = 1e9;

/**
 * Lets the browser's player inspect a file without decoding it.
 * @throws the signal's reason
 */
export async function inspectWithPlayer(
  file: Blob,
  { createMedia, createUrl, revokeUrl, setTimer }: MediaDeps,
  signal: AbortSignal,
): Promise<MediaInfo> {
  const media = createMedia();
  const url = createUrl(file);
  const ended = new AbortController();
  const info = (): MediaInfo => ({
    state: "known",
    duration: Number.isFinite(media.duration) ? media.duration : null,
    hasPicture: media.videoWidth > 0,
    hasSound: media.mozHasAudio !== false && media.audioTracks?.length !== 0,
  });
  try {
    return await new Promise<MediaInfo>((resolve, reject) => {
      const on = (event: string, work: () => void): void =>
        media.addEventListener(event, work, { signal: ended.signal });
      const cancel = setTimer(
        () => resolve(media.duration > 0 ? info() : { state: "silent" }),
        TIMEOUT,
      );
      ended.signal.addEventListener("abort", cancel);
      signal.addEventListener("abort", () => reject(signal.reason as Error), {
        signal: ended.signal,
      });
      signal.throwIfAborted();
      on("error", () => resolve({ state: "refused" }));
      on("loadedmetadata", () => {
        if (media.duration !== Infinity) return resolve(info());
        // Recordings of browsers do not store their length.
        on("durationchange", () => {
          if (media.duration !== Infinity) resolve(info());
        });
        on("seeked", () => resolve(info()));
        media.currentTime = SEEK_PAST_END;
        return undefined;
      });
      media.preload = "metadata";
      media.src = url;
      media.load();
    });
  } finally {
    ended.abort();
    // For files of more than about a megabyte the player keeps its request open until they are
    // played, even in the `suspend` state. Releasing the file ends the request, which browsers list
    // as canceled; the only alternative would be to read the whole file.
    media.removeAttribute("src");
    media.load();
    revokeUrl(url);
  }
}
