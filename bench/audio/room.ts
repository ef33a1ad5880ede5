import { createRandom } from "./random.ts";

const SPEED_OF_SOUND = 343;

/** Sizes and places in metres: what is heard depends on them. */
export interface Box {
  readonly room: readonly number[];
  readonly source: readonly number[];
  readonly ear: readonly number[];
  /** Of what its reflections are off. */
  readonly seed: number;
}

const BOX: Box = { room: [6, 5, 3], source: [2, 3.2, 1.6], ear: [3.6, 2.2, 1.5], seed: 7 };

/**
 * Impulse response of a shoe-box room (image sources, Allen and Berkley 1979), walls alike, absorbing
 * so that Sabine's formula gives the reverberation time, and turning the sign, so that no bass
 * gathers. Reflections come at places that are off by some centimetres, which keeps the box from
 * ringing. The direct sound comes at sample 0.
 */
export function makeRoom(t60: number, sampleRate: number, box: Box = BOX): Float32Array {
  const { room, source, ear } = box;
  const [x, y, z] = room as [number, number, number];
  const surface = 2 * (x * y + y * z + x * z);
  const absorption = Math.min(0.99, (0.161 * x * y * z) / (surface * t60));
  const reflection = Math.sqrt(1 - absorption);
  const length = Math.ceil(t60 * sampleRate);
  const response = new Float32Array(length);
  const random = createRandom(box.seed);
  const reach = Math.ceil((t60 * SPEED_OF_SOUND) / (2 * Math.min(...room))) + 1;
  const direct = Math.hypot(...source.map((s, axis) => s - ear[axis]!));
  /** Distances along one axis with the number of walls met. */
  const images = room.map((size, axis) =>
    Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach).flatMap((order) => [
      { distance: 2 * order * size + source[axis]! - ear[axis]!, walls: Math.abs(2 * order) },
      { distance: 2 * order * size - source[axis]! - ear[axis]!, walls: Math.abs(2 * order - 1) },
    ]),
  );
  const farthest = t60 * SPEED_OF_SOUND;
  for (const a of images[0]!)
    for (const b of images[1]!) {
      if (Math.hypot(a.distance, b.distance) > farthest) continue;
      for (const c of images[2]!) {
        const walls = a.walls + b.walls + c.walls;
        const exact = Math.hypot(a.distance, b.distance, c.distance);
        if (exact > farthest) continue;
        const distance = walls === 0 ? exact : exact + 0.08 * (random.uniform() - 0.5);
        const at = Math.round(((distance - direct) / SPEED_OF_SOUND) * sampleRate);
        if (at < 0 || at >= length) continue;
        response[at] = response[at]! + (direct / distance) * (-reflection) ** walls;
      }
    }
  return response;
}

/** Early part of a response, which speech keeps: the target of de-reverberation. */
export const earlyPart = (response: Float32Array, sampleRate: number, seconds = 0.05) =>
  response.slice(0, Math.round(seconds * sampleRate));
