import type { AudioCodec } from "mediabunny";
import { canEncodeAudio } from "mediabunny";
import { registerMp3Encoder } from "../../../audio/media/mp3-encoder.ts";
import { loadLame } from "./load-lame.ts";

const added = new Set<AudioCodec>();

/**
 * Brings an encoder where the browser has none: most have none for FLAC, some none for AAC or Opus. MP3 is
 * always LAME's: a file says by how much its sound is late, which is known of LAME alone.
 */
export async function addEncoder(
  codec: AudioCodec,
  options: { readonly sampleRate: number; readonly numberOfChannels: number },
): Promise<void> {
  if (added.has(codec) || (codec !== "mp3" && (await canEncodeAudio(codec, options)))) return;
  added.add(codec);
  if (codec === "mp3") registerMp3Encoder(loadLame);
  else if (codec === "flac") (await import("@mediabunny/flac-encoder")).registerFlacEncoder();
  else if (codec === "aac") (await import("@mediabunny/aac-encoder")).registerAacEncoder();
  else if (codec === "opus")
    (await import("../../../audio/media/opus-encoder.ts")).registerOpusEncoder();
}
