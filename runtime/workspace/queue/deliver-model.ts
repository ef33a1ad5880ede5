import type { Json, JsonObject } from "../../contract/json.ts";
import { FaultError } from "../../contract/fault.ts";
import type { ModelCache } from "../../contract/models.ts";
import type { JobProgress } from "../../contract/job-runner.ts";

/**
 * Downloads the model that a job needs; resolves when the model is on the device, or at once if the
 * job needs none.
 */
export type DeliverModel = (
  params: JsonObject,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: JobProgress) => void },
) => Promise<void>;

const STAGE = "panel-kit:stage.downloading";

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The id of the studio model that a job is given; null: it works with another engine. */
function modelIdOf({ model }: JsonObject): string | null {
  const id = isObject(model) ? model["id"] : null;
  return typeof id === "string" ? id : null;
}

/**
 * A job whose model is not on the device yet waits for the download, which the visitor agreed to at
 * the start. Canceling the job does not stop the download, which the visitor can stop in the
 * settings.
 * @throws {FaultError} by the returned function: why the download failed; `model.paused` if it was
 *   paused
 */
export function createModelDelivery(models: ModelCache): DeliverModel {
  return (params, { signal, onProgress }) => {
    const id = modelIdOf(params);
    const isStored = (): boolean => id === null || models.getState().entries[id]?.state === "kept";
    if (id === null || isStored() || !models.models.some((model) => model.id === id))
      return Promise.resolve();
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
  };
}
