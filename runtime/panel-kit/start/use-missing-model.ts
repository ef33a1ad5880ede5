import { useStore } from "zustand";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { JsonObject } from "../../contract/json.ts";
import { modelOf } from "../split/use-split-model.ts";

/** The download of the model that a run is given. */
export interface MissingModel {
  /** The run needs no model, or it is on the device. */
  readonly isReady: boolean;
  /** Bytes that a start downloads first; null if none, or if they are being downloaded. */
  readonly bytes: number | null;
  /** The device has not enough memory for the model that is missing. */
  readonly isTooLarge: boolean;
  /** Starts the download, if one is needed; jobs wait for it. */
  readonly load: () => void;
}

/** @param params of the run */
export function useMissingModel(params: JsonObject): MissingModel {
  const { models } = useWorkspace();
  const needed = models.models.find(({ id }) => id === modelOf(params));
  const entry = useStore(models, ({ entries }) => (needed ? entries[needed.id] : undefined));
  const isReady = !needed || entry?.state === "kept";
  const isTooLarge = !isReady && !fitsDevice(needed);
  const starts = !isReady && !isTooLarge && entry?.state !== "loading";
  return {
    isReady,
    bytes: starts ? needed.bytes - (entry?.bytes ?? 0) : null,
    isTooLarge,
    load: () => void (starts && models.load(needed.id)),
  };
}
