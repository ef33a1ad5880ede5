import { type Mp3Part, beginningAt, mostBefore, widen } from "./mp3-parts.ts";

/** Frames that are made as wide as they may be at most where two streams meet. */
const MOST_WIDE = 3;

/** Bytes that a frame leaves behind it; below 0 where it has no room. @param spare those before it */
const left = ({ head, size, data }: Mp3Part, spare: number): number =>
  Math.min(spare, mostBefore(head)) + size - head.length - data.length;

function fits(parts: readonly Mp3Part[], before: number): boolean {
  let spare = before;
  return parts.every((part) => (spare = left(part, spare)) >= 0);
}

/**
 * Joins streams of MPEG audio layer III that were encoded apart from each other. The sound of a
 * frame may begin before the frame, in room that others have left (the bit reservoir); the encoder
 * of a stream knows only its own room. So all sound is laid anew, each as early as it may, and
 * where that leaves no room to a stream, up to three frames before it become as wide as there are.
 * @param take gets the frames in order; they stay as they are
 */
export function createMp3Joiner(take: (frame: Uint8Array) => void) {
  /** Of the stream before: they may still be made wider. */
  let waiting: readonly Mp3Part[] = [];
  /** Frames into which more may come, and the bytes of main data that they have room for. */
  const open: { readonly frame: Uint8Array; readonly area: Uint8Array }[] = [];
  let room = 0;
  let spare = 0;

  const lay = (part: Mp3Part): void => {
    const { head, size, data } = part;
    const before = Math.min(spare, mostBefore(head));
    const frame = new Uint8Array(size);
    frame.set(beginningAt(head, before));
    let skip = room - before;
    open.push({ frame, area: frame.subarray(head.length) });
    room += size - head.length;
    let done = 0;
    for (const { area } of open) {
      const count = Math.min(Math.max(0, area.length - skip), data.length - done);
      if (count > 0) area.set(data.subarray(done, done + count), skip);
      done += count;
      skip = Math.max(0, skip - area.length);
    }
    spare = left(part, spare);
    close(Math.min(spare, mostBefore(head)));
  };
  /** Gives frames that lie before so many bytes of room. */
  const close = (reach: number): void => {
    while (open[0] && room - open[0].area.length >= reach) {
      const { frame, area } = open.shift()!;
      room -= area.length;
      take(frame);
    }
  };

  return {
    /** @param parts of the next stream that belong to the whole */
    add(parts: readonly Mp3Part[]): void {
      let last = waiting;
      for (let wide = 1; !fits([...last, ...parts], spare) && wide <= MOST_WIDE; wide++)
        last = waiting.map((part, i) => (i >= waiting.length - wide ? widen(part) : part));
      const all = [...last, ...parts];
      const done = Math.max(0, all.length - MOST_WIDE);
      for (const part of all.slice(0, done)) lay(part);
      waiting = all.slice(done);
    },
    finish(): void {
      for (const part of waiting) lay(part);
      waiting = [];
      close(0);
    },
  };
}
