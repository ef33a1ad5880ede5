import { browserOutput } from "#runtime/panel-kit/player/browser-output.ts";
import { createSoundOutput } from "#runtime/panel-kit/player/sound-output.ts";

/** A part to play. */
export interface PlayedPart {
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** Seconds of silence after it. */
  readonly rest: number;
}

export interface PartPlayer {
  /**
   * Plays parts one after the other.
   * @param load resolves to a part; null after the last one
   * @param onPart called with the index of a part when it starts, and with null at the end
   */
  play(
    load: (at: number) => Promise<PlayedPart | null>,
    onPart: (at: number | null) => void,
    onFail: (error: unknown) => void,
  ): void;
  stop(): void;
  close(): void;
}

/** How far ahead sound is scheduled, in seconds. */
const AHEAD = 1.5;

/** Plays parts that are generated during playback. */
export function createPartPlayer(
  sampleRate: number,
  errors: Parameters<typeof browserOutput>[0],
): PartPlayer {
  const output = createSoundOutput(browserOutput(errors), sampleRate, { voice: 1 });
  return {
    play(load, onPart, onFail) {
      let next = 0;
      /** End of the scheduled sound, in seconds of the audio context. */
      let end = 0;
      let isOver = false;
      let told: number | null = null;
      const begins: number[] = [];
      output.start(async ({ audio, isLatest }) => {
        const now = audio.currentTime;
        const heard = begins.findLastIndex((when) => when <= now);
        if (heard >= 0 && heard !== told) onPart((told = heard));
        if (isOver) {
          if (now < end) return true;
          onPart(null);
          return false;
        }
        if (next > 0 && end - now > AHEAD) return true;
        const part = await load(next);
        if (!isLatest()) return false;
        if (!part) {
          isOver = true;
          return true;
        }
        const when = Math.max(end, audio.currentTime + 0.03);
        output.schedule("voice", {
          planes: [part.samples],
          sampleRate: part.sampleRate,
          when,
        });
        begins.push(when);
        end = when + part.samples.length / part.sampleRate + part.rest;
        next++;
        return true;
      }, onFail);
    },
    stop: () => output.silence(),
    close: () => output.close(),
  };
}
