import { Mp3OutputFormat, NullTarget, Output } from "mediabunny";
import type { Format } from "../../audio/effect.ts";
import { createMp3File } from "../../audio/media/mp3-file.ts";
import { registerMp3Encoder } from "../../audio/media/mp3-encoder.ts";
import { framesOf } from "../../audio/signal/blocks.ts";
import type { Encoder } from "./encode-samples.ts";
import { encodeSamples, lossy } from "./encode-samples.ts";

import { loadLame } from "./load-lame.ts";
import { openForWriting } from "./output-place.ts";
import type { WriterOptions } from "./write-file.ts";

/** MP3 that `openMp3` does not write, by one encoder from beginning to end; as large, and with the same tags. */
export async function openMixedMp3(options: WriterOptions, format: Format): Promise<Encoder> {
  registerMp3Encoder(loadLame);
  const output = await openForWriting(options.file);
  const file = await createMp3File({ tags: options.tags, write: output.write });
  const source = lossy("mp3", 128_000, format, (frame) => file.push(frame));
  const unused = new Output({ format: new Mp3OutputFormat(), target: new NullTarget() });
  const encoder = await encodeSamples(source, unused, format);
  let frames = 0;
  return {
    async add(block) {
      frames += framesOf(block);
      await encoder.add(block);
      await file.flush();
    },
    async finish() {
      await encoder.finish();
      await file.finish(frames);
      await output.close();
    },
    async abandon() {
      await encoder.abandon();
      await output.close();
    },
  };
}
