import { useStore } from "zustand";
import type { OfferedModel } from "#core/models/offered.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { JsonObject } from "../../contract/json.ts";
import { modelOf } from "../split/use-split-model.ts";

/** The download of the model that a run is given. */
export interface MissingModel {
  /** Null: the run needs none, or it is on the device. */
  readonly model: OfferedModel | null;
  /** The device has not enough memory for it. */
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
  const model = isStored ? null : needed;
  return {
    model,
    isTooLarge: model !== null && !fitsDevice(model),
    load: () => void (model && models.load(model.id)),
  };
}
