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

/** A whole stream of constant bitrate, which LAME makes of a stretch of sound. */
export function encodeWith(lame: Lame, stretch: Mp3Stretch): Uint8Array<ArrayBuffer> {
  const { planes, sampleRate, bitrate } = stretch;
  lame.open({ sampleRate, channels: planes.length === 1 ? 1 : 2, bitrate });
  return joinBytes([lame.encode(planes), lame.finish()]);
}

let lame: Promise<Lame> | null = null;

/** The same, in this thread. */
export const encodeMp3 = async (stretch: Mp3Stretch): Promise<Uint8Array<ArrayBuffer>> =>
  encodeWith(await (lame ??= loadLame().then(createLame)), stretch);
