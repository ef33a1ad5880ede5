import { QUANTUM } from "./kit/layer.ts";
import { type ScapePlayer, createScapePlayer } from "./play-scape.ts";
import type { Scape } from "./scape.ts";

/** Seconds of the fade-in, and of the crossfade between two seeds. */
const FADE_SECONDS = 0.25;

/** A soundscape whose settings change during playback. */
export interface LiveScape {
  /** Fills mono or stereo arrays with the next samples. */
  read(out: readonly Float32Array[]): void;
  change(scape: Scape): void;
}

/** Plays a soundscape with a fade-in; crossfades when the seed changes. */
export function createLiveScape(first: Scape, sampleRate: number): LiveScape {
  const turn = FADE_SECONDS * sampleRate;
  let { seed } = first;
  let player = createScapePlayer(first, sampleRate);
  let old: ScapePlayer | null = null;
  let elapsed = 0;
  const quantum = [new Float32Array(QUANTUM), new Float32Array(QUANTUM)] as const;
  let used = QUANTUM;
  const next = (): void => {
    const coming = player.next();
    const going = elapsed < turn ? old?.next() : undefined;
    for (const [side, samples] of quantum.entries()) {
      samples.set(coming[side]!);
      if (elapsed >= turn) continue;
      for (let i = 0; i < QUANTUM; i++) {
        const angle = (Math.PI / 2) * Math.min(1, (elapsed + i) / turn);
        samples[i] = samples[i]! * Math.sin(angle) + (going?.[side]![i] ?? 0) * Math.cos(angle);
      }
    }
    elapsed += QUANTUM;
    if (elapsed >= turn) old = null;
    used = 0;
  };
  return {
    change(scape) {
      if (scape.seed === seed) return player.change(scape);
      seed = scape.seed;
      old = player;
      player = createScapePlayer(scape, sampleRate);
      elapsed = 0;
    },
    read(out) {
      const [left, right = null] = out;
      if (!left) return;
      for (let at = 0; at < left.length; at++) {
        if (used === QUANTUM) next();
        left[at] = right ? quantum[0][used]! : 0.5 * (quantum[0][used]! + quantum[1][used]!);
        if (right) right[at] = quantum[1][used]!;
        used++;
      }
    },
  };
}
