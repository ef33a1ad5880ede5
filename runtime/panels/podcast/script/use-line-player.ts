import { useEffect, useMemo, useRef, useState } from "react";
import type { PersonaId } from "../../../../audio/narration/personas.ts";
import type { Host } from "../../../../audio/podcast/script/script.ts";
import type { SpeechFolders } from "../../../../core/page/app-data.ts";
import { useOnlySound } from "../../../panel-kit/player/use-one-sound.ts";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import type { Clip } from "../voice/clip-shelf.ts";
import { createLineSpeaker } from "../voice/speak-line.ts";

/** Lets single lines be heard, each spoken once. */
export interface LinePlayer {
  /** Id of the line that is heard, or on its way. */
  readonly playing: string | null;
  readonly toggle: (id: string, text: string, host: Host) => void;
}

function playClip(context: AudioContext, { samples, sampleRate }: Clip, onEnd: () => void): void {
  const buffer = context.createBuffer(1, Math.max(1, samples.length), sampleRate);
  buffer.copyToChannel(samples, 0);
  const node = context.createBufferSource();
  node.buffer = buffer;
  node.onended = onEnd;
  node.connect(context.destination);
  node.start();
}

export function useLinePlayer({
  language,
  hosts,
}: {
  readonly language: string;
  readonly hosts: readonly [PersonaId, PersonaId];
}): LinePlayer {
  const { speech, notices, report } = useWorkspace();
  const [playing, setPlaying] = useState<string | null>(null);
  const speaker = useRef<ReturnType<typeof createLineSpeaker> | null>(null);
  const sounding = useRef<AudioContext | null>(null);
  const turn = useRef(0);
  const stop = (): void => {
    turn.current++;
    void sounding.current?.close().catch(() => {});
    sounding.current = null;
    setPlaying(null);
  };
  const stopper = useRef(stop);
  useEffect(
    () => () => {
      stopper.current();
      speaker.current?.close();
      speaker.current = null;
    },
    [],
  );
  const player = useMemo(() => ({ pause: () => stopper.current() }), []);
  useOnlySound(player, playing !== null);
  const play = async (
    id: string,
    text: string,
    host: Host,
    folders: SpeechFolders,
  ): Promise<void> => {
    stop();
    const own = turn.current;
    setPlaying(id);
    // In the click that asked for it, or some browsers keep it silent.
    const context = new AudioContext();
    sounding.current = context;
    try {
      speaker.current ??= createLineSpeaker(folders);
      const clip = await speaker.current.speak({ text, language, persona: hosts[host] });
      if (own === turn.current) playClip(context, clip, () => own === turn.current && stop());
    } catch (error) {
      if (own !== turn.current) return;
      stop();
      report(error);
      notices.warn("panel-podcast:noVoice");
    }
  };
  return {
    playing,
    toggle(id, text, host) {
      if (playing === id) stop();
      else if (speech) void play(id, text, host, speech);
      else notices.warn("panel-podcast:noVoice");
    },
  };
}
