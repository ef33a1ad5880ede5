import type { MediaParts } from "../../audio/worker/remux/remux-media.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { waitFor } from "../../services/wait-for.ts";
import type { LinkFormat, Links } from "../../contract/links.ts";
import type { DownloadStore } from "./download-store.ts";
import { readFrames } from "./read-frames.ts";
import { type OnlineOptions, isOffline, onceOnline, whileOnline } from "./while-online.ts";

/** Bytes that are stored at once. */
const CHUNK_SIZE = 2 * 1024 * 1024;
/** Maximum time in ms until received bytes are stored, so that a closed tab loses little. */
const MAX_UNSTORED_TIME = 2000;
/** Maximum number of attempts without progress, and delay before the second one in ms. */
const MAX_ATTEMPTS = 5;
const PAUSE = 1000;

export interface FetchOptions extends OnlineOptions {
  readonly links: Links;
  readonly store: DownloadStore;
  /** @param total null if unknown */
  readonly onProgress: (bytes: number, total: number | null, done: number | null) => void;
  /** Requests the same format with a new ticket. */
  readonly renew: (signal: AbortSignal) => Promise<LinkFormat>;
}

/** Errors after which a new ticket is requested: the ticket or the source's address has expired. */
const EXPIRED_ERRORS: readonly (string | null)[] = ["not_found", "source_refused", "source_login"];
/** Temporary errors. */
const TEMPORARY_ERRORS: readonly (string | null)[] = [
  "source_unavailable",
  "source_limited",
  "too_many_tries",
  "unavailable",
  "unreachable",
];

/**
 * Downloads a format, resumes a partial download, and retries temporary errors.
 * @throws {ApiError} with the key of the reason
 */
export async function fetchFormat(
  format: LinkFormat,
  options: FetchOptions,
): Promise<Blob | MediaParts> {
  const { store: downloads, signal, renew } = options;
  let current = format;
  let isRenewed = false;
  for (let tries = 1; ; tries++) {
    const { bytes: before } = downloads.fetched();
    try {
      const { parted } = current;
      await whileOnline(options, (online) =>
        (parted ? fetchParts : fetchBytes)(current, { ...options, signal: online }),
      );
      break;
    } catch (error) {
      signal.throwIfAborted();
      const key = error instanceof ApiError ? error.key : "unreachable";
      if (downloads.fetched().bytes > before) {
        tries = 0;
        isRenewed = false;
      }
      if (isOffline(error)) continue;
      if (EXPIRED_ERRORS.includes(key) && !isRenewed && before > 0) {
        isRenewed = true;
        current = await onceOnline(options, renew);
        continue;
      }
      if (!TEMPORARY_ERRORS.includes(key) || tries >= MAX_ATTEMPTS) throw error;
      const wait = error instanceof ApiError ? error.retryAfter : null;
      await waitFor(Math.min(60_000, wait === null ? PAUSE * 2 ** tries : wait * 1000), signal);
    }
  }
  const chunks = await downloads.pieces();
  if (!current.parted) return new Blob([...chunks], { type: current.type });
  const [list, ...parts] = chunks;
  return { list: list!, parts };
}

/** Total bytes according to a response with all of the body or the rest of it. */
function totalBytes({ headers, status }: Response): number | null {
  const progress =
    status === 206
      ? /\/(\d+)$/.exec(headers.get("Content-Range") ?? "")?.[1]
      : headers.get("Content-Length");
  const total = Number(progress ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : null;
}

const incompleteError = (cause?: unknown): ApiError =>
  new ApiError("", { key: "unreachable", cause });

async function fetchBytes(
  { stream }: LinkFormat,
  { links, store: downloads, signal, onProgress }: FetchOptions,
): Promise<void> {
  const { bytes: there, validator } = downloads.fetched();
  // Without a validator a partial download cannot be resumed safely.
  if (there > 0 && validator === null) await downloads.clear();
  const from = downloads.fetched().bytes;
  const response = await links.open(stream, {
    signal,
    ...(from > 0 && { headers: { Range: `bytes=${from}-`, "If-Range": validator! } }),
  });
  const isRest =
    response.status === 206 &&
    response.headers.get("Content-Range")?.startsWith(`bytes ${from}-`) === true;
  if (from > 0 && !isRest) await downloads.clear();
  const total = totalBytes(response);
  const etag = response.headers.get("ETag");
  const name = (etag?.startsWith("W/") ? null : etag) ?? response.headers.get("Last-Modified");
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let bytes = downloads.fetched().bytes;
  let keeping = Promise.resolve();
  // Chunks are stored one after the other; after one failure all following ones fail.
  const storeChunk = (): Promise<void> =>
    (keeping = keeping.then(async () => {
      if (size === 0) return;
      const chunk = new Blob(waiting);
      waiting = [];
      size = 0;
      await downloads.add(chunk, name);
    }));
  const timer = setInterval(() => storeChunk().catch(() => {}), MAX_UNSTORED_TIME);
  const reader = response.body!.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        signal.throwIfAborted();
        throw incompleteError(error);
      });
      isOver = done;
      if (done) break;
      waiting.push(value);
      size += value.length;
      bytes += value.length;
      onProgress(bytes, total, total === null ? null : Math.min(1, bytes / total));
      if (size >= CHUNK_SIZE) await storeChunk();
    }
  } finally {
    clearInterval(timer);
    // Received bytes are stored even if the connection is lost.
    await storeChunk();
    if (!isOver) await reader.cancel().catch(() => {});
  }
  if (total !== null && downloads.fetched().bytes < total) throw incompleteError();
  if (downloads.fetched().bytes === 0) throw new ApiError("", { key: "source_unavailable" });
}

/** Number of segments of a playlist: lines that are addresses. */
const countSegments = (playlist: string): number =>
  Math.max(0, ...(playlist.match(/^\d+$|URI="\d+"/gm) ?? []).map((one) => Number(/\d+/.exec(one))));

async function fetchParts(
  { stream }: LinkFormat,
  { links, store: downloads, signal, onProgress }: FetchOptions,
): Promise<void> {
  const from = downloads.fetched().pieces;
  const response = await links.open(`${stream}&part=${from}`, { signal });
  let total = from === 0 ? 0 : countSegments(await (await downloads.pieces())[0]!.text());
  let open: Uint8Array<ArrayBuffer>[] | null = null;
  let size = 0;
  const keep = async (): Promise<void> => {
    if (open === null) return;
    const chunk = new Blob(open);
    if (downloads.fetched().pieces === 0) total = countSegments(await chunk.text());
    await downloads.add(chunk, null);
    open = null;
    size = 0;
  };
  try {
    for await (const frame of readFrames(response.body!)) {
      if (frame.kind === "end") return await keep();
      if (frame.kind === "begin") {
        await keep();
        open = [];
        continue;
      }
      open!.push(frame.bytes.slice());
      size += frame.bytes.length;
      const { bytes, pieces } = downloads.fetched();
      onProgress(bytes + size, null, total === 0 ? 0 : Math.min(1, pieces / (total + 1)));
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ApiError ? error : incompleteError(error);
  }
  // The stream ended early, so the open part is not complete.
  throw incompleteError();
}
