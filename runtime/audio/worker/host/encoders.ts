import { canEncodeAudio } from "mediabunny";
import { registerMp3Encoder } from "../../../../audio/media/mp3/mp3-encoder.ts";
import type { EncoderHost, PacketCodec } from "../../../../audio/media/writers/audio-writer.ts";
import { createDecodedPeak } from "./decoded-peak.ts";
import { loadLame } from "./load-lame.ts";

const prepared = new Set<PacketCodec>();

/** The browser's encoders; others where it has none: most have none for FLAC, some none for AAC or Opus. */
export const encoders: EncoderHost = {
  async prepare(codec, options) {
    if (prepared.has(codec) || (codec !== "mp3" && (await canEncodeAudio(codec, options)))) return;
    prepared.add(codec);
    if (codec === "mp3") registerMp3Encoder(loadLame);
    else if (codec === "flac") (await import("@mediabunny/flac-encoder")).registerFlacEncoder();
    else if (codec === "aac") (await import("@mediabunny/aac-encoder")).registerAacEncoder();
    else (await import("../../../../audio/media/codecs/opus-encoder.ts")).registerOpusEncoder();
  },
  openVorbis: async () => (await import("./open-vorbis.ts")).openVorbisEncoder(),
  createListener: createDecodedPeak,
};
