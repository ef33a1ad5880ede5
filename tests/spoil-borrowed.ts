import type * as Blocks from "#audio/signal/blocks.ts";

export interface Spoiler {
  /** Whether what was lent is spoilt when the next block is. */
  isOn: boolean;
  /** How often that happened. */
  times: number;
}

/** The module, with scratch buffers that show who looks at what was lent after its time. */
export const spoilBorrowed = (blocks: typeof Blocks, spoiler: Spoiler): typeof Blocks => ({
  ...blocks,
  createScratch(channels) {
    const own = blocks.createScratch(channels);
    let borrowed: Float32Array[] = [];
    return (frames) => {
      if (!spoiler.isOn) return own(frames);
      // Loud, but a number: what is none counts as silence.
      for (const samples of borrowed) samples.fill(1000);
      spoiler.times++;
      borrowed = blocks.createBlock(channels, frames);
      return borrowed;
    };
  },
});
