import type { AudioCodec } from "mediabunny";
import { canEncodeAudio } from "mediabunny";

const added = new Set<AudioCodec>();

/** Brings an encoder where the browser has none: most have none for MP3 and FLAC, some none for AAC or Opus. */
export async function addEncoder(
  codec: AudioCodec,
  options: { readonly sampleRate: number; readonly numberOfChannels: number },
): Promise<void> {
  if (added.has(codec) || (await canEncodeAudio(codec, options))) return;
  added.add(codec);
  if (codec === "mp3") (await import("@mediabunny/mp3-encoder")).registerMp3Encoder();
  else if (codec === "flac") (await import("@mediabunny/flac-encoder")).registerFlacEncoder();
  else if (codec === "aac") (await import("@mediabunny/aac-encoder")).registerAacEncoder();
  else if (codec === "opus")
    (await import("../../../audio/media/opus-encoder.ts")).registerOpusEncoder();
}
