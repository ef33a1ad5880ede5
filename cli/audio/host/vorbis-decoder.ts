import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import type { PacketDecoder } from "#audio/media/tracks/packet-decoder.ts";
import type { splitVorbisHeaders } from "#audio/media/vorbis/vorbis-headers.ts";

type OggPages = Parameters<OggVorbisDecoder["decodeOggPages"]>[0];

/**
 * Decodes Vorbis packets from any container, in Vorbis channel order. The library decodes parsed
 * Ogg pages and reads only the fields that are given here.
 */
export async function openVorbisDecoder([identification, , setup]: ReturnType<
  typeof splitVorbisHeaders
>): Promise<PacketDecoder> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  return {
    async decodeFrame(packet) {
      const decoded = await decoder.decodeOggPages([
        { data: identification, codecFrames: [{ header: { vorbisSetup: setup }, data: packet }] },
      ] as unknown as OggPages);
      // The library does not report headers that it could not read.
      if (decoded.channelData.length === 0) throw new RangeError("The headers are damaged");
      return decoded;
    },
    free: () => decoder.free(),
  };
}
