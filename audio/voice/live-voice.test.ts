import { describe, expect, it } from "vitest";
import voice from "../effects/voice.ts";
import { joinBlocks } from "../signal/blocks.ts";
import { createLiveVoice } from "./live-voice.ts";
import { PRESET_NAMES } from "./presets.ts";
import type { VoiceValues } from "./voice-values.ts";

const RATE = 48_000;
const QUANTUM = 128;

/** A 140 Hz buzz with two formants and varying level. */
const speech = Float32Array.from({ length: RATE / 2 }, (_, i) => {
  const time = i / RATE;
  let sum = 0;
  for (let n = 1; n < 30; n++) {
    const hertz = 140 * n;
    const level = 1 / (1 + ((hertz - 650) / 200) ** 2) + 0.5 / (1 + ((hertz - 1600) / 300) ** 2);
    sum += level * Math.sin(2 * Math.PI * hertz * time);
  }
  return 0.1 * sum * Math.sin(Math.PI * 3 * time) ** 2;
});

function runLive(values: VoiceValues): { readonly out: Float32Array; readonly latency: number } {
  const live = createLiveVoice(values, RATE);
  const out = new Float32Array(speech.length);
  for (let at = 0; at < speech.length; at += QUANTUM)
    live.process(speech.subarray(at, at + QUANTUM), out.subarray(at, at + QUANTUM));
  return { out, latency: live.latency };
}

function runFile(values: VoiceValues): Float32Array {
  const processor = voice.create(
    values,
    { sampleRate: RATE, channels: 1 },
    { analysis: null, prepared: null },
  );
  // The output is valid until the next call.
  const first = joinBlocks([processor.process([speech])], 1);
  return joinBlocks([first, processor.finish()], 1)[0]!;
}

describe("the live voice", () => {
  it.each([
    { preset: "deep", pitch: 0, formant: 0 },
    { preset: "chipmunk", pitch: 2, formant: 0 },
    { preset: "robot", pitch: 0, formant: 0 },
    { preset: "ghost", pitch: 0, formant: 0 },
    { preset: "megaphone", pitch: 0, formant: 0 },
    { preset: "none", pitch: -12, formant: -8 },
    { preset: "none", pitch: 0, formant: 3 },
  ] as const)("TLS-1 is what the file becomes, later by its latency: %o", (values) => {
    const { out, latency } = runLive(values);
    const file = runFile(values);
    let error = 0;
    let power = 0;
    for (let i = latency; i < out.length; i++) {
      error += (out[i]! - file[i - latency]!) ** 2;
      power += file[i - latency]! ** 2;
    }
    expect(power).toBeGreaterThan(1);
    expect(10 * Math.log10(error / power)).toBeLessThan(-30);
  });

  it("TLS-1 is late by less than a twelfth of a second", () => {
    for (const preset of PRESET_NAMES)
      expect(createLiveVoice({ preset, pitch: 0, formant: 0 }, RATE).latency).toBeLessThan(
        RATE / 12,
      );
  });

  it("TLS-1 keeps running with its initial buffers", () => {
    const live = createLiveVoice({ preset: "deep", pitch: 0.37, formant: 0 }, 8000);
    const input = new Float32Array(QUANTUM);
    const output = new Float32Array(QUANTUM);
    let last = 0;
    for (let at = 0; at < 8000 * 20; at += QUANTUM) {
      for (let i = 0; i < QUANTUM; i++) input[i] = 0.3 * Math.sin((at + i) * 0.15);
      live.process(input, output);
      last = Math.max(...output);
    }
    expect(last).toBeGreaterThan(0.1);
    expect(last).toBeLessThan(0.6);
  });
});
