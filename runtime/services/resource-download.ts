import type { BrowserServices } from "#core/site/config.ts";
import { AudioFetchError, fetchAudio } from "./fetch-audio.ts";

export interface ResourceDownloadDeps {
  readonly document: Document;
  readonly fetch: typeof fetch;
  readonly urls: Pick<typeof URL, "createObjectURL" | "revokeObjectURL">;
  /** Calls `work` after `ms`; the returned function cancels it. */
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly resources: BrowserServices["resources"];
}

export interface ResourceDownload {
  /** A URL, or data created here. */
  readonly source: string | Blob;
  /** File name; may depend on the response. */
  readonly filename: string | ((file: Blob) => string);
  readonly signal?: AbortSignal;
  /** Fraction received, 0 to 1; null while the total is unknown. */
  readonly onProgress?: (part: number | null) => void;
  /** Called with the reason of a failure; aborting is none. */
  readonly onError?: (error: unknown) => void;
  /** Called at the end in any case. */
  readonly onComplete?: () => void;
}

/** Time in ms for which the browser may still read the file. */
const OBJECT_URL_LIFETIME_MS = 40_000;

/**
 * URL of a resource: those of the resource origin are fetched from the site's own folder, since
 * `download` names apply only to same-origin links.
 */
export function resourceAddress(
  address: string,
  { origin, path }: BrowserServices["resources"],
): string {
  if (origin === "" || !URL.canParse(address)) return address;
  const url = new URL(address);
  // Whether http or https: it is the same host.
  if (!/^https?:$/.test(url.protocol) || url.host !== new URL(origin).host) return address;
  return `${path}${url.pathname}${url.search}`;
}

/** A file name that all systems accept, without misleading characters. */
export function safeFilename(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[\\/:*?"<>|]/g, "_")
    // These include bidirectional controls, which make "gpj.exe" read as "exe.jpg".
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, "")
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, "");
  return clean === "" ? "download" : clean;
}

/** The text of a failed download: a message key with its values. */
export const downloadMessage = (
  error: unknown,
): { readonly key: string; readonly params?: Readonly<Record<string, unknown>> } =>
  error instanceof AudioFetchError
    ? { key: error.key, params: error.params }
    : { key: "errors:download" };

/**
 * Creates the function that saves a file to the visitor's device (CMP-4), and returns whether it
 * did.
 */
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
      setTimer(() => urls.revokeObjectURL(address), OBJECT_URL_LIFETIME_MS);
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
