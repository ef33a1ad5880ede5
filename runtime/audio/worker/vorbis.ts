import { createEncoder } from "wasm-media-encoders";
import wasm from "wasm-media-encoders/wasm/ogg.wasm?url";
import { createOggTagger } from "../../../audio/media/ogg-comments.ts";
import { portableTags } from "../../../audio/media/portable-tags.ts";
import { mixToStereo } from "../../../audio/signal/mix-to-stereo.ts";
import type { Sink, SinkOptions } from "./open-output.ts";

/** Of −1 to 10; about 160 kbit/s for two channels. */
const QUALITY = 5;
/** Bytes that are collected before they are written. */
const CHUNK = 256 * 1024;

/** Ogg Vorbis, which no browser encodes. */
export async function openVorbis({
  format: { sampleRate, channels },
  tags,
  write,
}: Pick<SinkOptions, "format" | "tags" | "write">): Promise<Sink> {
  const tagger = createOggTagger(portableTags(tags));
  const encoder = await createEncoder("audio/ogg", wasm);
  const kept = channels === 1 ? 1 : 2;
  encoder.configure({ sampleRate, channels: kept, vbrQuality: QUALITY });
  let position = 0;
  let waiting = new Uint8Array(CHUNK);
  let filled = 0;
  const flush = async (): Promise<void> => {
    if (filled === 0) return;
    const data = waiting.slice(0, filled);
    const at = position;
    position += filled;
    filled = 0;
    await write(at, data);
  };
  const take = (bytes: Uint8Array): boolean => {
    if (filled + bytes.length > waiting.length) {
      const larger = new Uint8Array(2 * (filled + bytes.length));
      larger.set(waiting.subarray(0, filled));
      waiting = larger;
    }
    waiting.set(bytes, filled);
    filled += bytes.length;
    return filled >= CHUNK;
  };
  return {
    async add(block) {
      const planes = mixToStereo(block);
      if (take(tagger.push(encoder.encode(planes as unknown as [Float32Array])))) await flush();
    },
    async finish() {
      take(tagger.push(encoder.finalize()));
      await flush();
      return null;
    },
  };
}
