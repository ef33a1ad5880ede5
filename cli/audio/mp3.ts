import { isMainThread } from "node:worker_threads";
import type { Format } from "../../audio/effect.ts";
import { createMp3File } from "../../audio/media/mp3-file.ts";
import { createMp3Joiner } from "../../audio/media/mp3-join.ts";
import type { Mp3Part } from "../../audio/media/mp3-parts.ts";
import { partsOfMp3 } from "../../audio/media/mp3-parts.ts";
import { createBlock, framesOf } from "../../audio/signal/blocks.ts";
import { encodeMp3 } from "./encode-mp3.ts";
import { loadLame } from "./load-lame.ts";
import type { Mp3Threads } from "./mp3-threads.ts";
import { startMp3Threads } from "./mp3-threads.ts";
import type { Encoder } from "./encode-samples.ts";
import { openForWriting } from "./output-place.ts";
import type { WriterOptions } from "./write-file.ts";

/** Samples of a frame. */
const FRAME = 1152;
/** kbit/s of a channel. */
const BITRATE = 128;
/** Frames of a stretch: 13 s at 44.1 kHz. The result depends on it, and on nothing of the machine. */
const STRETCH = 500;
/** Frames before it by which the encoder learns what it hears, and behind it that it looks at. */
const BEFORE = 12;
const BEHIND = 3;

/** Whether `openMp3` can write it: other rates have frames of MPEG 2, more channels have to be mixed. */
export const isPlainMp3 = ({ sampleRate, channels }: Format): boolean =>
  sampleRate >= 32_000 && channels <= 2;

/**
 * MP3 of 128 kbit/s a channel with its tags, from which players know where its sound begins and ends.
 * A long sound is encoded in stretches, at once where there are several cores.
 */
export async function openMp3(options: WriterOptions, format: Format): Promise<Encoder> {
  const { sampleRate, channels } = format;
  const bitrate = BITRATE * channels;
  const length = (BEFORE + STRETCH + BEHIND) * FRAME;
  const output = await openForWriting(options.file);
  const file = await createMp3File({
    tags: options.tags,
    write: output.write,
  });
  const joiner = createMp3Joiner((frame) => file.push(frame));
  let threads: Mp3Threads | null = null;
  let planes = createBlock(channels, length);
  /** Frames before the stretch that are in the planes, too: none of the first. */
  let before = 0;
  let filled = 0;
  let total = 0;
  const asked: Promise<Mp3Part[]>[] = [];

  /** What comes of the planes; they are given away. */
  async function encode(frames: number | undefined): Promise<Mp3Part[]> {
    const [first, last] = [before, frames === undefined ? undefined : before + frames];
    const stretch = {
      planes: planes.map((plane) => plane.subarray(0, filled)),
      sampleRate,
      bitrate,
    };
    const bytes = await (threads ? threads.encode(stretch) : encodeMp3(stretch));
    return partsOfMp3(bytes).slice(first, last);
  }
  async function takeNext(): Promise<void> {
    joiner.add(await asked.shift()!);
    await file.flush();
  }
  async function next(): Promise<void> {
    // Where files are worked on side by side, each has a core.
    if (isMainThread) threads ??= startMp3Threads(await loadLame());
    const coming = createBlock(channels, length);
    const from = (before + STRETCH - BEFORE) * FRAME;
    for (const [channel, plane] of planes.entries()) coming[channel]!.set(plane.subarray(from));
    const asking = encode(STRETCH);
    // Who waits for it comes later.
    asking.catch(() => {});
    asked.push(asking);
    filled -= from;
    planes = coming;
    before = BEFORE;
    if (asked.length > (threads?.count ?? 0)) await takeNext();
  }
  return {
    async add(block) {
      const frames = framesOf(block);
      total += frames;
      for (let at = 0; at < frames;) {
        const end = (before + STRETCH + BEHIND) * FRAME;
        const count = Math.min(end - filled, frames - at);
        for (const [channel, plane] of planes.entries())
          plane.set(block[channel]!.subarray(at, at + count), filled);
        filled += count;
        at += count;
        if (filled === end) await next();
      }
    },
    async finish() {
      asked.push(encode(undefined));
      while (asked.length > 0) await takeNext();
      joiner.finish();
      await threads?.close();
      await file.finish(total);
      await output.close();
    },
    async abandon() {
      await threads?.close();
      await output.close();
    },
  };
}
