import { createLame, type Lame } from "#audio/media/mp3/lame/lame.ts";
import {
  type EncodedSegment,
  encodeSegment,
  type Mp3Segment,
} from "#audio/media/mp3/mp3-segment.ts";
import { loadLame } from "./load-lame.ts";

let lame: Promise<Lame> | null = null;

/** Encodes a segment as MP3 in this thread. */
export const encodeMp3 = async (segment: Mp3Segment): Promise<EncodedSegment> =>
  encodeSegment(await (lame ??= loadLame().then(createLame)), segment);
