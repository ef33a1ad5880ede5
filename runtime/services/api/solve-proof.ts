import { type Puzzle, MAX_BITS, solvePuzzle } from "#core/crypto/proof-of-work.ts";

/** The part of `Worker` that is used. */
export interface ProofWorker {
  postMessage(puzzle: Puzzle): void;
  terminate(): void;
  onmessage: ((event: { readonly data: string }) => void) | null;
  onerror: ((event: { preventDefault(): void }) => void) | null;
}

// The bundler recognizes workers by this expression.
const startWorker = (): ProofWorker =>
  new Worker(new URL("./proof-worker.ts", import.meta.url), {
    type: "module",
  }) as unknown as ProofWorker;

/** Yields to the page. */
const pauseFor = (signal: AbortSignal | undefined) => async (): Promise<void> => {
  signal?.throwIfAborted();
  await new Promise((resolve) => setTimeout(resolve));
};

/**
 * Solves a proof of work in a worker; in the page, in steps, if there are no workers.
 * @throws {RangeError} if the difficulty is unreasonable
 * @throws {DOMException} AbortError
 */
export async function solveProof(
  puzzle: Puzzle,
  signal?: AbortSignal,
  createWorker: () => ProofWorker = startWorker,
): Promise<string> {
  signal?.throwIfAborted();
  if (puzzle.bits > MAX_BITS) throw new RangeError(`A puzzle of ${puzzle.bits} bits`);
  const proof = await solveInWorker(puzzle, signal, createWorker);
  return proof ?? (await solvePuzzle(puzzle, pauseFor(signal)));
}

/** @returns null if the worker fails */
async function solveInWorker(
  puzzle: Puzzle,
  signal: AbortSignal | undefined,
  createWorker: () => ProofWorker,
): Promise<string | null> {
  let worker: ProofWorker;
  try {
    worker = createWorker();
  } catch {
    return null;
  }
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const leave = (): void => reject(signal!.reason as Error);
  signal?.addEventListener("abort", leave, { once: true });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    resolve(null);
  };
  worker.postMessage(puzzle);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener("abort", leave);
    worker.terminate();
  }
}
