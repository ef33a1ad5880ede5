import { isMainThread } from "node:worker_threads";
import { AAC_ENCODER_DELAY } from "#audio/media/codecs/aac-encoder.ts";
import type { EncoderHost } from "#audio/media/writers/audio-writer.ts";
import { createMp3Writer, isPlainMp3 } from "#audio/media/writers/mp3-writer.ts";
import { encodeMp3 } from "./encode-mp3.ts";
import { loadLame } from "./load-lame.ts";
import { startMp3Threads } from "./mp3-threads.ts";

/** Encoders of the terminal, since Node has none. */
export const nodeEncoders: EncoderHost = {
  async prepare(codec) {
    switch (codec) {
      case "flac":
        return (await import("#audio/media/codecs/flac-encoder.ts")).registerFlacEncoders();
      case "aac":
        return (await import("@mediabunny/aac-encoder")).registerAacEncoder();
      case "opus":
        return (await import("#audio/media/codecs/opus-encoder.ts")).registerOpusEncoder();
      case "mp3":
        return (await import("#audio/media/mp3/mp3-encoder.ts")).registerMp3Encoder(loadLame);
    }
  },
  delayOf: async (codec) => (codec === "aac" ? AAC_ENCODER_DELAY : 0),
  openVorbis: async () => (await import("wasm-media-encoders")).createOggEncoder(),
  openMp3: (options) =>
    isPlainMp3(options.format)
      ? createMp3Writer(options, {
          encode: encodeMp3,
          // Concurrent files use a core each, so encoders use no threads of their own.
          start: () => (isMainThread ? loadLame().then(startMp3Threads) : null),
        })
      : null,
};
