import { descriptionOf, packetReader, plainDecoder } from "../tracks/packet-decoder.ts";
import type { PacketReader } from "../tracks/read-track.ts";
import { decodeFlacFrame, readFlacInfo } from "./flac-decoder.ts";

/** Decodes FLAC packet by packet. */
export const readFlac: PacketReader = packetReader((config) => {
  const info = readFlacInfo(descriptionOf(config));
  return plainDecoder(info.sampleRate, (data) => decodeFlacFrame(data, info));
});
