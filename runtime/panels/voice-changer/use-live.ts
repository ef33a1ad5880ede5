import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { VoiceValues } from "#audio/voice/voice-values.ts";
import { useWorkspace } from "../../contract/context.ts";
import { type LiveSession, type LiveState, createLiveSession } from "./live-session.ts";
// oxlint-disable-next-line import/default -- the bundler makes it
import module from "./voice-worklet.ts?worker&url";

/** A live voice changer, which releases the microphone on unmount. */
export function useLive(values: VoiceValues): {
  readonly live: LiveSession;
  readonly state: LiveState;
} {
  const { preview, report } = useWorkspace();
  const [live] = useState(() =>
    createLiveSession(values, {
      devices: navigator.mediaDevices ?? null,
      module,
      createContext: () => new AudioContext({ latencyHint: "interactive" }),
      setTimer: (work, ms) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
      report,
    }),
  );
  const { preset, pitch, formant } = values;
  useEffect(() => live.change({ preset, pitch, formant }), [live, preset, pitch, formant]);
  useEffect(() => () => live.stop(), [live]);
  const state = useStore(live);
  const isOn = state.state === "running";
  // Other playback stops while the visitor hears the own voice.
  useEffect(() => {
    if (!isOn) return undefined;
    preview.stop();
    return preview.subscribe((now) => {
      if (now.state === "playing") live.stop();
    });
  }, [isOn, preview, live]);
  return { live, state };
}
