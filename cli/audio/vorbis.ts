import { createOggEncoder } from "wasm-media-encoders";
import type { Format } from "../../audio/effect.ts";
import { createOggTagger } from "../../audio/media/ogg-comments.ts";
import type { Tags } from "../../audio/media/vorbis-tags.ts";
import type { Encoder } from "./encode-samples.ts";
import { mixToStereo } from "../../audio/signal/mix-to-stereo.ts";
import { openForWriting } from "./output-place.ts";

/** Of −1 to 10; about 160 kbit/s for two channels. */
const QUALITY = 5;

/** Ogg Vorbis of one or two channels; more are mixed. */
export async function openVorbis(
  file: string,
  { sampleRate, channels }: Format,
  tags: Tags,
): Promise<Encoder> {
  const tagger = createOggTagger(tags);
  const encoder = await createOggEncoder();
  const kept = channels === 1 ? 1 : 2;
  encoder.configure({ sampleRate, channels: kept, vbrQuality: QUALITY });
  const output = await openForWriting(file);
  let size = 0;
  const write = async (encoded: Uint8Array): Promise<void> => {
    const bytes = tagger.push(encoded);
    await output.write(size, bytes);
    size += bytes.length;
  };
  return {
    async add(block) {
      const planes = mixToStereo(block);
      await write(encoder.encode(planes as unknown as [Float32Array]));
    },
    async finish() {
      await write(encoder.finalize());
      await output.close();
    },
    abandon: () => output.close(),
  };
}
