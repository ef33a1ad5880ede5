/**
 * An audio file could not be fetched. `key` is the message key; the other fields are its values.
 * `status` is 0 without a response, or if it broke off.
 */
export class AudioFetchError extends Error {
  override readonly name = "AudioFetchError";
  readonly key = "errors:fetch";
  readonly url: string;
  readonly status: number;
  readonly statusText: string;

  constructor(
    { url, status, statusText }: Pick<AudioFetchError, "url" | "status" | "statusText">,
    cause?: unknown,
  ) {
    super(`${url} answered ${status} ${statusText}`.trimEnd(), { cause });
    this.url = url;
    this.status = status;
    this.statusText = statusText;
  }

  get params(): { readonly url: string; readonly status: number; readonly statusText: string } {
    const { url, status, statusText } = this;
    return { url, status, statusText };
  }
}

export interface FetchAudioOptions {
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
  /** Fraction received, 0 to 1; null while the total is unknown. */
  readonly onProgress?: (part: number | null) => void;
}

const isAbort = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true || (error as { name?: unknown } | null)?.name === "AbortError";

/**
 * Fetches an audio file.
 * @throws {AudioFetchError} with URL, status and status text (ERR-4); the signal's reason when
 *   aborted
 */
export async function fetchAudio(
  url: string,
  { fetch, signal, onProgress }: FetchAudioOptions,
): Promise<Blob> {
  const fail = (status: number, statusText: string, cause?: unknown): AudioFetchError =>
    new AudioFetchError({ url, status, statusText }, cause);
  let response: Response;
  try {
    response = await fetch(url, signal ? { signal } : {});
  } catch (error) {
    if (isAbort(error, signal)) throw error;
    throw fail(0, (error as Error).message, error);
  }
  const { ok, status, statusText, headers } = response;
  if (!ok) {
    void response.body?.cancel().catch(() => {});
    throw fail(status, statusText);
  }
  const type = headers.get("Content-Type") ?? "";
  // Some servers respond to missing files with a page and a success status.
  if (type.startsWith("text/html")) {
    void response.body?.cancel().catch(() => {});
    throw fail(status, type);
  }
  try {
    const body = onProgress ? counted(response, onProgress) : response;
    return new Blob([await body.blob()], { type });
  } catch (error) {
    if (isAbort(error, signal)) throw error;
    throw fail(0, (error as Error).message, error);
  }
}

/** Wraps a response to report progress. The browser holds its bytes. */
function counted(response: Response, onProgress: (part: number | null) => void): Response {
  const { body, headers } = response;
  if (!body) return response;
  // The decoded body is longer than `Content-Length`.
  const length = headers.has("Content-Encoding") ? 0 : Number(headers.get("Content-Length"));
  let arrived = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      onProgress(length > 0 ? Math.min(1, arrived / length) : null);
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counter));
}
