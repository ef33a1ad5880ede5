import type { BrowserServices } from "#core/site/config.ts";
import { AudioFetchError, fetchAudio } from "./fetch-audio.ts";

export interface ResourceDownloadDeps {
  readonly document: Document;
  readonly fetch: typeof fetch;
  readonly urls: Pick<typeof URL, "createObjectURL" | "revokeObjectURL">;
  /** Calls `work` after `ms`; the answer calls it off. */
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly resources: BrowserServices["resources"];
}

export interface ResourceDownload {
  /** An address, or what was made here. */
  readonly source: string | Blob;
  /** Name under which it is saved; may depend on what has come. */
  readonly filename: string | ((file: Blob) => string);
  readonly signal?: AbortSignal;
  /** Part that has arrived, 0 to 1; null while the whole is not known. */
  readonly onProgress?: (part: number | null) => void;
  /** Told why it failed; calling it off by `signal` is no failure. */
  readonly onError?: (error: unknown) => void;
  /** Told at the end, however it ended. */
  readonly onComplete?: () => void;
}

/** ms for which the browser may go on reading what it saves. */
const KEPT = 40_000;

/**
 * Where the browser finds a resource: one at the resources' origin is had from the site's own
 * folder, since a link saves under its name only what is of the site itself.
 */
export function resourceAddress(
  address: string,
  { origin, path }: BrowserServices["resources"],
): string {
  if (origin === "" || !URL.canParse(address)) return address;
  const url = new URL(address);
  // Whether an address says http or https, it is the same host.
  if (!/^https?:$/.test(url.protocol) || url.host !== new URL(origin).host) return address;
  return `${path}${url.pathname}${url.search}`;
}

/** A name that no system refuses and that looks like what it is. */
export function safeFilename(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[\\/:*?"<>|]/g, "_")
    // Among them are those that make "gpj.exe" read as "exe.jpg".
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, "")
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, "");
  return clean === "" ? "download" : clean;
}

/** What to say of a failed download: a message key with its values. */
export const downloadMessage = (
  error: unknown,
): { readonly key: string; readonly params?: Readonly<Record<string, unknown>> } =>
  error instanceof AudioFetchError
    ? { key: error.key, params: error.params }
    : { key: "errors:download" };

/** Makes the function that saves a file to the visitor's device (CMP-4). Its answer: whether it did. */
export function createResourceDownload({
  document,
  fetch,
  urls,
  setTimer,
  resources,
}: ResourceDownloadDeps) {
  function click(blob: Blob, filename: string): void {
    const link = document.createElement("a");
    const address = urls.createObjectURL(blob);
    link.href = address;
    link.download = safeFilename(filename);
    link.hidden = true;
    document.body.append(link);
    try {
      link.click();
    } finally {
      link.remove();
      setTimer(() => urls.revokeObjectURL(address), KEPT);
    }
  }

  return async function download(resource: ResourceDownload): Promise<boolean> {
    const { source, filename, signal, onProgress, onError, onComplete } = resource;
    try {
      signal?.throwIfAborted();
      const blob =
        typeof source === "string"
          ? await fetchAudio(resourceAddress(source, resources), {
              fetch,
              ...(signal && { signal }),
              ...(onProgress && { onProgress }),
            })
          : source;
      signal?.throwIfAborted();
      click(blob, typeof filename === "string" ? filename : filename(blob));
      return true;
    } catch (error) {
      if (!signal?.aborted) onError?.(error);
      return false;
    } finally {
      onComplete?.();
    }
  };
}
