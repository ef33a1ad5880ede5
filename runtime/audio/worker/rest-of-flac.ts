import type { InputAudioTrack } from "mediabunny";
import { EncodedPacketSink } from "mediabunny";
import type { Block } from "../../../audio/effect.ts";
import { decodeFlacFrame, readFlacInfo } from "../../../audio/media/flac.ts";
import { framesOf } from "../../../audio/signal/blocks.ts";

/**
 * The samples of a FLAC track from a frame on, up to a last packet that is not all there: a browser's
 * decoder gives up with it, and keeps what it had before it.
 * @throws where a packet is damaged that others follow
 */
export async function* restOfFlac(
  track: InputAudioTrack,
  from: number,
): AsyncGenerator<Block, void, undefined> {
  const config = await track.getDecoderConfig();
  const description = config?.description;
  if (!description) throw new RangeError("The stream does not describe itself");
  const info = readFlacInfo(
    ArrayBuffer.isView(description)
      ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
      : new Uint8Array(description),
  );
  const sink = new EncodedPacketSink(track);
  const first = await sink.getPacket(from / info.sampleRate);
  if (!first) return;
  for await (const packet of sink.packets(first)) {
    let block: Block;
    try {
      block = decodeFlacFrame(packet.data, info);
    } catch (error) {
      if (await sink.getNextPacket(packet)) throw error;
      return;
    }
    const skip = Math.max(0, from - Math.round(packet.timestamp * info.sampleRate));
    if (skip < framesOf(block)) yield block.map((plane) => plane.subarray(skip));
  }
}
