import { open } from "node:fs/promises";
import { createOggEncoder } from "wasm-media-encoders";
import type { Format } from "../../audio/effect.ts";
import { createOggTagger } from "../../audio/media/ogg-comments.ts";
import type { Tags } from "../../audio/media/vorbis-tags.ts";
import type { Encoder } from "./open-encoder.ts";

/** Of −1 to 10; about 160 kbit/s for two channels. */
const QUALITY = 5;

/** Ogg Vorbis of one or two channels; of more: the first two. */
export async function openVorbis(
  file: string,
  { sampleRate, channels }: Format,
  tags: Tags,
): Promise<Encoder> {
  const tagger = createOggTagger(tags);
  const encoder = await createOggEncoder();
  const kept = channels === 1 ? 1 : 2;
  encoder.configure({ sampleRate, channels: kept, vbrQuality: QUALITY });
  const handle = await open(file, "w");
  return {
    async add(block) {
      const planes = block.slice(0, kept);
      await handle.write(tagger.push(encoder.encode(planes as unknown as [Float32Array])));
    },
    async finish() {
      await handle.write(tagger.push(encoder.finalize()));
      await handle.close();
    },
    abandon: () => handle.close(),
  };
}
