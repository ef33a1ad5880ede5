import type { READERS, ReaderName } from "./readers.ts";
import type { ReadingReply, ReadingRequest } from "./reader-worker.ts";

type Input<Name extends ReaderName> = Parameters<(typeof READERS)[Name]>[0];
type Output<Name extends ReaderName> = Awaited<ReturnType<(typeof READERS)[Name]>>;

/** The used part of `Worker`. */
interface ReaderWorker {
  postMessage(request: ReadingRequest): void;
  terminate(): void;
  onmessage: ((event: { readonly data: ReadingReply | object }) => void) | null;
  onerror: ((event: { readonly message: string; preventDefault(): void }) => void) | null;
}

/** Default time limit in seconds. */
const MAX_SECONDS = 120;

// The bundler recognizes workers only by this exact expression.
const startWorker = (): ReaderWorker =>
  new Worker(new URL("./reader-worker.ts", import.meta.url), {
    type: "module",
  }) as unknown as ReaderWorker;

/**
 * Reads a visitor's file in a separate worker, which is terminated afterwards: the page stays
 * responsive whatever the file contains.
 * @throws {DOMException} `AbortError`, or `TimeoutError` after the time limit (two minutes by
 *   default)
 * @throws {Error} if the worker could not be loaded, or ran out of memory
 */
export async function readInWorker<Name extends ReaderName>(
  reader: Name,
  input: Input<Name>,
  {
    signal,
    seconds = MAX_SECONDS,
    createWorker = startWorker,
  }: {
    readonly signal?: AbortSignal;
    readonly seconds?: number;
    readonly createWorker?: () => ReaderWorker;
  } = {},
): Promise<Output<Name>> {
  const timeout = AbortSignal.timeout(seconds * 1000);
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
  ends.throwIfAborted();
  const worker = createWorker();
  const { promise, resolve, reject } = Promise.withResolvers<Output<Name>>();
  ends.addEventListener("abort", () => reject(ends.reason as Error), { once: true });
  worker.onmessage = ({ data }) => {
    // The PDF reader, which expects a page around it, posts messages of its own.
    if ("error" in data) reject(new Error(data.error));
    else if ("value" in data) resolve(data.value as Output<Name>);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  worker.postMessage({ reader, input });
  try {
    return await promise;
  } finally {
    worker.terminate();
  }
}
