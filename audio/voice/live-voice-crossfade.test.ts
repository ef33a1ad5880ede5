import { expect, it } from "vitest";
import { createLiveVoiceCrossfade } from "./live-voice-crossfade.ts";
import { createLiveVoice } from "./live-voice.ts";
import type { VoiceValues } from "./voice-values.ts";

const RATE = 48_000;
const QUANTUM = 128;
/** 20 ms, in frames. */
const FADE = 960;
const BEFORE: VoiceValues = { preset: "none", pitch: 0, formant: 0 };
const buzz = Float32Array.from({ length: 64 * QUANTUM }, (_, i) => 0.5 * Math.sin(i / 9));

/** Processes the buzz in the calls of Web Audio. */
function run(process: (input: Float32Array, output: Float32Array) => void): Float32Array {
  const out = new Float32Array(buzz.length);
  for (let at = 0; at < buzz.length; at += QUANTUM)
    process(buzz.subarray(at, at + QUANTUM), out.subarray(at, at + QUANTUM));
  return out;
}

it.each<VoiceValues>([
  { preset: "megaphone", pitch: 0, formant: 0 },
  { preset: "none", pitch: -12, formant: 0 },
])("TLS-1 a live voice changes within 20 ms, in a line, once it is heard: %o", (values) => {
  const crossfade = createLiveVoiceCrossfade(BEFORE, { sampleRate: RATE, quantum: QUANTUM });
  crossfade.change(values);
  const next = createLiveVoice(values, RATE);
  const { latency } = next;
  expect([crossfade.changing(), crossfade.latency()]).toEqual([true, latency]);
  const out = run(crossfade.process);
  expect([crossfade.changing(), crossfade.latency()]).toEqual([false, latency]);
  const changed = run(next.process);
  expect(latency + FADE).toBeLessThan(buzz.length);
  for (const [i, sample] of out.entries()) {
    const share = Math.min(1, Math.max(0, (i - latency) / FADE));
    expect(sample).toBeCloseTo((1 - share) * buzz[i]! + share * changed[i]!, 5);
  }
});
