import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Block } from "#audio/effect.ts";
import type { TranscriptSegment } from "#audio/nets/studio/transcribe.ts";
import { fromPlainError, type PlainError } from "#core/errors/errors.ts";
import type { StemsForm, SpeechForm } from "#core/models/forms.ts";

/** A net that is on the disk, and the sound that it is to hear. */
export interface StudioTask {
  readonly form: StemsForm | SpeechForm;
  /** Paths, by the roles of the form. */
  readonly files: Readonly<Record<string, string>>;
  /** A file with sound in it. */
  readonly input: string;
  /** Seconds of it; all where it is missing. */
  readonly part?: readonly [from: number, to: number];
  /** Stems sum to the sound. */
  readonly consistent: boolean;
  readonly threads: number;
  /** SHA-256 of the graph of a net for stems, which has to answer a known sound first. */
  readonly proves?: string | undefined;
}

export type FromStudio =
  /** The net is loaded. */
  | { readonly kind: "ready" }
  /** What it said to the known sound, and how long that took: a piece. */
  | { readonly kind: "proved"; readonly right: boolean; readonly seconds: number }
  | { readonly kind: "stems"; readonly stems: readonly Block[] }
  | { readonly kind: "spoken"; readonly spoken: TranscriptSegment }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly error: PlainError }
  | { readonly kind: "broken"; readonly error: unknown };

/** More do not make ONNX Runtime's WebAssembly faster. */
const MOST_THREADS = 8;
export const studioThreads = (): number => Math.min(MOST_THREADS, availableParallelism());

/**
 * Runs a net in a thread, and gives what it says as it comes. The thread waits until each has been dealt
 * with, and is gone as soon as nobody listens any more or the signal says so.
 * @throws {ToolkitError} where the sound cannot be read
 */
export async function* runStudio(
  task: StudioTask,
  signal: AbortSignal,
): AsyncGenerator<Exclude<FromStudio, { kind: "done" | "failed" | "broken" }>, void, undefined> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("studio-thread.ts", import.meta.url), { workerData: task });
  const told: FromStudio[] = [];
  let wake = (): void => {};
  let error: unknown = null;
  const fail = (reason: unknown): void => {
    error ??= reason ?? new Error("The thread ended");
    wake();
  };
  const stop = (): void => fail(signal.reason);
  worker.on("message", (message: FromStudio) => {
    told.push(message);
    wake();
  });
  worker.on("error", fail);
  worker.on("exit", () => fail(null));
  signal.addEventListener("abort", stop);
  try {
    for (;;) {
      const message = told.shift();
      if (error !== null && (signal.aborted || !message)) throw error;
      if (!message) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (message.kind === "done") return;
      if (message.kind === "failed") throw fromPlainError(message.error);
      if (message.kind === "broken") throw message.error;
      yield message;
      if (message.kind === "stems" || message.kind === "spoken") worker.postMessage(null);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
