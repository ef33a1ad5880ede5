import { decodeInDocument } from "../decode-in-document.ts";
import { createAudioWorker } from "../shared-engine.ts";
import type { ModelHost } from "./model-host.ts";
import { createModelHost } from "./model-host.ts";

/** Part of the device's memory that models may take; browsers say eight gigabytes at most. */
const SHARE = 0.5;
const GIGABYTE = 1e9;

let host: ModelHost | null = null;

/** The document's host of studio models: panels share its sessions. Nothing is loaded before one runs. */
export function sharedModelHost(): ModelHost {
  const { deviceMemory = 8 } = navigator as { readonly deviceMemory?: number };
  return (host ??= createModelHost({
    createWorker: createAudioWorker,
    decode: decodeInDocument,
    budget: SHARE * deviceMemory * GIGABYTE,
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
