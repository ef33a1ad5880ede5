import { createMp3Encoder } from "wasm-media-encoders";
import { joinBytes } from "../../audio/media/byte-parts.ts";
import { framesOf } from "../../audio/signal/blocks.ts";

type Lame = Awaited<ReturnType<typeof createMp3Encoder>>;

export interface Mp3Stretch {
  /** A channel each, one or two. */
  readonly planes: readonly Float32Array[];
  /** Hz */
  readonly sampleRate: number;
  /** kbit/s */
  readonly bitrate: number;
}

/** Samples that LAME gets at once. */
const AT_ONCE = 1152 * 16;

let lame: Promise<Lame> | null = null;

/** A whole stream of constant bitrate, which LAME makes of a stretch of sound in this thread. */
export async function encodeMp3(stretch: Mp3Stretch): Promise<Uint8Array<ArrayBuffer>> {
  const { planes, sampleRate, bitrate } = stretch;
  const encoder = await (lame ??= createMp3Encoder());
  encoder.configure({
    sampleRate,
    channels: planes.length === 1 ? 1 : 2,
    bitrate: bitrate as 128 | 256,
  });
  const parts: Uint8Array[] = [];
  for (let at = 0; at < framesOf(planes); at += AT_ONCE) {
    const part = planes.map((plane) => plane.subarray(at, at + AT_ONCE));
    parts.push(encoder.encode(part as [Float32Array]).slice());
  }
  parts.push(encoder.finalize());
  return joinBytes(parts);
}
