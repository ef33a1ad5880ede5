import { useStore } from "zustand";
import type { OfferedModel } from "#core/models/offered.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { JsonObject } from "../../contract/json.ts";
import { modelOf } from "../split/use-split-model.ts";

/** The download of the model that a run is given. */
export interface MissingModel {
  /** The run needs no model, or it is on the device. */
  readonly isReady: boolean;
  /** What a start downloads first; null where nothing is missing, or the device has not the memory. */
  readonly model: OfferedModel | null;
  /** The device has not enough memory for the model that is missing. */
  readonly isTooLarge: boolean;
  /** Starts the download, if one is needed; jobs wait for it. */
  readonly load: () => void;
}

/** @param params of the run */
export function useMissingModel(params: JsonObject): MissingModel {
  const { models } = useWorkspace();
  const needed = models.models.find(({ id }) => id === modelOf(params)) ?? null;
  const isStored = useStore(
    models,
    ({ entries }) => needed === null || entries[needed.id]?.state === "kept",
  );
  const isTooLarge = needed !== null && !isStored && !fitsDevice(needed);
  const model = isStored || isTooLarge ? null : needed;
  return {
    isReady: isStored,
    model,
    isTooLarge,
    load: () => void (model && models.load(model.id)),
  };
}
