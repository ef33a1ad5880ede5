import { chooseEncoding, type Encoding } from "./accept-encoding.ts";
import { textAnswer, type Answer, type PreviewRequest } from "./answer.ts";
import { parseRange } from "./byte-range.ts";
import type { CompressedCache } from "./compression.ts";
import { contentType, isCompressible } from "./content-type.ts";
import { applyHeaderRules, type HeaderRule } from "./rules/headers-file.ts";
import { openFile, readBytes, type OpenFile } from "./open-file.ts";
import { checkConditions, isRangeCurrent } from "./preconditions.ts";

export interface FileRequest {
  readonly request: PreviewRequest;
  /** Decoded path of the request, to which header rules apply. */
  readonly path: string;
  /** Real path of the file. */
  readonly file: string;
  /**
   * Conditions, ranges and caching apply only to 200; any other status is that of an error page.
   */
  readonly status: number;
  readonly rules: readonly HeaderRule[];
  readonly cache: CompressedCache;
}

/** Minimum size in bytes of a compressed file: smaller ones fit into one packet. */
const SMALLEST_COMPRESSED = 1024;
/**
 * Maximum size in bytes of a cached compressed file; larger ones are compressed while they are
 * sent.
 */
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

// File names of the bundler: eight characters of base64url, or a longer hexadecimal number. A word
// has neither a digit nor a capital after its first letter.
const HASHED = /^\/assets\/.*[-.](?=\d|[^.]{1,63}[A-Z\d])([\w-]{8}|[0-9a-f]{8,64})\.\w+$/;

/** Answers with a file: encoding, validators, the site's headers, conditions and ranges. */
export async function fileAnswer(options: FileRequest): Promise<Answer> {
  const opened = await openFile(options.file);
  let answer: Answer | undefined;
  try {
    answer = await represent(opened, options);
    return answer;
  } finally {
    const takesHandle = answer?.body !== undefined && "handle" in answer.body;
    if (!takesHandle) await opened.handle.close();
  }
}

async function represent(file: OpenFile, options: FileRequest): Promise<Answer> {
  const { request, status } = options;
  const { range } = request.headers;
  const accept = request.headers["accept-encoding"]?.toString();
  const type = contentType(options.file);
  const isWorthwhile = isCompressible(type) && file.size >= SMALLEST_COMPRESSED;
  // A range of a compressed body would be useless to clients that request bytes of the file.
  const isRangeRequest = range !== undefined && request.method === "GET" && status === 200;
  const chosen = chooseEncoding(accept, isWorthwhile && !isRangeRequest);
  if (chosen === undefined && status === 200)
    return textAnswer(406, "Not acceptable: br, zstd, gzip and identity are on offer.", {
      vary: "Accept-Encoding",
    });
  const encoding = chosen === "identity" ? undefined : chosen;
  const headers = describe(file, type, encoding, options);
  if (isWorthwhile || encoding !== undefined) addVary(headers);

  const condition = status === 200 ? checkConditions(request.headers, headers) : 200;
  if (condition === 412) return textAnswer(412, "The file is not the one that was asked for.");
  if (condition === 304) {
    for (const name of ["content-type", "content-encoding", "accept-ranges"]) headers.delete(name);
    return { status: 304, headers };
  }
  if (encoding !== undefined) return compressed(file, encoding, headers, options);
  if (isRangeRequest && isRangeCurrent(request.headers["if-range"]?.toString(), headers)) {
    const part = parseRange(range, file.size);
    if (part === "unsatisfiable")
      return textAnswer(416, "The file is shorter.", { "content-range": `bytes */${file.size}` });
    if (part !== undefined) {
      const last = part.start + part.length - 1;
      headers.set("content-range", `bytes ${part.start}-${last}/${file.size}`);
      headers.set("content-length", String(part.length));
      return { status: 206, headers, body: { handle: file.handle, ...part } };
    }
  }
  headers.set("content-length", String(file.size));
  return { status, headers, body: { handle: file.handle, start: 0, length: file.size } };
}

function describe(
  file: OpenFile,
  type: string,
  encoding: Encoding | undefined,
  { path, status, rules }: FileRequest,
): Headers {
  const headers = new Headers({
    "content-type": type,
    "cache-control": HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff",
  });
  if (encoding !== undefined) headers.set("content-encoding", encoding);
  if (status === 200) {
    headers.set("etag", `"${file.identity}${encoding === undefined ? "" : `-${encoding}`}"`);
    // A future date would be later than the response's own, which RFC 9110, 8.8.2.1 forbids.
    const modified = Math.min(file.modified.getTime(), Date.now());
    headers.set("last-modified", new Date(modified).toUTCString());
    if (encoding === undefined) headers.set("accept-ranges", "bytes");
  }
  applyHeaderRules(headers, rules, path);
  // A rule for /assets/* must not make a missing asset be cached for a year.
  if (status !== 200) headers.set("cache-control", "no-cache");
  return headers;
}

async function compressed(
  file: OpenFile,
  encoding: Encoding,
  headers: Headers,
  { status, cache }: FileRequest,
): Promise<Answer> {
  const { handle, size, identity } = file;
  if (size > MAX_CACHED_BYTES)
    return { status, headers, body: { handle, start: 0, length: size, encoding } };
  const body = await cache.get(identity, encoding, () => readBytes(handle, 0, size));
  headers.set("content-length", String(body.byteLength));
  return { status, headers, body };
}

function addVary(headers: Headers): void {
  const known = headers.get("vary") ?? "";
  if (!/(^|,)\s*(accept-encoding|\*)\s*(,|$)/i.test(known))
    headers.append("vary", "Accept-Encoding");
}
