import { createColor } from "./color-voice.ts";
import { PRESETS } from "./presets.ts";
import { createResamplingReader } from "./resampling-reader.ts";
import { type Shift, createFrameShift } from "./shift-frames.ts";
import { type VoiceValues, shiftOf } from "./voice-values.ts";

/** A mono voice changer for live input. `process` allocates nothing. */
export interface LiveVoice {
  /** Latency in frames. */
  readonly latency: number;
  /** Processes samples; both arrays have the same length. */
  process(input: Float32Array, output: Float32Array): void;
}

/** Maximum samples per call: the render quantum of Web Audio, which may become larger. */
const MAX_QUANTUM = 2048;

/** The voice effect for a microphone: the same processing as for files, in real time. */
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
  const reader = createResamplingReader(pitch);
  const { half } = reader;
  // A frame needs half its size ahead of the output position; its output starts half its size
  // earlier.
  const latency = Math.ceil(size / 2 + (size / 2 + half) / pitch) + 2;
  /** Input from frame `inOrigin` on; zeros precede the beginning. */
  const held = [new Float32Array(8 * size + MAX_QUANTUM)] as const;
  let inOrigin = -size / 2;
  let inFilled = size / 2;
  /** The time-stretched voice from its frame `outOrigin` on. */
  const stretched = [new Float32Array(16 * size + 4 * MAX_QUANTUM)] as const;
  let outOrigin = -size / 2 - half;
  let outFilled = half;
  let index = 0;
  /** Number of output frames. */
  let emitted = -latency;

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
    if (outFilled + hop <= stretched[0].length) return;
    const unused = Math.max(0, Math.floor(emitted * pitch) - half - outOrigin);
    stretched[0].copyWithin(0, unused, outFilled);
    outOrigin += unused;
    outFilled -= unused;
  };
  return {
    latency,
    process(input, output) {
      take(input);
      while (middleOf(index) + size / 2 <= inOrigin + inFilled) {
        makeRoom();
        frames.step(held, middleOf(index) - size / 2 - inOrigin, stretched, outFilled);
        outFilled += hop;
        index++;
      }
      for (let i = 0; i < output.length; i++, emitted++) {
        if (emitted < 0) {
          output[i] = 0;
          continue;
        }
        const position = emitted * pitch;
        const at = Math.floor(position);
        output[i] = reader.read(stretched[0], at - outOrigin, position - at);
      }
    },
  };
}
