import { useState } from "react";
import { useSettingsStore } from "#runtime/panel-kit/settings/use-settings-store.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { serializeSetup, parseSetup, type MatchTarget, parseMatchTarget } from "./stored-setup.ts";
import type { SongSetup } from "./song-state.ts";

/** The properties of songs and of their match; corrections are stored for the next visit. */
export function useSetups(
  workspace: WorkspaceStore,
  /** File ids of the songs. */
  ids: readonly string[],
) {
  const songs = useSettingsStore(workspace, "mashup-songs");
  const matches = useSettingsStore(workspace, "mashup-match");
  const [setups, setSetups] = useState<Readonly<Record<string, SongSetup>>>({});
  const [changed, setChanged] = useState<Readonly<Record<string, MatchTarget>>>({});
  const all = ids.join("+");
  const requested = changed[all] ?? parseMatchTarget(matches.read(all));
  const put = (at: number, setup: SongSetup): void =>
    setSetups((now) => ({ ...now, [ids[at]!]: setup }));
  return {
    /** Null until it has been analyzed. */
    all: ids.map((id) => setups[id] ?? null),
    /** Adds the analysis of a song; stored corrections take precedence. */
    find: (at: number, found: SongSetup): void => put(at, parseSetup(songs.read(ids[at]!), found)),
    correct: (at: number, setup: SongSetup): void => {
      put(at, setup);
      songs.save(ids[at]!, serializeSetup(setup, at));
    },
    wanted: requested,
    want: (change: MatchTarget): void => {
      const next = { ...requested, ...change };
      setChanged((now) => ({ ...now, [all]: next }));
      matches.save(all, { ...next });
    },
  };
}
export type Setups = ReturnType<typeof useSetups>;
