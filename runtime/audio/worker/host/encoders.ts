import { canEncodeAudio } from "mediabunny";
import { AAC_ENCODER_DELAY } from "#audio/media/codecs/aac-encoder.ts";
import { registerMp3Encoder } from "#audio/media/mp3/mp3-encoder.ts";
import type { EncoderHost, PacketCodec } from "#audio/media/writers/audio-writer.ts";
import { createDecodedPeak } from "./decoded-peak.ts";
import { measureEncoderDelay } from "./encoder-delay.ts";
import { loadLame } from "./load-lame.ts";

/** Codecs with a registered fallback encoder. */
const prepared = new Set<PacketCodec>();
/** Delay of the platform's AAC encoder, by sample rate and number of channels. */
const delays = new Map<string, Promise<number>>();

/**
 * The browser's encoders, with fallbacks: most browsers have no FLAC encoder, some have none for
 * AAC or Opus.
 */
export const encoders: EncoderHost = {
  async prepare(codec, options) {
    if (prepared.has(codec) || (codec !== "mp3" && (await canEncodeAudio(codec, options)))) return;
    prepared.add(codec);
    if (codec === "mp3") registerMp3Encoder(loadLame);
    else if (codec === "flac")
      (await import("#audio/media/codecs/flac-encoder.ts")).registerFlacEncoders();
    else if (codec === "aac") (await import("@mediabunny/aac-encoder")).registerAacEncoder();
    else (await import("#audio/media/codecs/opus-encoder.ts")).registerOpusEncoder();
  },
  delayOf: async (codec, { sampleRate, numberOfChannels }) => {
    if (codec !== "aac") return 0;
    if (prepared.has(codec)) return AAC_ENCODER_DELAY;
    const kind = `${sampleRate} ${numberOfChannels}`;
    if (!delays.has(kind))
      delays.set(
        kind,
        measureEncoderDelay({ codec: "mp4a.40.2", sampleRate, numberOfChannels, bitrate: 128_000 }),
      );
    return delays.get(kind)!;
  },
  openVorbis: async () => (await import("./open-vorbis.ts")).openVorbisEncoder(),
  createListener: createDecodedPeak,
};
