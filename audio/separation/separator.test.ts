import { describe, expect, it } from "vitest";
import type { Block } from "../effect.ts";
import type { SpeechNets } from "../restoration/speech-nets.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { SEPARATION_PRESETS, type SeparationPreset } from "./presets.ts";
import { createResources } from "#cli/audio/effects/resources.ts";
import { createSeparator, loadNets } from "./separator.ts";

const PRESETS = Object.keys(SEPARATION_PRESETS) as SeparationPreset[];

/** Swelling tones and noise bursts at different stereo positions. */
function makeSound(seconds: number, sampleRate: number, channels: number): Float32Array[] {
  let state = 1;
  const noise = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5;
  const block = createBlock(channels, Math.round(seconds * sampleRate));
  for (let i = 0; i < framesOf(block); i++) {
    const time = i / sampleRate;
    const tone = 0.2 * Math.sin(2 * Math.PI * 220 * time) + 0.3 * Math.sin(2 * Math.PI * 55 * time);
    const stroke = noise() * Math.exp(-((time * 2) % 1) * 20);
    for (const [c, samples] of block.entries())
      samples[i] = tone + stroke / (c + 1) + (c % 2) * 0.2 * Math.sin(2 * Math.PI * 700 * time);
  }
  return block;
}

/** Complete stems. @param cut block lengths, repeated cyclically */
function separate(
  preset: SeparationPreset,
  sound: Block,
  sampleRate: number,
  cut = [16_384],
  nets: SpeechNets | null = null,
) {
  const separator = createSeparator({ preset }, { sampleRate, channels: sound.length }, nets);
  const parts: (readonly Block[] | null)[] = [];
  const keep = (stems: readonly Block[] | null) =>
    parts.push(stems && stems.map((stem) => copyFrames(stem, 0)));
  const borrowed = createBlock(sound.length, Math.max(...cut));
  for (let at = 0, i = 0; at < framesOf(sound); i++) {
    const length = Math.min(cut[i % cut.length]!, framesOf(sound) - at);
    // The same memory for each block, overwritten after the call to detect retained references.
    const block = borrowed.map((samples, c) => {
      samples.set(sound[c]!.subarray(at, at + length));
      return samples.subarray(0, length);
    });
    keep(separator.push(block));
    for (const samples of borrowed) samples.fill(NaN);
    at += length;
  }
  keep(separator.flush());
  const stems = separator.stems.map((_, stem) =>
    joinBlocks(
      parts.map((part) => part && part[stem]!),
      sound.length,
    ),
  );
  return stems;
}

/** Largest difference between the sum of the stems and the sound. */
function differenceOf(stems: readonly Block[], sound: Block): number {
  let maximum = 0;
  for (const [c, samples] of sound.entries())
    for (let i = 0; i < samples.length; i++)
      maximum = Math.max(
        maximum,
        Math.abs(stems.reduce((sum, stem) => sum + stem[c]![i]!, 0) - samples[i]!),
      );
  return maximum;
}

describe("separation", () => {
  it.each(PRESETS)("TLS-1 the stems of %s add up to the sound, and are as long", (preset) => {
    const sound = makeSound(1.7, 44_100, 2);
    const stems = separate(preset, sound, 44_100);
    expect(stems.map((stem) => stem.map(({ length }) => length))).toEqual(
      SEPARATION_PRESETS[preset].map(() => sound.map(({ length }) => length)),
    );
    expect(differenceOf(stems, sound)).toBeLessThan(1e-6);
  });

  it("TLS-1 gives the same stems whatever the blocks", () => {
    const sound = makeSound(1.3, 44_100, 2);
    const stems = separate("stems", sound, 44_100);
    expect(separate("stems", sound, 44_100, [1, 977, 4096, 3])).toEqual(stems);
    expect(separate("stems", sound, 44_100, [60_000])).toEqual(stems);
  });

  it.each([8000, 22_050, 48_000, 96_000])(
    "TLS-1 adds up at %i Hz, of 1, 2 and 6 channels",
    (sampleRate) => {
      for (const channels of [1, 2, 6]) {
        const sound = makeSound(0.6, sampleRate, channels);
        expect(differenceOf(separate("stems", sound, sampleRate), sound)).toBeLessThan(1e-6);
      }
    },
  );

  it("TLS-1 gives silence of silence, and nothing of nothing", () => {
    const silence = createBlock(2, 20_000);
    expect(separate("stems", silence, 44_100)).toEqual([silence, silence, silence, silence]);
    const nothing = createBlock(2, 0);
    expect(separate("stems", nothing, 44_100)).toEqual([nothing, nothing, nothing, nothing]);
  });

  it.each([0.01, 0.1, 4])("TLS-1 takes a sound of %d s apart", (seconds) => {
    const sound = makeSound(seconds, 44_100, 2);
    const stems = separate("stems", sound, 44_100);
    expect(framesOf(stems[0]!)).toBe(framesOf(sound));
    expect(differenceOf(stems, sound)).toBeLessThan(1e-6);
  });

  it("TLS-1 is a second behind at most, however long the sound", () => {
    const sampleRate = 8000;
    const [second] = makeSound(1, sampleRate, 1) as [Float32Array];
    const separator = createSeparator({ preset: "vocals" }, { sampleRate, channels: 1 });
    let [given, behind] = [0, 0];
    for (let taken = sampleRate; taken <= 12 * sampleRate; taken += sampleRate) {
      const stems = separator.push([second]);
      given += stems ? framesOf(stems[0]!) : 0;
      behind = Math.max(behind, taken - given);
    }
    expect(behind).toBeLessThanOrEqual(sampleRate);
    expect(given + framesOf(separator.flush()![0]!)).toBe(12 * sampleRate);
  });

  it("TLS-1 speech by the denoiser's nets and music add up to the sound, however it is cut", async () => {
    const nets = await loadNets("speech", createResources(process.cwd()));
    expect(await loadNets("vocals", createResources(process.cwd()))).toBeNull();
    const sound = makeSound(2.3, 44_100, 2);
    const stems = separate("speech", sound, 44_100, [16_384], nets);
    expect(stems.map((stem) => stem.map(({ length }) => length))).toEqual(
      SEPARATION_PRESETS.speech.map(() => sound.map(({ length }) => length)),
    );
    expect(differenceOf(stems, sound)).toBeLessThan(1e-6);
    expect(separate("speech", sound, 44_100, [1, 977, 4096], nets)).toEqual(stems);
    // Tones and noise bursts are not speech.
    const energyOf = (stem: Block) => stem[0]!.reduce((sum, x) => sum + x * x, 0);
    expect(energyOf(stems[0]!)).toBeLessThan(0.2 * energyOf(sound));
  });
});
