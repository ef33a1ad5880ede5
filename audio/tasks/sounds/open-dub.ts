import type { AudioSource } from "../../media/audio-source.ts";
import { writeProvenance } from "../../media/tags/provenance.ts";
import { mixDub } from "../../dubbing/mix-dub.ts";
import type { DubSound, SoundFiles } from "./sounds.ts";

/**
 * Opens a dub as a file: it is mixed while it is read, and lines are loaded when their times come.
 */
export async function openDub<F>(
  { dub, under }: DubSound<F>,
  { openFile, readFile }: SoundFiles<F>,
): Promise<AudioSource> {
  const { format, frames, duck, gain } = dub;
  const beneath = under === null ? null : await openFile(under);
  const lines = dub.lines.map(({ at, end, until, samples, sampleRate }) => ({
    at,
    end,
    until,
    read: async () => ({ samples: new Float32Array(await readFile(samples)), sampleRate }),
  }));
  return {
    format,
    duration: frames / format.sampleRate,
    tags: writeProvenance(beneath?.tags ?? {}, "generated"),
    codec: null,
    async *blocks(from = 0) {
      let skip = from;
      const blocks = beneath?.blocks() ?? null;
      for await (const block of mixDub({ format, frames, duck, gain, lines, background: blocks })) {
        const count = block[0]!.length;
        if (skip < count) yield skip > 0 ? block.map((plane) => plane.subarray(skip)) : block;
        skip = Math.max(0, skip - count);
      }
    },
    close: () => beneath?.close(),
  };
}
