import { modelsOf } from "#core/models/engine.ts";
import type { JsonObject } from "../../contract/json.ts";
import { FaultError } from "../../contract/fault.ts";
import type { ModelCache } from "../../contract/models.ts";
import type { JobProgress } from "../../contract/job-runner.ts";

/**
 * Downloads the models that a job needs; resolves when they are on the device, or at once if the job
 * needs none.
 */
export type DeliverModel = (
  params: JsonObject,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: JobProgress) => void },
) => Promise<void>;

const STAGE = "panel-kit:stage.downloading";

/**
 * A job whose model is not on the device yet waits for the download, which the visitor agreed to at
 * the start. Canceling the job does not stop the download, which the visitor can stop in the
 * settings.
 * @throws {FaultError} by the returned function: why the download failed; `model.paused` if it was
 *   paused
 */
export function createModelDelivery(models: ModelCache): DeliverModel {
  return async (params, { signal, onProgress }) => {
    for (const id of modelsOf(params))
      if (models.models.some((model) => model.id === id)) await deliver(id);

    function deliver(id: string): Promise<void> {
      const isStored = (): boolean => models.getState().entries[id]?.state === "kept";
      if (isStored()) return Promise.resolve();
      return new Promise<void>((resolve, reject) => {
        const settle = (error?: unknown): void => {
          unsubscribe();
          signal.removeEventListener("abort", onAbort);
          if (error === undefined) resolve();
          else reject(error as Error);
        };
        const onAbort = (): void => settle(signal.reason);
        const unsubscribe = models.subscribe(() => {
          if (isStored()) settle();
          else onProgress({ done: null, stage: STAGE });
        });
        signal.addEventListener("abort", onAbort, { once: true });
        onProgress({ done: null, stage: STAGE });
        void models.load(id).then(() => {
          if (isStored()) return settle();
          const { fault } = models.getState().entries[id] ?? {};
          settle(fault ? new FaultError(fault.code, fault.params) : new FaultError("model.paused"));
        }, settle);
      });
    }
  };
}
