import { type Input, type InputFormat, MP4, QTFF } from "mediabunny";
import type { ReadBytes } from "../bytes/read-bytes.ts";
import { isFragmented } from "../containers/mp4-boxes.ts";

/** Containers whose timeline begins at 0 by definition: a track that begins later has its silence stated. */
const STATED: ReadonlySet<InputFormat> = new Set([MP4, QTFF]);

/**
 * Time, in seconds of the file's own clock, at which a file begins: that of its earliest track, so
 * that sound and picture stay in step, and a recording of a running stream does not begin with the
 * silence of the hours before it (RFC 7845, 4.5, for Ogg; Matroska and MPEG-TS alike, as FFmpeg
 * does). MP4 and QuickTime without pictures begin at 0: an edit list that delays their sound is
 * meant. Fragments are recorded from running streams, too. What lies before 0 is for decoders.
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
