import { joinBytes } from "../bytes/byte-parts.ts";
import type { Lame } from "./lame/lame.ts";

/** A segment of sound that is encoded on its own. */
export interface Mp3Segment {
  /** A channel each, one or two. */
  readonly planes: readonly Float32Array[];
  /** Hz */
  readonly sampleRate: number;
  /** kbit/s */
  readonly bitrate: number;
}

/** What came of a segment, with its planes, which may be filled again. */
export interface EncodedSegment {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly planes: readonly Float32Array[];
}

/** A whole stream of constant bitrate, which LAME makes of a segment of sound. */
export function encodeSegment(lame: Lame, segment: Mp3Segment): EncodedSegment {
  const { planes, sampleRate, bitrate } = segment;
  lame.open({ sampleRate, channels: planes.length === 1 ? 1 : 2, bitrate });
  return { bytes: joinBytes([lame.encode(planes), lame.finish()]), planes };
}
