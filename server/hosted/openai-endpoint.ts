import { HostedError } from "../ports/hosted-models.ts";

/** An endpoint that speaks the API of OpenAI, as many servers do. */
export interface Endpoint {
  /** With its version: `https://api.example.com/v1`. */
  readonly url: string;
  /** Null: it wants none. */
  readonly key: string | null;
}

/** Bytes of an answer at most. */
const MOST = 16 * 1024 * 1024;

/** Asks an endpoint, and reads its JSON. @throws {HostedError} */
export async function askEndpoint(
  { url, key }: Endpoint,
  path: string,
  {
    body,
    signal,
    fetch,
  }: {
    readonly body: FormData;
    readonly signal: AbortSignal;
    readonly fetch: typeof globalThis.fetch;
  },
): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}${path}`, {
      method: "POST",
      body,
      signal,
      redirect: "error",
      headers: key === null ? {} : { Authorization: `Bearer ${key}` },
    });
    if (Number(response.headers.get("content-length") ?? 0) > MOST)
      throw new HostedError("The answer is too long");
    text = await response.text();
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof HostedError) throw cause;
    throw new HostedError("It cannot be reached", { cause });
  }
  if (!response.ok) {
    const after = Number(response.headers.get("retry-after"));
    // What it says may name keys and accounts: the status is enough.
    throw new HostedError(`It answered ${response.status}`, {
      retryAfter: after > 0 ? after : null,
    });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new HostedError("Its answer is no JSON", { cause });
  }
}
