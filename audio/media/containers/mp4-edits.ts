import { type ReadBytes, textAt, viewOf } from "../bytes/read-bytes.ts";
import { boxesIn, HEAD, isFragmented, readMoov } from "./mp4-boxes.ts";

/** What an MP4 file says of the times of its sound. */
export interface Mp4Times {
  /** See `isFragmented`. */
  readonly isFragmented: boolean;
  /** See `readEditEnd`. */
  readonly editEnd: number | null;
}

/** Boxes with which files of MP4 and QuickTime begin. */
const FIRST_BOX = /^(ftyp|moov|mdat|wide|free|skip|styp)$/;

/** @param size of the file, in bytes. @returns of other files that nothing is stated */
export async function readMp4Times(read: ReadBytes, size: number): Promise<Mp4Times> {
  const isMp4 = FIRST_BOX.test(textAt(await read(0, HEAD), 4));
  return {
    isFragmented: isMp4 && (await isFragmented(read)),
    editEnd: isMp4 ? await readEditEnd(read, size) : null,
  };
}

/**
 * Seconds of a file's clock at which its first track of sound ends by its edit list (ISO/IEC 14496-12,
 * 8.6.6), rounded as its clock is. Samples behind that are not played.
 * @param size of the file, in bytes
 * @returns null where no edit list states an end
 */
export async function readEditEnd(read: ReadBytes, size: number): Promise<number | null> {
  const moov = await readMoov(read, size);
  if (!moov) return null;
  const header = contentOf(moov, "mvhd");
  const track = tracksIn(moov).find(isSound);
  const edits = track && contentOf(track, "edts", "elst");
  if (!header || header.length < 24 || !edits || edits.length < 8) return null;
  const scale = viewOf(header).getUint32(header[0] === 1 ? 20 : 12);
  const isLong = edits[0] === 1;
  const entry = isLong ? 20 : 12;
  const count = Math.min(viewOf(edits).getUint32(4), Math.floor((edits.length - 8) / entry));
  let total = 0;
  for (let i = 0; i < count; i++) {
    const at = 8 + i * entry;
    const duration = isLong ? Number(viewOf(edits).getBigUint64(at)) : viewOf(edits).getUint32(at);
    // The last one goes to the end.
    if (duration === 0) return null;
    total += duration;
  }
  return count > 0 && scale > 0 ? total / scale : null;
}

const tracksIn = (moov: Uint8Array): Uint8Array[] =>
  [...boxesIn(moov.subarray(HEAD))].filter(({ name }) => name === "trak").map(({ box }) => box);

const isSound = (track: Uint8Array): boolean => {
  const handler = contentOf(track, "mdia", "hdlr");
  return handler !== null && textAt(handler, 8) === "soun";
};

/** What is in a box that is in a box; null where there is none. @param path names of the boxes */
function contentOf(box: Uint8Array, ...path: readonly string[]): Uint8Array | null {
  let content = box.subarray(HEAD);
  for (const type of path) {
    const found = [...boxesIn(content)].find(({ name }) => name === type);
    if (!found) return null;
    content = found.box.subarray(HEAD);
  }
  return content;
}
