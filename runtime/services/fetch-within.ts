/** Bytes a second of the slowest connection that is waited for. */
const SLOWEST = 32 * 1024;

const bytesOf = (body: RequestInit["body"]): number =>
  body instanceof Blob ? body.size : typeof body === "string" ? body.length : 0;

/**
 * `fetch` with a limit on silence: a dead connection neither delivers bytes nor reports an error.
 * The limit applies to the response and to each part of its body. A request with a body has the time
 * to send it in addition.
 * @param milliseconds longer than the server waits before it responds
 * @throws {DOMException} TimeoutError, also while the body is read
 */
export async function fetchWithin(
  fetch: typeof globalThis.fetch,
  address: string,
  { signal, ...init }: RequestInit,
  milliseconds: number,
): Promise<Response> {
  const silent = new AbortController();
  async function limit<T>(work: Promise<T>, time: number): Promise<T> {
    const timer = setTimeout(() => silent.abort(new DOMException("", "TimeoutError")), time);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }
  const signals = [silent.signal, ...(signal ? [signal] : [])];
  const response = await limit(
    fetch.call(globalThis, address, { ...init, signal: AbortSignal.any(signals) }),
    milliseconds + (1000 * bytesOf(init.body)) / SLOWEST,
  );
  // Read beside the caller: Chromium reports a request as failed whose body only a stream reads.
  const reader = response.clone().body?.getReader();
  async function watchBody(): Promise<void> {
    while (reader && !(await limit(reader.read(), milliseconds)).done);
  }
  watchBody().catch(() => {
    // The caller's copy has failed, too.
  });
  return response;
}
