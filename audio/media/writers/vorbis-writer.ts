import type { WasmMediaEncoder } from "wasm-media-encoders";
import { mixToStereo } from "../../signal/mix-to-stereo.ts";
import { chapterComments } from "../tags/chapters/comment-chapters.ts";
import { portableTags } from "../tags/portable-tags.ts";
import { createOggTagger } from "../vorbis/ogg-comments.ts";
import type { AudioWriter, WriterOptions } from "./audio-writer.ts";

/** Quality −1 to 10; about 160 kb/s for stereo. */
const QUALITY = 5;
/** Average bit rates of qualities from 0 on, in kb/s for stereo at 44.1 kHz. */
const AVERAGES = [64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
/** The quality nearest to a bit rate. @param bitrate bits per second and channel */
const qualityOf = (bitrate: number): number => {
  const far = AVERAGES.map((average) => Math.abs(average - bitrate / 500));
  return far.indexOf(Math.min(...far));
};
/** Bytes per write. */
const CHUNK = 256 * 1024;

/** Ogg Vorbis, mono or stereo, which no platform encodes; more channels are mixed down. */
export function createVorbisWriter(
  { format: { sampleRate, channels }, tags, bitrate, chapters = [], write }: WriterOptions,
  encoder: WasmMediaEncoder<"audio/ogg">,
): AudioWriter {
  const tagger = createOggTagger(portableTags(tags), chapterComments(chapters));
  const vbrQuality = bitrate === undefined ? QUALITY : qualityOf(bitrate);
  encoder.configure({ sampleRate, channels: channels === 1 ? 1 : 2, vbrQuality });
  let position = 0;
  let waiting = new Uint8Array(CHUNK);
  let filled = 0;
  const flush = async (): Promise<void> => {
    if (filled === 0) return;
    const at = position;
    position += filled;
    await write(at, waiting.subarray(0, filled));
    filled = 0;
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
    abandon: async () => {},
  };
}
