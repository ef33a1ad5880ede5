import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Scape } from "#audio/soundscape/scape.ts";
import { useExclusivePlayback } from "#runtime/panel-kit/player/use-exclusive-playback.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { type LiveSession, type LiveState, createLiveSession } from "./live-session.ts";
// oxlint-disable-next-line import/default -- the bundler makes it
import module from "./scape-worklet.ts?worker&url";

/** A live preview of a soundscape, which ends when the component is unmounted. */
export function useLive(scape: Scape): {
  readonly live: LiveSession;
  readonly state: LiveState["state"];
} {
  const { report } = useWorkspace();
  const [live] = useState(() =>
    createLiveSession(scape, {
      module,
      createContext: () => new AudioContext({ latencyHint: "interactive" }),
      report,
    }),
  );
  // Updated when the sound changes, not with each rendering.
  const text = JSON.stringify(scape);
  useEffect(() => live.change(JSON.parse(text) as Scape), [live, text]);
  useEffect(() => () => live.stop(), [live]);
  const { state } = useStore(live);
  const player = useMemo(() => ({ pause: () => live.stop() }), [live]);
  useExclusivePlayback(player, state === "running");
  return { live, state };
}
