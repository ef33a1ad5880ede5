import type { Format, Processor } from "../effect.ts";
import { createStft } from "../signal/stft.ts";
import { createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import {
  bandsOf,
  createRoomMeter,
  LATE_FRAMES,
  predictedBins,
  type Room,
  ROOM_DELAY,
  ROOM_TAPS,
  roomFrames,
} from "./measure-room.ts";
import { createRoomKernel, LANES, placeOf } from "./room-kernel.ts";
import { createSampleQueue } from "./sample-queue.ts";

/** Weight of the newest frame in the power of a bin. */
const NEWEST = 0.5;
/** Late power that is left when the prediction has been taken away, as a part of what the decay says. */
const LEFT = 0.6;
/** The lowest gain of the second step: −15 dB. */
const LOWEST = 0.18;

/**
 * Takes a room away: what can be predicted from before, then, by gains, what decays as the room does
 * (Lebart et al. 2001). One gain for all channels.
 * @param strength 0 to 1
 * @param room asked for each frame: it may become better known
 */
export function createRoomRemover(
  strength: number,
  { sampleRate, channels }: Format,
  room: () => Room,
): Processor {
  const { size, hop, bins } = roomFrames(sampleRate);
  const predicted = predictedBins(sampleRate);
  const kernel = createRoomKernel({
    channels,
    bins: predicted,
    taps: ROOM_TAPS,
    delay: ROOM_DELAY,
    learns: false,
  });
  const predictions = kernel.late;
  const part = 1 / channels;
  const bands = bandsOf(sampleRate, size);
  const past = Array.from({ length: LATE_FRAMES }, () => new Float64Array(bins));
  const left = new Float64Array(bins);
  const gains = new Float64Array(bins);
  const applied = new Float64Array(bins);
  let at = 0;
  return createStft({
    channels,
    size,
    hop,
    change: (spectra) => {
      const { filters, decays } = room();
      const late = past[at]!;
      const before = past[(at + LATE_FRAMES - 1) % LATE_FRAMES]!;
      left.fill(0);
      if (filters.length > 0) kernel.filters.set(filters);
      for (let c = 0; c < channels; c++) {
        const [re, im] = [spectra.re[c]!, spectra.im[c]!];
        kernel.add(c, re, im);
        kernel.predict(c);
        for (let bin = 0; bin < predicted; bin++) {
          const place = placeOf(bin);
          re[bin] = re[bin]! - strength * predictions[place]!;
          im[bin] = im[bin]! - strength * predictions[place + LANES]!;
        }
        for (let bin = 0; bin < bins; bin++) {
          const x = re[bin]!;
          const y = im[bin]!;
          left[bin] = left[bin]! + part * (x * x + y * y);
        }
      }
      // What is late now is not wanted again.
      const now = late;
      for (let bin = 0; bin < bins; bin++) {
        const expected = LEFT * (decays[bands[bin]!] ?? 0) * late[bin]!;
        now[bin] = NEWEST * left[bin]! + (1 - NEWEST) * before[bin]!;
        const wanted = Math.max(LOWEST, 1 - expected / (now[bin]! + 1e-12));
        gains[bin] = 0.4 * gains[bin]! + 0.6 * wanted;
        applied[bin] = 1 - strength + strength * gains[bin]!;
      }
      for (const values of [...spectra.re, ...spectra.im])
        for (let bin = 0; bin < bins; bin++) values[bin] = values[bin]! * applied[bin]!;
      at = (at + 1) % LATE_FRAMES;
    },
  });
}

/** Frames after which the measured room is asked for again. */
const STEP = 8192;

/** Takes a room away that it gets to know on the way, without a pass of its own. */
export function createLearningRoomRemover(strength: number, format: Format): Processor {
  const meter = createRoomMeter(format);
  const queue = createSampleQueue(format.channels);
  let room = meter.latest();
  const remover = createRoomRemover(strength, format, () => room);
  const step = (frames: number) => {
    const block = queue.take(frames);
    meter.push(block);
    room = meter.latest();
    return remover.process(block);
  };
  return {
    process(block) {
      if (framesOf(block) > 0) queue.push(block);
      // Steps of one length, or the output would depend on how the input is cut.
      const parts = [];
      while (queue.frames >= STEP) parts.push(step(STEP));
      return parts.length > 0 ? joinBlocks(parts, format.channels) : null;
    },
    finish: () =>
      joinBlocks(
        [queue.frames > 0 ? step(queue.frames) : createBlock(format.channels, 0), remover.finish()],
        format.channels,
      ),
  };
}
