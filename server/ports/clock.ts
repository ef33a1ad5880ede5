import { randomBytes } from "node:crypto";

/** Epoch milliseconds. */
export type Clock = () => number;

/** Runs a function once after a number of milliseconds. @returns cancels it */
export type Schedule = (run: () => void, milliseconds: number) => () => void;

/** Timers that do not keep the process alive. */
export const schedule: Schedule = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};

const POOL = 4096;

/** Random bytes, requested from the system in blocks. */
function createRandom(): (size: number) => Buffer {
  let pool = Buffer.alloc(0);
  return (size) => {
    if (pool.length < size) pool = randomBytes(POOL);
    const taken = Buffer.from(pool.subarray(0, size));
    pool = pool.subarray(size);
    return taken;
  };
}

/**
 * Creates ids that sort by creation time (UUIDv7), even within a millisecond.
 * @param random returns a number of random bytes
 */
export function createIds(clock: Clock, random: (size: number) => Buffer = createRandom()) {
  let last = 0;
  let counter = 0;
  return (): string => {
    const now = clock();
    if (now > last) {
      last = now;
      counter = random(2).readUInt16BE() & 0x7ff;
    } else if (++counter > 0xfff) {
      // The counter of this millisecond has overflowed: the ids run ahead of the clock.
      last++;
      counter = 0;
    }
    const bytes = random(16);
    bytes.writeUIntBE(last, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString("hex");
    return [[0, 8], [8, 12], [12, 16], [16, 20], [20]]
      .map(([from, to]) => hex.slice(from, to))
      .join("-");
  };
}

/** The lowest id that can be created at a time. @param time epoch milliseconds */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
