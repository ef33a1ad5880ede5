import { mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { ioError } from "../files/files.ts";
import { digestOfFile } from "../files/hash.ts";
import { type RequestDeps, request, unreachable } from "./request.ts";

export interface DownloadOptions extends RequestDeps {
  readonly url: string;
  /** How many it has; null where only its server knows. */
  readonly bytes: number | null;
  /** @param share 0 to 1 */
  readonly onProgress: (share: number) => void;
}

export interface PullOptions extends DownloadOptions {
  /** Where it is put when it is whole and right. */
  readonly target: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** How often a line that is cut is taken up again, as long as something comes each time. */
const RESUMES = 5;

/** Size of a file in bytes; null where there is none. */
export const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

/** Whether a file is there as it is to be. */
export async function checkFile(
  file: string,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: number },
): Promise<"ok" | "missing" | "damaged"> {
  const size = await sizeOf(file);
  if (size === null) return "missing";
  return size === bytes && (await digestOfFile(file)) === sha256 ? "ok" : "damaged";
}

/** What a disk says that takes no more, in words for models. */
export function diskError(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT"
    ? new ToolkitError("MODEL_DISK_FULL", { path: file }, { cause: error })
    : ioError(error, file);
}

/** @throws {ToolkitError} MODEL_DISK_FULL where there is less room than `bytes` */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw diskError(error, folder);
  });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) throw new ToolkitError("MODEL_DISK_FULL", { path: folder, bytes });
}

/**
 * Brings a file onto the disk. What was there of it is gone on with, in this run and in the next; it has
 * its name only when its checksum is right.
 * @returns `kept` where the right file is there already
 * @throws {ToolkitError} what `request` throws, MODEL_DAMAGED, MODEL_DISK_FULL and other faults of a disk
 */
export async function pullFile(options: PullOptions): Promise<"pulled" | "kept"> {
  const { target, sha256, url, bytes } = options;
  if ((await checkFile(target, options)) === "ok") return "kept";
  const part = `${target}.part`;
  await requireRoom(path.dirname(target), bytes - ((await sizeOf(part)) ?? 0));
  await downloadPart(part, options);
  const found = await digestOfFile(part);
  if (found !== sha256) {
    // To go on with it would never make it right.
    await forgetPart(part);
    throw new ToolkitError("MODEL_DAMAGED", { url, expected: sha256, found });
  }
  await rename(part, target);
  await forgetPart(part);
  return "pulled";
}

/**
 * Brings what is missing of a part, and goes on where the line is cut.
 * @throws {ToolkitError} what `request` throws, MODEL_UNREACHABLE, faults of a disk
 */
export async function downloadPart(part: string, options: DownloadOptions): Promise<void> {
  for (let resumes = 0; ; resumes++) {
    const before = (await sizeOf(part)) ?? 0;
    try {
      return await download(part, options);
    } catch (error) {
      const grew = ((await sizeOf(part)) ?? 0) > before;
      const isCut = error instanceof ToolkitError && error.code === "MODEL_UNREACHABLE";
      if (!isCut || !grew || resumes === RESUMES) throw error;
    }
  }
}

/** The mark of the file that a part is of, as its server gave it. */
const tagFile = (part: string): string => `${part}.etag`;

/** Removes a part and what is known of it. */
export async function forgetPart(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(tagFile(part), { force: true });
}

/** Adds to the part what is missing of it. */
async function download(part: string, options: DownloadOptions): Promise<void> {
  const { url, signal } = options;
  const there = (await sizeOf(part)) ?? 0;
  // Whole, but not looked at any more when it was interrupted.
  if (there === options.bytes) return;
  const tag = await readFile(tagFile(part), "utf8").catch(() => null);
  const goingOn = { range: `bytes=${there}-`, ...(tag !== null && { "if-range": tag }) };
  let answer = await request(url, { headers: there > 0 ? goingOn : {} }, options);
  if (answer.status === 416) {
    await answer.body?.cancel();
    if (options.bytes === null && answer.headers.get("content-range") === `bytes */${there}`)
      return;
    answer = await request(url, { headers: {} }, options);
  }
  const goesOn = answer.status === 206 && startOf(answer) === there;
  if (!answer.body || (answer.status !== 200 && !goesOn)) {
    const detail = `the server answered ${answer.status} with another part`;
    throw new ToolkitError("MODEL_UNREACHABLE", { url, detail });
  }
  const etag = answer.headers.get("etag");
  // A weak one says nothing about the bytes.
  if (etag?.startsWith('"')) await writeFile(tagFile(part), etag);
  else await rm(tagFile(part), { force: true });
  const failed = (error: unknown): unknown =>
    "syscall" in (error as object) && (error as NodeJS.ErrnoException).syscall === "write"
      ? diskError(error, part)
      : unreachable(url, error, signal);
  const from = goesOn ? there : 0;
  const coming = Number(answer.headers.get("content-length") ?? NaN);
  const bytes = options.bytes ?? (Number.isNaN(coming) ? null : from + coming);
  await append(part, answer.body, { ...options, from, bytes }).catch((error: unknown) => {
    throw failed(error);
  });
  const came = (await sizeOf(part)) ?? 0;
  if (bytes !== null && came < bytes)
    throw new ToolkitError("MODEL_UNREACHABLE", { url, detail: "the connection was cut" });
}

async function append(
  part: string,
  body: ReadableStream<Uint8Array>,
  { from, bytes, signal, onProgress }: DownloadOptions & { readonly from: number },
): Promise<void> {
  const handle = await open(part, from > 0 ? "a" : "w");
  let done = from;
  try {
    for await (const chunk of body) {
      signal.throwIfAborted();
      await handle.write(chunk);
      done += chunk.length;
      // More than was locked: its checksum would be another one.
      if (bytes === null) continue;
      if (done > bytes) return;
      onProgress(done / bytes);
    }
  } finally {
    await handle.close();
  }
}

/** First byte that the server sends; NaN where it does not say. */
const startOf = (answer: Response): number =>
  Number(/^bytes (\d+)-/.exec(answer.headers.get("content-range") ?? "")?.[1] ?? NaN);
