import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { SpokenMessage } from "#audio/nets/studio/stream-results.ts";
import { fromPlainError, type PlainError } from "#core/errors/errors.ts";
import type { SpeechForm } from "#core/models/forms.ts";
import { createMessageQueue } from "#core/rpc/message-queue.ts";

/** A speech recognition model on disk, and its input. */
export interface StudioTask {
  readonly form: SpeechForm;
  /** Paths by the roles of the form. */
  readonly files: Readonly<Record<string, string>>;
  /** A file with audio. */
  readonly input: string;
  /** Range in seconds; the whole file if missing. */
  readonly part?: readonly [from: number, to: number];
  /** ISO 639 code of the spoken language; if missing, detected by models that can. */
  readonly language?: string | undefined;
  /** Names and terms that may be spoken; only models of the form `whisper` use them. */
  readonly terms?: string | undefined;
  readonly threads: number;
  /** Weights of the voice activity; see `TranscribeOptions`. */
  readonly activity?: ArrayBuffer;
}

export type FromStudio =
  | SpokenMessage
  /** The model is loaded. */
  | { readonly kind: "ready" }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly error: PlainError }
  | { readonly kind: "broken"; readonly error: unknown };

/** More threads do not make ONNX Runtime's WebAssembly faster. */
const MAX_THREADS = 8;
export const studioThreads = (): number => Math.min(MAX_THREADS, availableParallelism());

/**
 * Transcribes with a model in a thread, and yields its messages. The thread waits until each has been
 * consumed, and is terminated by the signal, and when the consumer stops.
 * @throws {ToolkitError} if the input cannot be read
 */
export async function* runStudio(
  task: StudioTask,
  signal: AbortSignal,
): AsyncGenerator<Exclude<FromStudio, { kind: "done" | "failed" | "broken" }>, void, undefined> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("studio-thread.ts", import.meta.url), { workerData: task });
  const queue = createMessageQueue<Exclude<FromStudio, { kind: "done" | "failed" | "broken" }>>();
  const stop = (): void => queue.end(signal.reason);
  worker.on("message", (message: FromStudio) => {
    if (message.kind === "done") return queue.end();
    if (message.kind === "failed") return queue.end(fromPlainError(message.error));
    if (message.kind === "broken") return queue.end(message.error);
    void queue.push(message).then(() => {
      if (message.kind === "spoken") worker.postMessage(null);
    });
  });
  worker.on("error", (error) => queue.end(error));
  worker.on("exit", () => queue.end(new Error("The thread ended")));
  signal.addEventListener("abort", stop);
  try {
    for await (const message of queue.items()) {
      signal.throwIfAborted();
      yield message;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
