/** What is used of a `<video>` element, which plays sound too. */
export interface MediaLike extends EventTarget {
  preload: string;
  src: string;
  currentTime: number;
  readonly duration: number;
  readonly videoWidth: number;
  /** Some browsers tell whether there is sound. */
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

/** What the browser's player says of a file. */
export type Told =
  | {
      readonly state: "known";
      /** Seconds; null where the file has no end. */
      readonly duration: number | null;
      readonly hasPicture: boolean;
      /** False only where the browser is sure. */
      readonly hasSound: boolean;
    }
  | { readonly state: "refused" }
  /** It did not answer. */
  | { readonly state: "silent" };

/** A browser that says nothing in this time, in ms, is not waited for any longer. */
const PATIENCE = 15_000;
/** Seconds, later than the end of any file: leads there where a file does not say how long it is. */
const FAR = 1e9;

/**
 * Asks the browser's player what a file is, without decoding it.
 * @throws the signal's reason
 */
export async function askPlayer(
  file: Blob,
  { createMedia, createUrl, revokeUrl, setTimer }: MediaDeps,
  signal: AbortSignal,
): Promise<Told> {
  const media = createMedia();
  const url = createUrl(file);
  const ended = new AbortController();
  const told = (): Told => ({
    state: "known",
    duration: Number.isFinite(media.duration) ? media.duration : null,
    hasPicture: media.videoWidth > 0,
    hasSound: media.mozHasAudio !== false && media.audioTracks?.length !== 0,
  });
  try {
    return await new Promise<Told>((resolve, reject) => {
      const on = (event: string, work: () => void): void =>
        media.addEventListener(event, work, { signal: ended.signal });
      const cancel = setTimer(
        () => resolve(media.duration > 0 ? told() : { state: "silent" }),
        PATIENCE,
      );
      ended.signal.addEventListener("abort", cancel);
      signal.addEventListener("abort", () => reject(signal.reason as Error), {
        signal: ended.signal,
      });
      signal.throwIfAborted();
      on("error", () => resolve({ state: "refused" }));
      on("loadedmetadata", () => {
        if (media.duration !== Infinity) return resolve(told());
        // Recordings of browsers do not say how long they are.
        on("durationchange", () => {
          if (media.duration !== Infinity) resolve(told());
        });
        on("seeked", () => resolve(told()));
        media.currentTime = FAR;
        return undefined;
      });
      media.preload = "metadata";
      media.src = url;
      media.load();
    });
  } finally {
    ended.abort();
    // Of a file above a megabyte or so the player keeps its request open until it is played, even where it
    // waits (`suspend`). Letting the file go ends that request, which browsers list as one that was
    // cancelled; the only other end would be to read all of the file.
    media.removeAttribute("src");
    media.load();
    revokeUrl(url);
  }
}
