import { type Input, type InputFormat, MP4, QTFF } from "mediabunny";
import type { ReadBytes } from "../bytes/read-bytes.ts";
import { isFragmented } from "../containers/mp4-boxes.ts";

/**
 * Containers whose timeline starts at 0 by definition: a later start of a track is intended
 * silence.
 */
const STATED: ReadonlySet<InputFormat> = new Set([MP4, QTFF]);

/**
 * Start time of a file in seconds of its own clock: that of its earliest track, which keeps audio
 * and video in sync, and avoids hours of silence before recordings of running streams (RFC 7845,
 * 4.5, for Ogg; FFmpeg does the same for Matroska and MPEG-TS). MP4 and QuickTime without video
 * start at 0, because an edit list that delays their sound is intended. Negative times are for
 * decoders.
 * Fragments are recorded from running streams, too.
 * @param media a file: its demuxer and its bytes
 */
export async function originOf({
  input,
  bytes: { read },
}: {
  readonly input: Input;
  readonly bytes: { readonly read: ReadBytes };
}): Promise<number> {
  const isStated = STATED.has(await input.getFormat()) && !(await input.getPrimaryVideoTrack());
  if (isStated && !(await isFragmented(read))) return 0;
  return Math.max(0, await input.getFirstTimestamp());
}
