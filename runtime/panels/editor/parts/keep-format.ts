import {
  type FormatFacts,
  type OutputFormat,
  OUTPUT_FORMATS,
  PACKET_COPIES,
} from "#audio/media/writers/output-formats.ts";
import { type WantedFormat, formatOfCodec } from "#runtime/audio/wanted-format.ts";

/** How a stretch is written. `copy`: its packets as they are; `encode`: anew, exact to one sample. */
export type Writing =
  | ({ readonly kind: "copy" } & Pick<FormatFacts, "ending" | "type">)
  | ({ readonly kind: "encode"; readonly output: OutputFormat } & FormatFacts);

const encode = (output: OutputFormat): Writing => ({
  kind: "encode",
  output,
  ...OUTPUT_FORMATS[output],
});

/**
 * @param codec of the file, such as `mp3`
 * @param isChanged whether samples change, as fades do, so that packets cannot be copied
 */
export function writingOf(wanted: WantedFormat, codec: string | null, isChanged: boolean): Writing {
  if (wanted !== "keep") return encode(wanted);
  const copy = codec === null || isChanged ? undefined : PACKET_COPIES[codec];
  return copy ? { kind: "copy", ...copy } : encode(formatOfCodec(codec));
}

/** Seconds by which a copied cut may lie beside its place: half a packet. An MP3 says where its sound lies. */
export function slackOf(codec: string | null, sampleRate: number): number {
  if (codec === "mp3") return 0;
  return codec === "opus" ? 0.01 : 1024 / sampleRate / 2;
}
