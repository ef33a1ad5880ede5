import type { Block, Format } from "../../effect.ts";
import { powerToDecibels } from "../../signal/decibel.ts";

/** Fraction of the windows that count as quiet. */
const QUIET = 0.1;
/** Windows per second. */
const WINDOWS = 10;
/** Mean power below which a window is digital silence: −120 dB. */
const SILENT = 1e-12;

/** Measures a sound block by block, in windows of 100 ms. */
export function createNoiseMeter({ sampleRate }: Format) {
  const size = Math.round(sampleRate / WINDOWS);
  const windows: number[] = [];
  let sum = 0;
  let filled = 0;
  let peak = 0;
  const close = (channels: number): void => {
    windows.push(sum / (size * channels));
    sum = 0;
    filled = 0;
  };
  // Variables that closures share are slow to modify in a loop.
  const add = (plane: Float32Array, from: number, to: number): void => {
    let squares = 0;
    let largest = peak;
    for (let at = from; at < to; at++) {
      const value = plane[at]!;
      squares += value * value;
      const height = Math.abs(value);
      if (height > largest) largest = height;
    }
    sum += squares;
    peak = largest;
  };
  return {
    push(block: Block): void {
      const count = block[0]?.length ?? 0;
      for (let from = 0; from < count;) {
        const to = Math.min(count, from + size - filled);
        for (const plane of block) add(plane, from, to);
        filled += to - from;
        if (filled === size) close(block.length);
        from = to;
      }
    },
    /** Largest sample magnitude; 0 is digital silence. */
    peak: (): number => peak,
    /** Mean power of each complete window. */
    windows: (): readonly number[] => windows,
  };
}

/** Indexes of the quietest windows, without those of digital silence. */
function quietOf(windows: readonly number[]): readonly number[] {
  const audible = [...windows.keys()].filter((at) => windows[at]! > SILENT);
  audible.sort((a, b) => windows[a]! - windows[b]!);
  return audible.slice(0, Math.ceil(QUIET * audible.length));
}

/**
 * Level of the quiet parts in dB below full scale; −Infinity if all is silent.
 * @param windows as measured by `createNoiseMeter`
 * @param original windows before processing: if both have the same timing, its quiet parts are
 *   used, so that pauses that have become silent still count
 */
export function noiseOf(windows: readonly number[], original = windows): number {
  const isInStep = original.length === windows.length;
  const quiet = quietOf(isInStep ? original : windows);
  return powerToDecibels(quiet.reduce((sum, at) => sum + windows[at]!, 0) / quiet.length || 0);
}
