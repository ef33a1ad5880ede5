import { QUANTUM } from "./kit/layer.ts";
import { type ScapePlayer, createScapePlayer } from "./play-scape.ts";
import type { Scape } from "./scape.ts";

/** Seconds in which it comes, and in which one seed gives way to another. */
const TURN = 0.25;

/** A scape that is set while it is heard. */
export interface LiveScape {
  /** The next samples, as many as there is room for, in one channel or two. */
  read(out: readonly Float32Array[]): void;
  change(scape: Scape): void;
}

/** Plays a scape from the beginning, softly; where the seed changes, the old one goes as the new one comes. */
export function createLiveScape(first: Scape, sampleRate: number): LiveScape {
  const turn = TURN * sampleRate;
  let { seed } = first;
  let player = createScapePlayer(first, sampleRate);
  let old: ScapePlayer | null = null;
  let gone = 0;
  const quantum = [new Float32Array(QUANTUM), new Float32Array(QUANTUM)] as const;
  let used = QUANTUM;
  const next = (): void => {
    const coming = player.next();
    const going = gone < turn ? old?.next() : undefined;
    for (const [side, samples] of quantum.entries()) {
      samples.set(coming[side]!);
      if (gone >= turn) continue;
      for (let i = 0; i < QUANTUM; i++) {
        const angle = (Math.PI / 2) * Math.min(1, (gone + i) / turn);
        samples[i] = samples[i]! * Math.sin(angle) + (going?.[side]![i] ?? 0) * Math.cos(angle);
      }
    }
    gone += QUANTUM;
    if (gone >= turn) old = null;
    used = 0;
  };
  return {
    change(scape) {
      if (scape.seed === seed) return player.change(scape);
      seed = scape.seed;
      old = player;
      player = createScapePlayer(scape, sampleRate);
      gone = 0;
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
