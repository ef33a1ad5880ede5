import type { AudioSource } from "../../media/audio-source.ts";
import { writeProvenance } from "../../media/tags/provenance.ts";
import type { WrittenScape } from "../../soundscape/scape.ts";
import { framesOfScape, SCAPE_RATE, writeScape } from "../../soundscape/write-scape.ts";

/** Opens a soundscape as a file that is rendered while it is read. */
export function openScape(written: WrittenScape): AudioSource {
  return {
    format: { sampleRate: SCAPE_RATE, channels: 2 },
    duration: framesOfScape(written) / SCAPE_RATE,
    // Prevents a synthetic voice that is not audible.
    tags: written.scape.layers.whisper ? writeProvenance({}, "generated") : {},
    codec: null,
    async *blocks(from = 0) {
      let skip = from;
      for (const block of writeScape(written)) {
        const frames = block[0]!.length;
        if (skip < frames) yield skip > 0 ? block.map((samples) => samples.subarray(skip)) : block;
        skip = Math.max(0, skip - frames);
      }
    },
    close() {},
  };
}
