import {
  type FormatFacts,
  type OutputFormat,
  OUTPUT_FORMATS,
  PACKET_COPIES,
} from "#audio/media/writers/output-formats.ts";
import { type RequestedFormat, formatOfCodec } from "#runtime/audio/requested-format.ts";

/**
 * How a region is written. `copy`: packets as they are; `encode`: re-encoded, exact to one sample.
 */
export type WriteMode =
  | ({ readonly kind: "copy" } & Pick<FormatFacts, "ending" | "type">)
  | ({ readonly kind: "encode"; readonly output: OutputFormat } & FormatFacts);

const encode = (output: OutputFormat): WriteMode => ({
  kind: "encode",
  output,
  ...OUTPUT_FORMATS[output],
});

/**
 * @param codec codec of the file, for example `mp3`
 * @param isChanged whether samples change, for example by fades, so that packets cannot be copied
 */
export function writeModeFor(
  requested: RequestedFormat,
  codec: string | null,
  isChanged: boolean,
): WriteMode {
  if (requested !== "keep") return encode(requested);
  const copy = codec === null || isChanged ? undefined : PACKET_COPIES[codec];
  return copy ? { kind: "copy", ...copy } : encode(formatOfCodec(codec));
}

/**
 * Maximum distance of a lossless cut from its requested time, in seconds: half a packet. MP3 files
 * store their exact range.
 */
export function cutTolerance(codec: string | null, sampleRate: number): number {
  if (codec === "mp3") return 0;
  return codec === "opus" ? 0.01 : 1024 / sampleRate / 2;
}
