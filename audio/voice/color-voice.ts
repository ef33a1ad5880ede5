import type { Format, Processor } from "../effect.ts";
import { createFilter, designBiquad } from "../signal/biquad.ts";
import type { Preset } from "./presets.ts";

type Change = (samples: Float32Array, channel: number, start: number) => void;

function createBand(
  [low, high]: readonly [number, number],
  { sampleRate, channels }: Format,
): Change {
  const stages = [
    designBiquad("highpass", { frequency: low }, sampleRate),
    designBiquad("highpass", { frequency: low }, sampleRate),
    designBiquad("lowpass", { frequency: high }, sampleRate),
    designBiquad("lowpass", { frequency: high }, sampleRate),
  ];
  const filters = Array.from({ length: channels }, () => createFilter(stages));
  return (samples, channel) => filters[channel]!.run(samples);
}

/** Soft distortion, level-compensated for typical speech. */
const createDrive =
  (drive: number): Change =>
  (samples) => {
    for (let i = 0; i < samples.length; i++)
      samples[i] = Math.tanh(3 * drive * samples[i]!) / (1 + 2 * drive);
  };

const createRing =
  (frequency: number, sampleRate: number): Change =>
  (samples, _, start) => {
    for (let i = 0; i < samples.length; i++) {
      // Removes whole cycles first, to keep precision in long recordings.
      const turns = ((start + i) * frequency) / sampleRate;
      samples[i] = samples[i]! * (0.35 + Math.sin(2 * Math.PI * (turns - Math.floor(turns))));
    }
  };

function createEcho(delay: number, gain: number, { sampleRate, channels }: Format): Change {
  const length = Math.max(1, Math.round(delay * sampleRate));
  const lines = Array.from({ length: channels }, () => new Float32Array(length));
  return (samples, channel, start) => {
    const line = lines[channel]!;
    for (let i = 0; i < samples.length; i++) {
      const at = (start + i) % length;
      samples[i] = samples[i]! + gain * line[at]!;
      line[at] = samples[i]!;
    }
  };
}

/** Smaller values of a reverb are 0: denormal numbers are many times slower. */
const MIN_STATE = 1e-20;

/** Delay lines in seconds, without common divisors. */
const LINES = [0.0297, 0.0371, 0.0411, 0.0437, 0.0533, 0.0613, 0.0677, 0.0743] as const;

/** Feedback delay network with a Householder matrix (Jot and Chaigne 1991). */
function createReverb(decay: number, level: number, { sampleRate, channels }: Format): Change {
  const rooms = Array.from({ length: channels }, (_, channel) => {
    const lines = LINES.map((seconds) => {
      // Slightly different lengths per channel widen the reverb.
      const length = Math.round(seconds * (1 + 0.03 * channel) * sampleRate);
      return { line: new Float32Array(length), gain: 10 ** ((-3 * seconds) / decay), dark: 0 };
    });
    return lines;
  });
  return (samples, channel, start) => {
    const lines = rooms[channel]!;
    for (let i = 0; i < samples.length; i++) {
      let sum = 0;
      for (let n = 0; n < lines.length; n++) {
        const one = lines[n]!;
        const value = one.line[(start + i) % one.line.length]!;
        // High frequencies decay faster.
        one.dark += 0.55 * (value - one.dark);
        sum += one.dark;
      }
      const shared = (2 * sum) / lines.length;
      for (let n = 0; n < lines.length; n++) {
        const one = lines[n]!;
        const next = samples[i]! + one.gain * (one.dark - shared);
        one.line[(start + i) % one.line.length] = Math.abs(next) < MIN_STATE ? 0 : next;
      }
      samples[i] = samples[i]! + level * sum * 0.5;
    }
  };
}

/** Processes samples in place; allocates nothing after its creation. */
export interface Color {
  run(samples: Float32Array, channel: number, start: number): void;
}

/**
 * Ring modulation, band-pass, distortion, echo and reverb of a preset, in this order; null for
 * none.
 */
export function createColor(preset: Preset, format: Format): Color | null {
  const { ring, band, drive, echo, room } = preset;
  const changes = [
    ring !== undefined && createRing(ring, format.sampleRate),
    band && createBand(band, format),
    drive !== undefined && createDrive(drive),
    echo && createEcho(echo.delay, echo.gain, format),
    room && createReverb(room.decay, room.level, format),
  ].filter((change) => change !== false && change !== undefined);
  if (changes.length === 0) return null;
  return {
    run(samples, channel, start) {
      for (let n = 0; n < changes.length; n++) changes[n]!(samples, channel, start);
    },
  };
}

/** A `Color` as a processor of blocks. */
export function colorBlocks(color: Color): Processor {
  let start = 0;
  return {
    process(block) {
      const out = block.map((samples, channel) => {
        const copy = samples.slice();
        color.run(copy, channel, start);
        return copy;
      });
      start += block[0]!.length;
      return out;
    },
    finish: () => null,
  };
}
