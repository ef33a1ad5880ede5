import type { Dispatch, SetStateAction } from "react";
import { useEffect, useRef, useState } from "react";
import type { WorkspaceStore } from "../../../workspace/contract/workspace-store.ts";
import type { MixerState } from "./mixer-state.ts";
import { keptOf, mixerAtFirst, mixerOfKept, withMixer } from "./mixer-state.ts";

/** Name under which the mixers are kept. */
const KEPT = "mixer";
/** ms for which nothing is set until it is written down. */
const REST = 250;

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
export function useKeptMixer(
  song: MixedSong,
): readonly [MixerState, Dispatch<SetStateAction<MixerState>>] {
  const [{ job, stems, workspace }] = useState(song);
  const [first] = useState(() => {
    const kept = workspace.getState().settings[KEPT]?.[job];
    const usual = mixerAtFirst(song.stems, song.muted);
    return kept === undefined ? usual : mixerOfKept(kept, usual, song);
  });
  const [state, setState] = useState(first);
  const unsaved = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (state === first) return undefined;
    unsaved.current = () => {
      unsaved.current = null;
      const kept = workspace.getState().settings[KEPT] ?? {};
      workspace.set(KEPT, withMixer(kept, job, { ...keptOf(stems, state), used: Date.now() }));
    };
    const timer = setTimeout(unsaved.current, REST);
    return () => clearTimeout(timer);
  }, [job, stems, workspace, state, first]);
  useEffect(() => {
    const save = (): void => unsaved.current?.();
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, []);
  return [state, setState];
}
