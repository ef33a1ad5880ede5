import { useEffect, useRef } from "react";
import type { Host } from "#audio/podcast/script/script.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";
import { useClipPlayer } from "#runtime/panel-kit/player/use-clip-player.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { createLineSpeaker } from "../voice/speak-line.ts";

/** Plays single lines; each is spoken once. */
export interface LinePlayer {
  /** Id of the line that is played or being spoken. */
  readonly playing: string | null;
  readonly toggle: (id: string, text: string, host: Host) => void;
}

export function useLinePlayer({
  language,
  hosts,
}: {
  readonly language: string;
  readonly hosts: readonly [VoiceId, VoiceId];
}): LinePlayer {
  const { speech, notices } = useWorkspace();
  const { playing, toggle } = useClipPlayer("panel-podcast:noVoice");
  const speaker = useRef<ReturnType<typeof createLineSpeaker> | null>(null);
  useEffect(
    () => () => {
      speaker.current?.close();
      speaker.current = null;
    },
    [],
  );
  return {
    playing,
    toggle(id, text, host) {
      if (!speech) {
        notices.warn("panel-podcast:noVoice");
        return;
      }
      toggle(id, () => {
        speaker.current ??= createLineSpeaker(speech);
        return speaker.current.speak({ text, language, persona: hosts[host] });
      });
    },
  };
}
