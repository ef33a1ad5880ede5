import type { Dispatch, SetStateAction } from "react";
import { useKeptState } from "#runtime/panel-kit/settings/use-keeper.ts";
import type { WorkspaceStore } from "#runtime/workspace/contract/workspace-store.ts";
import { type MixerState, keptOf, mixerAtFirst, mixerOfKept } from "./mixer-state.ts";

/** A song that is mixed. */
export interface MixedSong {
  /** Id of its job, for which what is set is kept. */
  readonly job: string;
  readonly stems: readonly string[];
  /** Those that are muted at first. */
  readonly muted: readonly string[];
  /** Seconds. */
  readonly duration: number;
  readonly workspace: WorkspaceStore;
}

/** What is set in the mixer, and kept for the next visit; of the first song that it is given. */
export const useKeptMixer = (
  song: MixedSong,
): readonly [MixerState, Dispatch<SetStateAction<MixerState>>] =>
  useKeptState({
    workspace: song.workspace,
    name: "mixer",
    id: song.job,
    read: (kept) => mixerOfKept(kept, mixerAtFirst(song.stems, song.muted), song),
    write: (state) => keptOf(song.stems, state),
  });
