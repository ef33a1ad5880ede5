import type { Block } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { viewOf } from "../bytes/read-bytes.ts";
import { type PcmOutput, PCM_BYTES, packPcm } from "./pcm.ts";

/** Bytes before the samples. */
const WAV_HEAD = 44;
/** Format tags of integers and floats. */
const TAGS = { whole: 1, float: 3 } as const;

/**
 * A complete sound as a WAV file in memory, below 4 GB; longer ones must be streamed.
 * @param planes full scale −1 to 1, of equal length
 */
export function wavBytes(
  planes: Block,
  { sampleRate, codec }: { readonly sampleRate: number; readonly codec: PcmOutput },
): Uint8Array<ArrayBuffer> {
  const frameBytes = PCM_BYTES[codec] * planes.length;
  const size = framesOf(planes) * frameBytes;
  const bytes = new Uint8Array(WAV_HEAD + size);
  const view = viewOf(bytes);
  const put = (at: number, text: string): void => {
    for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
  };
  put(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  put(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, codec === "pcm-f32" ? TAGS.float : TAGS.whole, true);
  view.setUint16(22, planes.length, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, 8 * PCM_BYTES[codec], true);
  put(36, "data");
  view.setUint32(40, size, true);
  packPcm(planes, codec, bytes.subarray(WAV_HEAD));
  return bytes;
}
