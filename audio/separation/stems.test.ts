import { describe, expect, it } from "vitest";
import type { Block } from "../effect.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { createSeparator } from "./separator.ts";

const RATE = 44_100;
const SECONDS = 5;

/** Minimum improvement of each stem over the mix in dB: about 2 less than measured. */
const FLOORS = { vocals: 7.5, drums: 10, bass: 4.5, other: 9.5 };

/** A part of a song: one sample per channel at a time in seconds. */
type Play = (time: number) => readonly [number, number];

function createNoise(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 1_073_741_824 - 1;
}

const saw = (phase: number, harmonics: number): number => {
  let sum = 0;
  for (let h = 1; h <= harmonics; h++) sum += Math.sin(2 * Math.PI * h * phase) / h;
  return sum;
};
const noteOf = (notes: readonly number[], time: number, length: number): number =>
  440 * 2 ** ((notes[Math.floor(time / length) % notes.length]! - 69) / 12);

/** Four parts as different as those of songs, each with its own synthesis. */
function makeParts(): Record<"vocals" | "drums" | "bass" | "other", Play> {
  const noise = createNoise(7);
  let sung = 0;
  return {
    drums(time) {
      const beat = (time * 2) % 1;
      const kick = Math.sin(60 * (1 - Math.exp(-beat * 18))) * Math.exp(-beat * 9);
      const hat = noise() * Math.exp(-((time * 4) % 1) * 28);
      const snare = Math.floor(time * 2) % 2 === 1 ? noise() * Math.exp(-beat * 16) : 0;
      return [0.5 * kick + 0.12 * hat + 0.4 * snare, 0.5 * kick + 0.2 * hat + 0.4 * snare];
    },
    bass(time) {
      const x = 0.25 * saw(noteOf([33, 33, 36, 31], time, 1) * time, 5);
      return [x, x];
    },
    other(time) {
      const chord = [0, 4, 7].map((step) =>
        saw(noteOf([57 + step, 60 + step], time, 2) * time, 12),
      );
      return [0.12 * chord[0]! + 0.03 * chord[1]!, 0.02 * chord[0]! + 0.13 * chord[2]!];
    },
    vocals(time) {
      if (time % 4 > 3) return [0, 0];
      const vibrato = 1 + 0.02 * Math.sin(2 * Math.PI * 5.5 * time);
      sung += (noteOf([64, 67, 69, 62, 65], time, 0.55) * vibrato) / RATE;
      const x = 0.22 * saw(sung, 16) * (0.7 + 0.3 * Math.sin(2 * Math.PI * 3 * time));
      return [x, x];
    },
  };
}

function play(part: Play): Float32Array[] {
  const [left, right] = createBlock(2, SECONDS * RATE) as [Float32Array, Float32Array];
  for (let i = 0; i < left.length; i++) [left[i], right[i]] = part(i / RATE) as [number, number];
  return [left, right];
}

/** Le Roux 2019, on both channels together. */
function siSdr(estimate: Block, stem: Block): number {
  let [product, energy, all] = [0, 0, 0];
  for (const [c, samples] of stem.entries())
    for (const [i, x] of samples.entries()) {
      product += x * estimate[c]![i]!;
      energy += x * x;
      all += estimate[c]![i]! ** 2;
    }
  const target = product ** 2 / energy;
  return 10 * Math.log10(target / (all - target));
}

describe("separation", () => {
  it("TLS-1 brings each stem out of the mix", () => {
    const parts = Object.entries(makeParts()).map(([name, part]) => [name, play(part)] as const);
    const mix = createBlock(2, SECONDS * RATE);
    for (const [, part] of parts)
      for (const [c, samples] of part.entries())
        for (const [i, x] of samples.entries()) mix[c]![i] = mix[c]![i]! + x;
    const separator = createSeparator({ preset: "stems" }, { sampleRate: RATE, channels: 2 });
    const blocks: (readonly Block[] | null)[] = [];
    for (let at = 0; at < framesOf(mix); at += 16_384) {
      const stems = separator.push(mix.map((samples) => samples.subarray(at, at + 16_384)));
      blocks.push(stems && stems.map((stem) => copyFrames(stem, 0)));
    }
    blocks.push(separator.flush());
    const gains = Object.fromEntries(
      parts.map(([name, part]) => {
        const at = separator.stems.indexOf(name as "vocals");
        const stem = joinBlocks(
          blocks.map((block) => block && block[at]!),
          2,
        );
        return [name, siSdr(stem, part) - siSdr(mix, part)];
      }),
    );
    expect(Object.entries(FLOORS).filter(([name, floor]) => !(gains[name]! > floor))).toEqual([]);
  });
});
