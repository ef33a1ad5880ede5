import type { Block } from "../effect.ts";

/** Left and right of a loudspeaker that stands at neither. */
const BESIDE = Math.SQRT1_2;
const [LEFT, RIGHT, BOTH, NONE] = [
  [1, 0],
  [0, 1],
  [BESIDE, BESIDE],
  [0, 0],
] as const;
const [BACK_LEFT, BACK_RIGHT, BACK] = [
  [BESIDE, 0],
  [0, BESIDE],
  [0.5, 0.5],
] as const;

type Gains = readonly [left: number, right: number];

/** By the number of channels, in the order of WAV and FLAC: what each gives to left and right. */
const LAYOUTS: Readonly<Record<number, readonly Gains[]>> = {
  3: [LEFT, RIGHT, BOTH],
  4: [LEFT, RIGHT, BACK_LEFT, BACK_RIGHT],
  5: [LEFT, RIGHT, BOTH, BACK_LEFT, BACK_RIGHT],
  6: [LEFT, RIGHT, BOTH, NONE, BACK_LEFT, BACK_RIGHT],
  7: [LEFT, RIGHT, BOTH, NONE, BACK, BACK_LEFT, BACK_RIGHT],
  8: [LEFT, RIGHT, BOTH, NONE, BACK_LEFT, BACK_RIGHT, BACK_LEFT, BACK_RIGHT],
};

/**
 * More than two channels as left and right, by ITU-R BS.775: the centre to both, what is at the back
 * beside them, no low-frequency effects. It may be louder than each of them. Of layouts that nobody
 * knows the first two channels are taken; one or two stay as they are.
 */
export function mixToStereo(block: Block): Block {
  if (block.length <= 2) return block;
  const gains = LAYOUTS[block.length];
  if (!gains) return block.slice(0, 2);
  return [0, 1].map((side) => {
    const out = new Float32Array(block[0]!.length);
    for (const [channel, samples] of block.entries()) {
      const gain = gains[channel]![side]!;
      if (gain !== 0) for (let i = 0; i < out.length; i++) out[i] = out[i]! + gain * samples[i]!;
    }
    return out;
  });
}
