import type { Range } from "../../../audio/parameters.ts";
import type { Source } from "./open-source.ts";

/** A stretch of a sound as a sound of its own, exact to one sample. What lies around it is not read. */
export function partOfSource(source: Source, [start, end]: Range): Source {
  const { sampleRate } = source.format;
  const first = Math.round(start * sampleRate);
  const last = Math.round(end * sampleRate);
  return {
    ...source,
    duration: Math.max(0, Math.min(source.duration, end) - start),
    async *blocks(from = 0) {
      let place = first + from;
      if (place >= last) return;
      for await (const block of source.blocks(place)) {
        const left = last - place;
        const count = block[0]!.length;
        place += count;
        yield count <= left ? block : block.map((plane) => plane.subarray(0, left));
        if (count >= left) return;
      }
    },
  };
}
