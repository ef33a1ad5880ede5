import { useStore } from "zustand";
import { MAX_SPEAKERS } from "#audio/speakers/cluster.ts";
import { speakerPair } from "#core/models/speaker-models.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { fitsDevice } from "#runtime/audio/models/memory-budget.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { chosenModel } from "#runtime/panel-kit/settings/effect-params.ts";
import type { SpeakerParams } from "#runtime/panel-kit/transcribe/params.ts";

/** Whether the speakers are found; stored for the next visit. */
export interface SpeakersSetup {
  /** The models that find them. */
  readonly models: readonly OfferedModel[];
  readonly isOn: boolean;
  /** Number of speakers; null if it has to be found. */
  readonly count: number | null;
  readonly set: (change: JsonObject) => void;
  /** Parameters of the job; null if the speakers are not found. */
  readonly params: SpeakerParams | null;
}

/** Null if the site offers no models that find speakers, or the device has too little memory. */
export function useSpeakers(workspace: WorkspaceStore): SpeakersSetup | null {
  const { t, format } = useLocale();
  const { models: cache } = useWorkspace();
  const stored = useStore(workspace, (state) => state.settings["transcript"]);
  const pair = speakerPair(cache.models);
  if (!pair || !fitsDevice(pair.segmentation) || !fitsDevice(pair.embedding)) return null;
  const models = [pair.segmentation, pair.embedding];
  const isOn = stored?.["speakers"] === true;
  const given = Number(stored?.["speakerCount"]);
  const count = Number.isInteger(given) && given > 0 ? Math.min(given, MAX_SPEAKERS) : null;
  const [segmentation, embedding] = models.map((model) => ({
    ...chosenModel(model),
    memory: model.memory,
  })) as [SpeakerParams["segmentation"], SpeakerParams["embedding"]];
  const names = Array.from({ length: MAX_SPEAKERS }, (_, at) =>
    t("panel-transcript:speaker.number", { number: format.number(at + 1) }),
  );
  return {
    models,
    isOn,
    count,
    set: (change) => workspace.set("transcript", change),
    params: isOn ? { count, names, segmentation, embedding } : null,
  };
}
