import { takeSlots } from "../admission/slots.ts";
import type { JobFiles } from "../db/schema/files.ts";
import { eraseFiles } from "../files/erase-files.ts";
import { findFile } from "../files/read-file.ts";
import { appendPart, createFile, PART } from "../files/write-file.ts";
import { checkLength, readChunks } from "../http/body.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { inParts } from "../objects/in-parts.ts";
import { readBytes, readChecksum } from "./tus-headers.ts";

/** Milliseconds in which the body of a request has to arrive. */
const BODY_TIME = 110_000;
/** Milliseconds after which an upload that no job uses is erased. */
const LASTS = 86_400_000;

/** Headers that describe an upload. */
const headersOf = ({ bytes, length, expires_at }: JobFiles): Record<string, string> => ({
  "Upload-Offset": String(bytes),
  "Upload-Length": String(length),
  "Upload-Expires": new Date(expires_at).toUTCString(),
});

/** @throws {ApiFailure} not_found, also for the uploads of others, and for results of jobs */
async function findUpload({ deps, user }: UserContext, id: string): Promise<JobFiles> {
  const file = await findFile(deps, user.userId, id);
  if (!file || file.job_id !== null || file.expires_at <= deps.clock())
    throw new ApiFailure("not_found");
  return file;
}

/**
 * Creates an upload. Metadata is ignored: a job needs no name of a file, and what the server does
 * not store, it cannot lose.
 * @throws {ApiFailure} invalid_request, too_large, quota_used, storage_full
 */
export async function createUpload({ deps, request, user }: UserContext): Promise<Response> {
  const { headers } = request;
  if (headers.has("Upload-Defer-Length") || headers.has("Upload-Concat"))
    throw new ApiFailure("invalid_request");
  const length = readBytes(headers, "Upload-Length");
  if (length === 0) throw new ApiFailure("invalid_request");
  if (length > deps.settings.fileBytesOfAccount) throw new ApiFailure("too_large");
  const expiresAt = deps.clock() + LASTS;
  const file = await deps.db.write((tx) =>
    createFile(tx, deps, { userId: user.userId, length, expiresAt }),
  );
  return new Response(null, {
    status: 201,
    // Relative, because proxies may add a prefix to the path.
    headers: { Location: `uploads/${file.id}`, ...headersOf(file) },
  });
}

/** @throws {ApiFailure} not_found */
export async function describeUpload(context: UserContext, id: string): Promise<Response> {
  return new Response(null, { headers: headersOf(await findUpload(context, id)) });
}

/**
 * Appends the body of a request to an upload. A body with a checksum is stored whole or not at
 * all; without one, everything that arrives is stored, even if the connection is lost.
 * @throws {ApiFailure} not_found, too_large; invalid_request (409 for a wrong offset, 415, 460)
 */
export async function appendToUpload(context: UserContext, id: string): Promise<Response> {
  const { deps, request, user } = context;
  const { headers } = request;
  if (headers.get("content-type") !== "application/offset+octet-stream")
    throw new ApiFailure("invalid_request", { status: 415 });
  const offset = readBytes(headers, "Upload-Offset");
  const check = readChecksum(headers);
  const release = await takeSlots(deps, {
    work: "uploads",
    slotKeys: [["fileAccount", user.userId]],
    retryAfter: 5,
  });
  try {
    let file = await findUpload(context, id);
    if (file.bytes !== offset) throw new ApiFailure("invalid_request", { status: 409 });
    const remaining = file.length! - offset;
    const limit = check ? Math.min(PART, remaining) : remaining;
    checkLength(request, limit);
    let failure: unknown;
    const chunks = untilFailure(
      readChunks(request, limit, BODY_TIME),
      (error) => (failure = error),
    );
    for await (const part of inParts(chunks, PART)) {
      if (check && failure !== undefined) break;
      check?.(part);
      file = await appendPart(deps, file, part);
    }
    if (failure !== undefined) throw failure;
    return new Response(null, { status: 204, headers: headersOf(file) });
  } finally {
    await release();
  }
}

async function* untilFailure(
  chunks: AsyncIterable<Uint8Array>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    onFailure(error);
  }
}

/** Erases an upload. @throws {ApiFailure} not_found */
export async function terminateUpload(context: UserContext, id: string): Promise<Response> {
  const { deps, user } = context;
  await findUpload(context, id);
  await deps.db.write((tx) => eraseFiles(tx, deps, { userId: user.userId, id }, "requested"));
  return new Response(null, { status: 204 });
}
