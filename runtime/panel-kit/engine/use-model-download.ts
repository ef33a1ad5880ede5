import { useStore } from "zustand";
import type { OfferedModel } from "#core/models/offered.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { useWorkspace } from "../../contract/context.ts";

/** The download of models that a run needs. */
export interface ModelDownload {
  /** They are on the device, or none is needed. */
  readonly isReady: boolean;
  /** Bytes that a start downloads first; null if none, or if they are being downloaded. */
  readonly bytes: number | null;
  /** The device has not enough memory for a model that is missing. */
  readonly isTooLarge: boolean;
  /** Starts the downloads that are needed. Resolves, once they have ended, to whether all are here. */
  readonly load: () => Promise<boolean>;
}

export function useModelDownload(needed: readonly OfferedModel[]): ModelDownload {
  const { models } = useWorkspace();
  const entries = useStore(models, (state) => state.entries);
  const isStored = ({ id }: OfferedModel): boolean =>
    models.getState().entries[id]?.state === "kept";
  const missing = needed.filter((model) => !isStored(model));
  const isTooLarge = missing.some((model) => !fitsDevice(model));
  const isLoading = missing.some(({ id }) => entries[id]?.state === "loading");
  const starts = missing.length > 0 && !isTooLarge && !isLoading;
  return {
    isReady: missing.length === 0,
    bytes: starts
      ? missing.reduce((sum, { id, bytes }) => sum + bytes - (entries[id]?.bytes ?? 0), 0)
      : null,
    isTooLarge,
    async load() {
      if (isTooLarge) return false;
      await Promise.all(missing.map(({ id }) => models.load(id)));
      return needed.every(isStored);
    },
  };
}
