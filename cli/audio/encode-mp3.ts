import { joinBytes } from "../../audio/media/byte-parts.ts";
import { createLame, type Lame } from "../../audio/media/lame/lame.ts";
import { loadLame } from "./load-lame.ts";

export interface Mp3Stretch {
  /** A channel each, one or two. */
  readonly planes: readonly Float32Array[];
  /** Hz */
  readonly sampleRate: number;
  /** kbit/s */
  readonly bitrate: number;
}

let lame: Promise<Lame> | null = null;

/** A whole stream of constant bitrate, which LAME makes of a stretch of sound in this thread. */
export async function encodeMp3(stretch: Mp3Stretch): Promise<Uint8Array<ArrayBuffer>> {
  const { planes, sampleRate, bitrate } = stretch;
  const encoder = await (lame ??= loadLame().then(createLame));
  encoder.open({ sampleRate, channels: planes.length === 1 ? 1 : 2, bitrate });
  return joinBytes([encoder.encode(planes), encoder.finish()]);
}
