import { joinBytes } from "../bytes/byte-parts.ts";
import type { Lame } from "./lame/lame.ts";

/** A segment of sound that is encoded separately. */
export interface Mp3Segment {
  /** One array per channel, mono or stereo. */
  readonly planes: readonly Float32Array[];
  /** Hz */
  readonly sampleRate: number;
  /** kb/s */
  readonly bitrate: number;
}

/** An encoded segment, and its sample arrays for reuse. */
export interface EncodedSegment {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly planes: readonly Float32Array[];
}

/** Encodes a segment as a complete stream of constant bit rate. */
export function encodeSegment(lame: Lame, segment: Mp3Segment): EncodedSegment {
  const { planes, sampleRate, bitrate } = segment;
  lame.open({ sampleRate, channels: planes.length === 1 ? 1 : 2, bitrate });
  return { bytes: joinBytes([lame.encode(planes), lame.finish()]), planes };
}
