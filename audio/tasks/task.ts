import type { OfferedModel } from "#core/models/offered.ts";
import type { EffectNet } from "../effect.ts";
import type { Write } from "../media/bytes/write-bytes.ts";
import type { BackendInfo } from "../nets/studio/choose-backend.ts";
import type { TimeRange } from "../parameters.ts";

/** Values of an effect's parameters, by name. */
export type Values = Readonly<Record<string, number | string | boolean | readonly TimeRange[]>>;

/** A neural network that is at hand. Its id says which one a server has to use instead. */
export type StoredModel = Pick<OfferedModel, "files" | "form"> & Partial<Pick<OfferedModel, "id">>;

/** A model that is ready to run until it is closed. */
export type OpenNet = EffectNet & {
  /** The current backend: after a GPU failure, the CPU takes over. */
  runsWith(): BackendInfo;
  close(): Promise<void>;
};

export type Stage = "loading" | "listening" | "working" | "writing";

/** Reports progress. @param done from 0 to 1; null while it is unknown */
export type OnProgress = (done: number | null, stage: Stage) => void;

/** The part of an `AbortSignal` that tasks check between two blocks. */
export interface StopSignal {
  throwIfAborted(): void;
}

/** Writes a chunk of a result. @param result index of the result */
export type WriteResult = (result: number, ...chunk: Parameters<Write>) => Promise<unknown>;
