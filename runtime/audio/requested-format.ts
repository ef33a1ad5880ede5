import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";

/** `keep`: the format of the input. */
export type RequestedFormat = OutputFormat | "keep";

export const REQUESTED_FORMATS: readonly RequestedFormat[] = [
  "keep",
  ...(Object.keys(OUTPUT_FORMATS) as OutputFormat[]),
];

/** The output format for a codec; a lossless one if there is none. */
export function formatOfCodec(codec: string | null): OutputFormat {
  if (codec === "mp3" || codec === "flac" || codec === "opus" || codec === "vorbis") return codec;
  if (codec === "aac") return "m4a";
  if (codec?.startsWith("pcm-s16") || codec?.startsWith("pcm-u8")) return "wav16";
  if (codec === "ulaw" || codec === "alaw") return "wav16";
  return codec?.startsWith("pcm-f") || codec?.startsWith("pcm-s32") ? "wav32f" : "wav24";
}
