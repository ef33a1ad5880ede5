import { useState } from "react";
import { useSettingsStore } from "#runtime/panel-kit/settings/use-settings-store.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { serializeSetup, parseSetup, type MatchTarget, parseMatchTarget } from "./stored-setup.ts";
import type { SongSetup } from "./song-state.ts";

/** What is set of some songs and of how they meet; what somebody corrected is kept for the next visit. */
export function useSetups(
  workspace: WorkspaceStore,
  /** Of the songs' files. */
  ids: readonly string[],
) {
  const songs = useSettingsStore(workspace, "mashup-songs");
  const matches = useSettingsStore(workspace, "mashup-match");
  const [setups, setSetups] = useState<Readonly<Record<string, SongSetup>>>({});
  const [changed, setChanged] = useState<Readonly<Record<string, MatchTarget>>>({});
  const all = ids.join("+");
  const wanted = changed[all] ?? parseMatchTarget(matches.read(all));
  const put = (at: number, setup: SongSetup): void =>
    setSetups((now) => ({ ...now, [ids[at]!]: setup }));
  return {
    /** Null until something was found. */
    all: ids.map((id) => setups[id] ?? null),
    /** Something was found of a song: corrections of an earlier visit go before it. */
    find: (at: number, found: SongSetup): void => put(at, parseSetup(songs.read(ids[at]!), found)),
    correct: (at: number, setup: SongSetup): void => {
      put(at, setup);
      songs.save(ids[at]!, serializeSetup(setup, at));
    },
    wanted,
    want: (change: MatchTarget): void => {
      const next = { ...wanted, ...change };
      setChanged((now) => ({ ...now, [all]: next }));
      matches.save(all, { ...next });
    },
  };
}
export type Setups = ReturnType<typeof useSetups>;
