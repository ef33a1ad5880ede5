import type { Block } from "../../effect.ts";
import type { AudioSource } from "../../media/audio-source.ts";

/** Maximum distance in frames that is read through instead of seeking. */
const NEAR = 96_000;

/**
 * Creates a reader of ranges of a source. Consecutive ranges are read without seeking.
 * @returns a function that reads `count` frames from a frame on, or fewer at the end of the source
 */
export function createReader(source: AudioSource) {
  let blocks: AsyncGenerator<Block, void, undefined> | null = null;
  /** Frame position of `rest`. */
  let position = 0;
  let rest: Block | null = null;

  return async (from: number, count: number): Promise<Float32Array<ArrayBuffer>[]> => {
    const out = Array.from(
      { length: source.format.channels },
      () => new Float32Array(Math.max(0, count)),
    );
    if (!blocks || from < position || from > position + NEAR) {
      await blocks?.return();
      blocks = source.blocks(from);
      position = from;
      rest = null;
    }
    let filled = 0;
    while (filled < count) {
      rest ??= (await blocks.next()).value ?? null;
      if (!rest) break;
      const length = rest[0]!.length;
      const skip = Math.max(0, from + filled - position);
      const taken = Math.min(length - skip, count - filled);
      if (taken > 0) {
        for (const [at, plane] of rest.entries())
          out[at]!.set(plane.subarray(skip, skip + taken), filled);
        filled += taken;
      }
      if (skip + Math.max(0, taken) >= length) {
        position += length;
        rest = null;
      } else break;
    }
    return filled === count ? out : out.map((plane) => plane.slice(0, filled));
  };
}
