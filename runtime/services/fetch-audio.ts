/**
 * A sound file could not be fetched; `key` is the message that says so, the other fields are its
 * values. `status` is 0 when there was no answer, or when it broke off.
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
  /** Part that has arrived, 0 to 1; null while the whole is not known. */
  readonly onProgress?: (part: number | null) => void;
}

const isAbort = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true || (error as { name?: unknown } | null)?.name === "AbortError";

/**
 * Fetches a sound file.
 * @throws {AudioFetchError} with address, status and status text (ERR-4); the signal's reason when
 * it was called off
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
  // Some servers answer with a page, and success, where there is no file.
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

/** The same answer, telling how much of it has arrived. The browser keeps its bytes, not we. */
function counted(response: Response, onProgress: (part: number | null) => void): Response {
  const { body, headers } = response;
  if (!body) return response;
  // A packed answer is longer than it says when it is unpacked.
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
