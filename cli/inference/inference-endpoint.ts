import type { InferMessage } from "#audio/nets/inference/infer-message.ts";
import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import { type ModelMetadata, readModelMetadata } from "#audio/nets/inference/model-metadata.ts";
import { readRetryAfter } from "../account/retry.ts";

/** A server that speaks the Open Inference Protocol. */
export interface InferenceEndpoint {
  readonly url: string;
  /** Whether it can run a model. @throws {InferenceError} */
  readonly isReady: (model: string, signal: AbortSignal) => Promise<boolean>;
  /** @throws {InferenceError} */
  readonly readMetadata: (model: string, signal: AbortSignal) => Promise<ModelMetadata>;
  /** @throws {InferenceError}, which is `wrong` if the answer does not follow the protocol */
  readonly infer: (
    model: string,
    request: InferMessage,
    signal: AbortSignal,
  ) => Promise<InferMessage>;
}

export interface EndpointAccess {
  /** Without a slash at the end; `/v2/…` is appended. */
  readonly url: string;
  /** Null: none is needed. */
  readonly token: string | null;
  /** Milliseconds in which a request has to be answered. */
  readonly time: number;
  readonly fetch: typeof globalThis.fetch;
}

const JSON_LENGTH = "inference-header-content-length";
/** Maximum bytes of an answer: HTDemucs answers 55 MB for eight seconds of sound. */
const MAX_ANSWER = 256 * 1024 * 1024;
const MAX_METADATA = 256 * 1024;
/** Characters of an error that are reported. */
const MAX_ERROR = 300;
/** Milliseconds in which a server has to say what it has. */
const METADATA_TIME = 10_000;

/** Statuses of a server that does not have a model, or has not loaded it. */
const NOT_READY: ReadonlySet<number> = new Set([400, 404, 503]);

type Body = Uint8Array<ArrayBuffer>;

export function createInferenceEndpoint(access: EndpointAccess): InferenceEndpoint {
  const { url, token } = access;
  const authorization = token !== null && { Authorization: `Bearer ${token}` };
  const pathOf = (model: string): string => `/v2/models/${encodeURIComponent(model)}`;

  /** @throws {InferenceError} */
  async function request(
    path: string,
    init: Pick<RequestInit, "method" | "body"> & {
      readonly headers?: Readonly<Record<string, string>>;
    },
    { signal, time, maxBytes }: { signal: AbortSignal; time: number; maxBytes: number },
  ): Promise<{ readonly response: Response; readonly body: Body }> {
    const timeout = AbortSignal.timeout(time);
    try {
      const response = await access.fetch(url + path, {
        ...init,
        redirect: "error",
        signal: AbortSignal.any([signal, timeout]),
        headers: { ...init.headers, ...authorization },
      });
      return { response, body: await readBody(response, maxBytes) };
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof InferenceError) throw cause;
      const message = timeout.aborted
        ? `It has not answered within ${time / 1000} seconds. If it is busy, lower \`requests\` or raise \`seconds\``
        : `It cannot be reached (${reasonOf(cause)})`;
      throw new InferenceError("unreachable", message, { cause });
    }
  }

  return {
    url,
    async isReady(model, signal) {
      const options = { signal, time: METADATA_TIME, maxBytes: MAX_METADATA };
      const { response, body } = await request(`${pathOf(model)}/ready`, {}, options);
      if (response.ok || NOT_READY.has(response.status)) return response.ok;
      throw failureOf(response, body);
    },
    async readMetadata(model, signal) {
      const options = { signal, time: METADATA_TIME, maxBytes: MAX_METADATA };
      const { response, body } = await request(pathOf(model), {}, options);
      if (!response.ok) throw failureOf(response, body);
      return readModelMetadata(new TextDecoder().decode(body));
    },
    async infer(model, { body: sent, headerBytes }, signal) {
      const { response, body } = await request(
        `${pathOf(model)}/infer`,
        {
          method: "POST",
          body: sent,
          headers: {
            "Content-Type": "application/octet-stream",
            [JSON_LENGTH]: String(headerBytes),
          },
        },
        { signal, time: access.time, maxBytes: MAX_ANSWER },
      );
      if (!response.ok) throw failureOf(response, body);
      const length = response.headers.get(JSON_LENGTH);
      return { body, headerBytes: length === null ? body.length : Number(length) };
    },
  };
}

/** Code of a failed connection, such as `ECONNREFUSED`. */
const reasonOf = (error: unknown): string => {
  const cause = (error as { cause?: { code?: unknown } }).cause?.code;
  return typeof cause === "string" ? cause : String((error as Error).message);
};

/** @throws {InferenceError} wrong: too long */
async function readBody({ body, headers }: Response, maxBytes: number): Promise<Body> {
  const tooLong = (): InferenceError =>
    new InferenceError("wrong", `Its answer has more than ${maxBytes} bytes`);
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLong();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > maxBytes) throw tooLong();
    parts.push(part);
  }
  const joined = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function failureOf({ status, headers }: Response, body: Body): InferenceError {
  const message = `It answered ${status}${errorOf(body)}`;
  if (status === 429 || status === 503) {
    const retryAfter = readRetryAfter(headers.get("retry-after") ?? undefined, Date.now());
    return new InferenceError("busy", message, { retryAfter: retryAfter ?? null });
  }
  if (status === 401 || status === 403)
    return new InferenceError("refused", `${message}. Check its \`tokenVariable\``);
  if (status === 404)
    return new InferenceError("refused", `${message}. It has no such model, or has not loaded it`);
  if (status === 400 || status === 422) return new InferenceError("invalid", message);
  return new InferenceError(status < 500 ? "refused" : "failed", message);
}

/** The error of a server, `{ "error": "…" }`, for messages. */
function errorOf(body: Uint8Array): string {
  try {
    const { error } = JSON.parse(new TextDecoder().decode(body.subarray(0, 16 * MAX_ERROR))) as {
      readonly error?: unknown;
    };
    if (typeof error !== "string") return "";
    return `: ${error.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, MAX_ERROR)}`;
  } catch {
    return "";
  }
}
