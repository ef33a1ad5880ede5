import { decodeInDocument } from "../decode-in-document.ts";
import { createAudioWorker } from "../shared-engine.ts";
import { memoryBudget } from "./memory-budget.ts";
import { type ModelHost, createModelHost } from "./model-host.ts";

let host: ModelHost | null = null;

/** The document's host of studio models, shared by panels. Models are loaded on first use. */
export function sharedModelHost(): ModelHost {
  return (host ??= createModelHost({
    createWorker: createAudioWorker,
    decode: decodeInDocument,
    budget: memoryBudget(),
    every(work, ms) {
      const timer = setInterval(work, ms);
      return () => clearInterval(timer);
    },
    after(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  }));
}
