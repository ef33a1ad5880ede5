import type { AudioSource } from "#audio/media/audio-source.ts";
import { writeProvenance } from "#audio/media/tags/provenance.ts";
import { mixDub } from "#audio/dubbing/mix-dub.ts";
import { openFile } from "../host/worker-host.ts";
import type { DubSound } from "../sounds.ts";

/**
 * Opens a dub as a file: it is mixed while it is read, and lines are loaded when their times come.
 */
export async function openDub({ dub, under }: DubSound): Promise<AudioSource> {
  const { format, frames, duck, gain } = dub;
  const beneath = under && (await openFile(under));
  const lines = dub.lines.map(({ at, end, until, samples, sampleRate }) => ({
    at,
    end,
    until,
    read: async () => ({ samples: new Float32Array(await samples.arrayBuffer()), sampleRate }),
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
