import type { Dispatch, SetStateAction } from "react";
import { useStoredState } from "#runtime/panel-kit/settings/use-settings-store.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { type MixerState, serializeMixer, mixerAtFirst, parseMixer } from "./mixer-state.ts";

/** The song in the mixer. */
export interface MixedSong {
  /** Id of its job, which the mixer state is stored for. */
  readonly job: string;
  readonly stems: readonly string[];
  /** Stems that are muted initially. */
  readonly muted: readonly string[];
  /** Seconds. */
  readonly duration: number;
  readonly workspace: WorkspaceStore;
}

/** The mixer state, stored for the next visit. Only the song of the first render counts. */
export const useStoredMixer = (
  song: MixedSong,
): readonly [MixerState, Dispatch<SetStateAction<MixerState>>] =>
  useStoredState({
    workspace: song.workspace,
    name: "mixer",
    id: song.job,
    read: (stored) => parseMixer(stored, mixerAtFirst(song.stems, song.muted), song),
    write: (state) => serializeMixer(song.stems, state),
  });
