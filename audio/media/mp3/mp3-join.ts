import { type Mp3Part, withMainDataBegin, maxReservoir, widen } from "./mp3-parts.ts";

/** Maximum number of frames that are widened at the border of two streams. */
const MAX_WIDENED = 3;

/** Bytes left after a frame; negative if it does not fit. @param spare bytes before it */
const spareBytes = ({ head, size, data }: Mp3Part, spare: number): number =>
  Math.min(spare, maxReservoir(head)) + size - head.length - data.length;

function fits(parts: readonly Mp3Part[], before: number): boolean {
  let spare = before;
  return parts.every((part) => (spare = spareBytes(part, spare)) >= 0);
}

/**
 * Joins separately encoded streams of MPEG audio layer III. Main data of a frame may start in
 * earlier frames (the bit reservoir), but the encoder of a stream only knows its own reservoir. So
 * main data is repacked as early as the reservoir allows; where it does not fit, up to three
 * preceding frames are widened to 320 kb/s.
 * @param take receives the frames in order; they are not modified afterwards
 */
export function createMp3Joiner(take: (frame: Uint8Array) => void) {
  /** Last frames of the previous stream, which may still be widened. */
  let waiting: readonly Mp3Part[] = [];
  /** Frames with free space, and their main data areas. */
  const open: { readonly frame: Uint8Array; readonly area: Uint8Array }[] = [];
  let room = 0;
  let spare = 0;

  const lay = (part: Mp3Part): void => {
    const { head, size, data } = part;
    const before = Math.min(spare, maxReservoir(head));
    const frame = new Uint8Array(size);
    frame.set(withMainDataBegin(head, before));
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
    spare = spareBytes(part, spare);
    close(Math.min(spare, maxReservoir(head)));
  };
  /** Emits frames that are out of reach of the reservoir. */
  const close = (reach: number): void => {
    while (open[0] && room - open[0].area.length >= reach) {
      const { frame, area } = open.shift()!;
      room -= area.length;
      take(frame);
    }
  };

  return {
    /** @param parts of the next stream that belong to the output */
    add(parts: readonly Mp3Part[]): void {
      let last = waiting;
      for (let wide = 1; !fits([...last, ...parts], spare) && wide <= MAX_WIDENED; wide++)
        last = waiting.map((part, i) => (i >= waiting.length - wide ? widen(part) : part));
      const all = [...last, ...parts];
      const done = Math.max(0, all.length - MAX_WIDENED);
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
