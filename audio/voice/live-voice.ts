import { createColor } from "./color-voice.ts";
import { PRESETS } from "./presets.ts";
import { createPaceReader } from "./read-at-pace.ts";
import { type Shift, createFrameShift } from "./shift-frames.ts";
import { type VoiceValues, shiftOf } from "./voice-values.ts";

/** A voice of one channel that is changed as it comes. Its `process` allocates nothing. */
export interface LiveVoice {
  /** Frames by which what comes out is later than what went in. */
  readonly latency: number;
  /** Takes and gives as many samples as both have. */
  process(input: Float32Array, output: Float32Array): void;
}

/** Most samples that come at once: a quantum of Web Audio, which may become larger. */
const MOST_AT_ONCE = 2048;

/** The voice effect for a microphone: the same work as on files, in step with the clock. */
export function createLiveVoice(values: VoiceValues, sampleRate: number): LiveVoice {
  const shift = shiftOf(values);
  const color = createColor(PRESETS[values.preset], { sampleRate, channels: 1 });
  const shifted = shift && createLiveShift(shift, sampleRate);
  let start = 0;
  return {
    latency: shifted?.latency ?? 0,
    process(input, output) {
      if (shifted) shifted.process(input, output);
      else output.set(input);
      color?.run(output, 0, start);
      start += input.length;
    },
  };
}

function createLiveShift(shift: Shift, sampleRate: number): LiveVoice {
  const { pitch } = shift;
  const frames = createFrameShift(shift, { sampleRate, channels: 1 });
  const { size, hop, middleOf } = frames;
  const reader = createPaceReader(pitch);
  const { half } = reader;
  // A frame wants half its size more than has sounded; what it gives lies half its size earlier.
  const latency = Math.ceil(size / 2 + (size / 2 + half) / pitch) + 2;
  /** What came in, from frame `inOrigin` on; zeros lie before the beginning. */
  const held = [new Float32Array(8 * size + MOST_AT_ONCE)] as const;
  let inOrigin = -size / 2;
  let inFilled = size / 2;
  /** The longer voice, from its frame `outOrigin` on. */
  const longer = [new Float32Array(16 * size + 4 * MOST_AT_ONCE)] as const;
  let outOrigin = -size / 2 - half;
  let outFilled = half;
  let index = 0;
  /** Frames that were given. */
  let given = -latency;

  const take = (input: Float32Array): void => {
    if (inFilled + input.length > held[0].length) {
      const unused = middleOf(index) - size / 2 - inOrigin;
      held[0].copyWithin(0, unused, inFilled);
      inOrigin += unused;
      inFilled -= unused;
    }
    held[0].set(input, inFilled);
    inFilled += input.length;
  };
  const makeRoom = (): void => {
    if (outFilled + hop <= longer[0].length) return;
    const unused = Math.max(0, Math.floor(given * pitch) - half - outOrigin);
    longer[0].copyWithin(0, unused, outFilled);
    outOrigin += unused;
    outFilled -= unused;
  };
  return {
    latency,
    process(input, output) {
      take(input);
      while (middleOf(index) + size / 2 <= inOrigin + inFilled) {
        makeRoom();
        frames.step(held, middleOf(index) - size / 2 - inOrigin, longer, outFilled);
        outFilled += hop;
        index++;
      }
      for (let i = 0; i < output.length; i++, given++) {
        if (given < 0) {
          output[i] = 0;
          continue;
        }
        const place = given * pitch;
        const at = Math.floor(place);
        output[i] = reader.read(longer[0], at - outOrigin, place - at);
      }
    },
  };
}
