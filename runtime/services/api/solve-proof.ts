import { type Puzzle, MOST_BITS, solvePuzzle } from "#core/crypto/proof-of-work.ts";

/** What is used of a `Worker`. */
export interface ProofWorker {
  postMessage(puzzle: Puzzle): void;
  terminate(): void;
  onmessage: ((event: { readonly data: string }) => void) | null;
  onerror: ((event: { preventDefault(): void }) => void) | null;
}

// In these words, so that the bundler finds it.
const startWorker = (): ProofWorker =>
  new Worker(new URL("./proof-worker.ts", import.meta.url), {
    type: "module",
  }) as unknown as ProofWorker;

/** Lets the page have its turn. */
const pauseFor = (signal: AbortSignal | undefined) => async (): Promise<void> => {
  signal?.throwIfAborted();
  await new Promise((resolve) => setTimeout(resolve));
};

/**
 * Solves a puzzle in a worker; in the page itself, bit by bit, where there can be no worker.
 * @throws {RangeError} it asks for more than is decent
 * @throws {DOMException} AbortError
 */
export async function solveProof(
  puzzle: Puzzle,
  signal?: AbortSignal,
  createWorker: () => ProofWorker = startWorker,
): Promise<string> {
  signal?.throwIfAborted();
  if (puzzle.bits > MOST_BITS) throw new RangeError(`A puzzle of ${puzzle.bits} bits`);
  const proof = await solveInWorker(puzzle, signal, createWorker);
  return proof ?? (await solvePuzzle(puzzle, pauseFor(signal)));
}

/** @returns null where the worker does not work */
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
