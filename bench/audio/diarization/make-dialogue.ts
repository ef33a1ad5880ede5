import type { SpeakerTurn } from "#audio/speakers/turns.ts";
import type { Random } from "../random.ts";

/** Sample rate of dialogues. */
export const RATE = 16_000;
/** Seconds between turns, where they do not overlap; share of turns that do, and by how much. */
const PAUSE = [0.2, 1.2] as const;
const OVERLAPS = 0.2;
const OVERLAP = [0.3, 1.2] as const;
/** Level below the loudest at which a sound begins and ends. */
const SILENCE = 0.02;

export interface Dialogue {
  readonly samples: Float32Array;
  readonly turns: readonly SpeakerTurn[];
}

/** A sound without the silence around it, at a peak of 0.5. */
export function trimmed(samples: Float32Array): Float32Array {
  const peak = samples.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  const isLoud = (x: number): boolean => Math.abs(x) > SILENCE * peak;
  const [first, last] = [samples.findIndex(isLoud), samples.findLastIndex(isLoud)];
  return samples.slice(first, last + 1).map((x) => (0.5 * x) / peak);
}

/** People who speak in turn, some of them before the other one has finished. */
export function makeDialogue(
  voices: readonly (readonly Float32Array[])[],
  count: number,
  random: Random,
): Dialogue {
  const between = ([low, high]: readonly [number, number]): number =>
    low + (high - low) * random.uniform();
  const rest = voices.map((clips) => [...clips]);
  const clips: { readonly at: number; readonly clip: Float32Array }[] = [];
  const turns: SpeakerTurn[] = [];
  let end = 0.5;
  let speaker = 0;
  for (let turn = 0; turn < count; turn++) {
    const own = rest[speaker]!;
    if (own.length === 0) break;
    const [clip] = own.splice(Math.floor(random.uniform() * own.length), 1) as [Float32Array];
    const isOverlap = turn > 0 && random.uniform() < OVERLAPS;
    const from = end + (isOverlap ? -between(OVERLAP) : between(PAUSE));
    const to = from + clip.length / RATE;
    clips.push({ at: Math.round(from * RATE), clip });
    turns.push({ from, to, speaker });
    end = Math.max(end, to);
    // Mostly another one; with several people not in a fixed order.
    speaker = (speaker + 1 + Math.floor(random.uniform() * (voices.length - 1))) % voices.length;
  }
  const samples = Float32Array.from(
    { length: Math.round((end + 0.5) * RATE) },
    () => 0.001 * random.normal(),
  );
  for (const { at, clip } of clips) for (const [i, x] of clip.entries()) samples[at + i]! += x;
  return { samples, turns };
}
