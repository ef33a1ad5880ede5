import { useEffect, useMemo, useRef, useState } from "react";
import { useWorkspace } from "../../contract/context.ts";
import { startContext } from "../../audio/player/start-context.ts";
import { FaultError } from "../../contract/fault.ts";
import { thrownText } from "../../contract/texts.ts";
import { useExclusivePlayback } from "./use-exclusive-playback.ts";

/** A short sound in memory. */
export interface SoundClip {
  /** Mono. */
  readonly samples: Float32Array<ArrayBuffer>;
  /** Hz */
  readonly sampleRate: number;
}

/** Plays one of many short sounds, which are generated on demand. */
export interface ClipPlayer {
  /** Id of the sound that is played or being generated. */
  readonly playing: string | null;
  /** Plays a sound, or stops it if it is playing. @param make generates it */
  readonly toggle: (id: string, make: () => Promise<SoundClip>) => void;
}

function playClip(
  context: AudioContext,
  { samples, sampleRate }: SoundClip,
  onEnd: () => void,
): void {
  const buffer = context.createBuffer(1, Math.max(1, samples.length), sampleRate);
  buffer.copyToChannel(samples, 0);
  const node = context.createBufferSource();
  node.buffer = buffer;
  node.onended = onEnd;
  node.connect(context.destination);
  node.start();
}

/** @param failed message key of the error */
export function useClipPlayer(failed: string): ClipPlayer {
  const { notices, report } = useWorkspace();
  const [playing, setPlaying] = useState<string | null>(null);
  const sounding = useRef<AudioContext | null>(null);
  const turn = useRef(0);
  const stop = (): void => {
    turn.current++;
    void sounding.current?.close().catch(() => {});
    sounding.current = null;
    setPlaying(null);
  };
  const stopper = useRef(stop);
  useEffect(() => () => stopper.current(), []);
  const player = useMemo(() => ({ pause: () => stopper.current() }), []);
  useExclusivePlayback(player, playing !== null);
  const play = async (id: string, make: () => Promise<SoundClip>): Promise<void> => {
    stop();
    const own = turn.current;
    setPlaying(id);
    // Created in the click handler, because some browsers block audio otherwise.
    const context = new AudioContext();
    sounding.current = context;
    try {
      const clip = await make();
      if (own !== turn.current) return;
      playClip(context, clip, () => own === turn.current && stop());
      await startContext(context);
    } catch (error) {
      if (own !== turn.current) return;
      stop();
      const isKnown = error instanceof FaultError;
      if (!isKnown) report(error);
      notices.warn(isKnown ? thrownText(error) : failed);
    }
  };
  return {
    playing,
    toggle: (id, make) => (playing === id ? stop() : void play(id, make)),
  };
}
