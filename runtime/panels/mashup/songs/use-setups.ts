import { useState } from "react";
import { useKeeper } from "#runtime/panel-kit/settings/use-keeper.ts";
import type { WorkspaceStore } from "#runtime/workspace/contract/workspace-store.ts";
import { keptSetup, setupOfKept, type WantedMatch, wantedOfKept } from "./kept-setup.ts";
import type { SongSetup } from "./song-state.ts";

/** What is set of some songs and of how they meet; what somebody corrected is kept for the next visit. */
export function useSetups(
  workspace: WorkspaceStore,
  /** Of the songs' files. */
  ids: readonly string[],
) {
  const songs = useKeeper(workspace, "mashup-songs");
  const matches = useKeeper(workspace, "mashup-match");
  const [setups, setSetups] = useState<Readonly<Record<string, SongSetup>>>({});
  const [changed, setChanged] = useState<Readonly<Record<string, WantedMatch>>>({});
  const all = ids.join("+");
  const wanted = changed[all] ?? wantedOfKept(matches.read(all));
  const put = (at: number, setup: SongSetup): void =>
    setSetups((now) => ({ ...now, [ids[at]!]: setup }));
  return {
    /** Null until something was found. */
    all: ids.map((id) => setups[id] ?? null),
    /** Something was found of a song: corrections of an earlier visit go before it. */
    find: (at: number, found: SongSetup): void => put(at, setupOfKept(songs.read(ids[at]!), found)),
    correct: (at: number, setup: SongSetup): void => {
      put(at, setup);
      songs.keep(ids[at]!, keptSetup(setup, at));
    },
    wanted,
    want: (change: WantedMatch): void => {
      const next = { ...wanted, ...change };
      setChanged((now) => ({ ...now, [all]: next }));
      matches.keep(all, { ...next });
    },
  };
}
export type Setups = ReturnType<typeof useSetups>;
