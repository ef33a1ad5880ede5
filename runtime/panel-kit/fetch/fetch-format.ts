import type { MediaParts } from "../../audio/worker/protocol.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { waitFor } from "../../services/wait-for.ts";
import type { LinkFormat, Links } from "../../workspace/contract/links.ts";
import type { Shelf } from "./parts-shelf.ts";
import { readFrames } from "./read-frames.ts";
import { type OnlineOptions, isOffline, onceOnline, whileOnline } from "./while-online.ts";

/** Bytes that are kept at once. */
const PIECE = 2 * 1024 * 1024;
/** ms after which fewer are: whoever leaves without a word loses no more. */
const KEPT_WITHIN = 2000;
/** Times that are tried without getting on, and ms before the first of them. */
const TRIES = 5;
const PAUSE = 1000;

export interface FetchOptions extends OnlineOptions {
  readonly links: Links;
  readonly shelf: Shelf;
  /** @param total null where nobody knows */
  readonly onProgress: (bytes: number, total: number | null, done: number | null) => void;
  /** The same format under a new ticket. */
  readonly renew: (signal: AbortSignal) => Promise<LinkFormat>;
}

/** Reasons for which a ticket is asked for anew: its time is over, or that of what it stands for. */
const STALE: readonly (string | null)[] = ["not_found", "source_refused", "source_login"];
/** Reasons that are over by themselves. */
const PASSING: readonly (string | null)[] = [
  "source_unavailable",
  "source_limited",
  "too_many_tries",
  "unavailable",
  "unreachable",
];

/**
 * Fetches a format, going on from what is there of it, and does not give up at once.
 * @throws {ApiError} of which the key says why
 */
export async function fetchFormat(
  format: LinkFormat,
  options: FetchOptions,
): Promise<Blob | MediaParts> {
  const { shelf, signal, renew } = options;
  let current = format;
  let isRenewed = false;
  for (let tries = 1; ; tries++) {
    const { bytes: before } = shelf.fetched();
    try {
      const { parted } = current;
      await whileOnline(options, (online) =>
        (parted ? fetchParts : fetchBytes)(current, { ...options, signal: online }),
      );
      break;
    } catch (error) {
      signal.throwIfAborted();
      const key = error instanceof ApiError ? error.key : "unreachable";
      if (shelf.fetched().bytes > before) {
        tries = 0;
        isRenewed = false;
      }
      if (isOffline(error)) continue;
      if (STALE.includes(key) && !isRenewed && before > 0) {
        isRenewed = true;
        current = await onceOnline(options, renew);
        continue;
      }
      if (!PASSING.includes(key) || tries >= TRIES) throw error;
      const wait = error instanceof ApiError ? error.retryAfter : null;
      await waitFor(Math.min(60_000, wait === null ? PAUSE * 2 ** tries : wait * 1000), signal);
    }
  }
  const pieces = await shelf.pieces();
  if (!current.parted) return new Blob([...pieces], { type: current.type });
  const [list, ...parts] = pieces;
  return { list: list!, parts };
}

/** Bytes of the whole, from an answer that gives all of it or the rest. */
function totalOf({ headers, status }: Response): number | null {
  const told =
    status === 206
      ? /\/(\d+)$/.exec(headers.get("Content-Range") ?? "")?.[1]
      : headers.get("Content-Length");
  const total = Number(told ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : null;
}

const cutShort = (cause?: unknown): ApiError => new ApiError("", { key: "unreachable", cause });

async function fetchBytes(
  { stream }: LinkFormat,
  { links, shelf, signal, onProgress }: FetchOptions,
): Promise<void> {
  const { bytes: there, validator } = shelf.fetched();
  // What cannot be told from another version of itself is fetched anew.
  if (there > 0 && validator === null) await shelf.clear();
  const from = shelf.fetched().bytes;
  const response = await links.open(stream, {
    signal,
    ...(from > 0 && { headers: { Range: `bytes=${from}-`, "If-Range": validator! } }),
  });
  const isRest =
    response.status === 206 &&
    response.headers.get("Content-Range")?.startsWith(`bytes ${from}-`) === true;
  if (from > 0 && !isRest) await shelf.clear();
  const total = totalOf(response);
  const etag = response.headers.get("ETag");
  const name = (etag?.startsWith("W/") ? null : etag) ?? response.headers.get("Last-Modified");
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let bytes = shelf.fetched().bytes;
  let keeping = Promise.resolve();
  // One after the other; what could not be kept once fails all that follows.
  const keep = (): Promise<void> =>
    (keeping = keeping.then(async () => {
      if (size === 0) return;
      const piece = new Blob(waiting);
      waiting = [];
      size = 0;
      await shelf.add(piece, name);
    }));
  const timer = setInterval(() => keep().catch(() => {}), KEPT_WITHIN);
  const reader = response.body!.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        signal.throwIfAborted();
        throw cutShort(error);
      });
      isOver = done;
      if (done) break;
      waiting.push(value);
      size += value.length;
      bytes += value.length;
      onProgress(bytes, total, total === null ? null : Math.min(1, bytes / total));
      if (size >= PIECE) await keep();
    }
  } finally {
    clearInterval(timer);
    // What has come is not lost with the connection.
    await keep();
    if (!isOver) await reader.cancel().catch(() => {});
  }
  if (total !== null && shelf.fetched().bytes < total) throw cutShort();
  if (shelf.fetched().bytes === 0) throw new ApiError("", { key: "source_unavailable" });
}

/** Parts of a playlist: lines that are addresses. */
const partsIn = (playlist: string): number =>
  Math.max(0, ...(playlist.match(/^\d+$|URI="\d+"/gm) ?? []).map((one) => Number(/\d+/.exec(one))));

async function fetchParts(
  { stream }: LinkFormat,
  { links, shelf, signal, onProgress }: FetchOptions,
): Promise<void> {
  const from = shelf.fetched().pieces;
  const response = await links.open(`${stream}&part=${from}`, { signal });
  let total = from === 0 ? 0 : partsIn(await (await shelf.pieces())[0]!.text());
  let open: Uint8Array<ArrayBuffer>[] | null = null;
  let size = 0;
  const keep = async (): Promise<void> => {
    if (open === null) return;
    const piece = new Blob(open);
    if (shelf.fetched().pieces === 0) total = partsIn(await piece.text());
    await shelf.add(piece, null);
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
      const { bytes, pieces } = shelf.fetched();
      onProgress(bytes + size, null, total === 0 ? 0 : Math.min(1, pieces / (total + 1)));
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ApiError ? error : cutShort(error);
  }
  // It ended without its end: the part that was open is not whole.
  throw cutShort();
}
