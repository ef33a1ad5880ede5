import type { Block } from "../effect.ts";

/** Gain of a channel that is shared by left and right. */
const MINUS_3_DB = Math.SQRT1_2;
const [LEFT, RIGHT, BOTH, NONE] = [
  [1, 0],
  [0, 1],
  [MINUS_3_DB, MINUS_3_DB],
  [0, 0],
] as const;
const [BACK_LEFT, BACK_RIGHT, BACK] = [
  [MINUS_3_DB, 0],
  [0, MINUS_3_DB],
  [0.5, 0.5],
] as const;

type Gains = readonly [left: number, right: number];

/** Left and right gains of each channel, by channel count, in WAV and FLAC order. */
const LAYOUTS: Readonly<Record<number, readonly Gains[]>> = {
  3: [LEFT, RIGHT, BOTH],
  4: [LEFT, RIGHT, BACK_LEFT, BACK_RIGHT],
  5: [LEFT, RIGHT, BOTH, BACK_LEFT, BACK_RIGHT],
  6: [LEFT, RIGHT, BOTH, NONE, BACK_LEFT, BACK_RIGHT],
  7: [LEFT, RIGHT, BOTH, NONE, BACK, BACK_LEFT, BACK_RIGHT],
  8: [LEFT, RIGHT, BOTH, NONE, BACK_LEFT, BACK_RIGHT, BACK_LEFT, BACK_RIGHT],
};

/**
 * Downmixes more than two channels to stereo (ITU-R BS.775): center and surround channels at −3 dB,
 * no LFE. The result may be louder than each channel. Of unknown layouts the first two channels are
 * used; mono and stereo are returned unchanged.
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
