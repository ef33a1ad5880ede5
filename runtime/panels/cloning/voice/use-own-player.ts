import { useEffect, useRef } from "react";
import type { Narrator } from "#audio/narration/narrator.ts";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { openNarrator } from "#runtime/audio/speech/open-narrator.ts";
import type { OwnVoice } from "#runtime/audio/voices/own-voice.ts";
import { useClipPlayer } from "#runtime/panel-kit/player/use-clip-player.ts";

export interface OwnPlayer {
  /** Id of the voice that is playing. */
  readonly playing: string | null;
  readonly toggle: (voice: OwnVoice) => void;
}

/** Plays a sample sentence of a voice. */
export function useOwnPlayer(speech: SpeechFolders): OwnPlayer {
  const narrator = useRef<Narrator | null>(null);
  useEffect(
    () => () => {
      narrator.current?.close();
      narrator.current = null;
    },
    [],
  );
  const { playing, toggle } = useClipPlayer("panel-cloning:noVoice");
  return {
    playing,
    toggle: ({ id, language, persona }) =>
      toggle(id, () => {
        narrator.current ??= openNarrator(speech);
        return narrator.current.synthesize(SAMPLE_LINES[language] ?? SAMPLE_LINES["en"]!, {
          language,
          persona,
        });
      }),
  };
}
