import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { ToolkitError } from "../../core/errors/errors.ts";

export interface PullOptions {
  readonly url: string;
  /** Where it is put when it is whole and right. */
  readonly target: string;
  readonly sha256: string;
  /** Bytes; null where they are not known. */
  readonly bytes: number | null;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
  /** @param share 0 to 1 */
  readonly onProgress: (share: number) => void;
}

const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

async function hashFile(file: string, hash: Hash): Promise<Hash> {
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash;
}

/**
 * Brings a file onto the disk. What was there of it is gone on with; it has its name only when its
 * checksum is right.
 * @returns `kept` where the right file is there already
 * @throws {ToolkitError} MODEL_UNREACHABLE, MODEL_DAMAGED
 */
export async function pullFile(options: PullOptions): Promise<"pulled" | "kept"> {
  const { target, sha256, url } = options;
  if ((await sizeOf(target)) !== null) {
    const found = (await hashFile(target, createHash("sha256"))).digest("hex");
    if (found === sha256) return "kept";
  }
  await mkdir(path.dirname(target), { recursive: true });
  const part = `${target}.part`;
  const found = await download(part, options);
  if (found !== sha256) {
    // To go on with it would never make it right.
    await rm(part, { force: true });
    throw new ToolkitError("MODEL_DAMAGED", { url, expected: sha256, found });
  }
  await rename(part, target);
  return "pulled";
}

/** @returns the checksum of all that the file holds then */
async function download(
  part: string,
  { url, bytes, fetch, signal, onProgress }: PullOptions,
): Promise<string> {
  const there = (await sizeOf(part)) ?? 0;
  // Whole, but not looked at any more when it was interrupted.
  if (bytes !== null && there === bytes)
    return (await hashFile(part, createHash("sha256"))).digest("hex");
  const headers = there > 0 ? { range: `bytes=${there}-` } : {};
  let answer = await ask(url, { fetch, headers, signal });
  if (answer.status === 416) {
    await answer.body?.cancel();
    answer = await ask(url, { fetch, headers: {}, signal });
  }
  const goesOn = answer.status === 206 && startOf(answer) === there;
  if (!answer.ok || !answer.body || (answer.status === 206 && !goesOn)) {
    const detail = `the server answered ${answer.status} ${answer.statusText}`.trim();
    throw new ToolkitError("MODEL_UNREACHABLE", { url, detail });
  }
  const hash = createHash("sha256");
  if (goesOn) await hashFile(part, hash);
  let done = goesOn ? there : 0;
  const left = Number(answer.headers.get("content-length"));
  const total = bytes ?? (left > 0 ? done + left : null);
  const handle = await open(part, goesOn ? "a" : "w");
  try {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted();
      await handle.write(chunk);
      hash.update(chunk);
      done += chunk.length;
      if (total !== null) onProgress(Math.min(1, done / total));
    }
  } catch (error) {
    throw failed(url, error, signal);
  } finally {
    await handle.close();
  }
  return hash.digest("hex");
}

/** First byte that the server sends; NaN where it does not say. */
const startOf = (answer: Response): number =>
  Number(/^bytes (\d+)-/.exec(answer.headers.get("content-range") ?? "")?.[1] ?? NaN);

async function ask(
  url: string,
  {
    fetch,
    headers,
    signal,
  }: Pick<PullOptions, "fetch" | "signal"> & { headers: Readonly<Record<string, string>> },
): Promise<Response> {
  try {
    return await fetch(url, { headers, signal });
  } catch (error) {
    throw failed(url, error, signal);
  }
}

function failed(url: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  // What fetch throws tells more in its cause.
  const { message, cause } = error as Error;
  const detail = cause instanceof Error ? cause.message : message;
  return new ToolkitError("MODEL_UNREACHABLE", { url, detail }, { cause: error });
}
