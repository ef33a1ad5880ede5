import { HostedError } from "../ports/hosted-models.ts";

/** An endpoint compatible with the OpenAI API. */
export interface Endpoint {
  /** Including the version: `https://api.example.com/v1`. */
  readonly url: string;
  /** Null: no key is needed. */
  readonly key: string | null;
}

/** Statuses that reject what was sent, so that the same request would be rejected again. */
const REJECTED: ReadonlySet<number> = new Set([400, 413, 415, 422]);

const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

interface EndpointRequest {
  /** A form, or an object that is sent as JSON. */
  readonly body: FormData | object;
  readonly signal: AbortSignal;
  readonly fetch: typeof globalThis.fetch;
}

/** Reads a response up to the size limit. @throws {HostedError} */
async function readResponse({ body, headers }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const tooLong = (): HostedError => new HostedError("The answer is too long");
  if (Number(headers.get("content-length") ?? 0) > MAX_RESPONSE_BYTES) throw tooLong();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MAX_RESPONSE_BYTES) throw tooLong();
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** @throws {HostedError} */
export async function requestBytes(
  { url, key }: Endpoint,
  path: string,
  { body, signal, fetch }: EndpointRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  let response: Response;
  let bytes: Uint8Array<ArrayBuffer>;
  const isForm = body instanceof FormData;
  try {
    response = await fetch(`${url}${path}`, {
      method: "POST",
      body: isForm ? body : JSON.stringify(body),
      signal,
      redirect: "error",
      headers: {
        ...(!isForm && { "Content-Type": "application/json" }),
        ...(key !== null && { Authorization: `Bearer ${key}` }),
      },
    });
    bytes = await readResponse(response);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof HostedError) throw cause;
    throw new HostedError("It cannot be reached", { cause });
  }
  if (response.ok) return bytes;
  const retryAfterHeader = response.headers.get("retry-after") ?? "";
  const after = /^\d+$/.test(retryAfterHeader)
    ? Number(retryAfterHeader)
    : (Date.parse(retryAfterHeader) - Date.now()) / 1000;
  // The response body may contain keys and account names, so only the status is reported.
  throw new HostedError(`It answered ${response.status}`, {
    retryAfter: after > 0 ? after : null,
    isUnusable: REJECTED.has(response.status),
  });
}

/** @throws {HostedError} */
export async function requestJson(
  endpoint: Endpoint,
  path: string,
  request: EndpointRequest,
): Promise<unknown> {
  const bytes = await requestBytes(endpoint, path, request);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    // Without its cause, which is logged and quotes the answer.
    throw new HostedError("Its answer is no JSON");
  }
}
