import { type LiveVoice, createLiveVoice } from "./live-voice.ts";
import type { VoiceValues } from "./voice-values.ts";

/** Crossfade between two voices in seconds. */
const FADE_SECONDS = 0.02;

/**
 * A live voice whose values can change during playback: the new processor is warmed up in parallel
 * and crossfaded. `process` allocates nothing.
 */
export interface LiveVoiceCrossfade {
  /** Latency in frames of the current or the next voice. */
  latency(): number;
  /** Whether a change is in progress; another one is applied after it. */
  changing(): boolean;
  /** Creates the next voice, which is faded in once its latency has passed. */
  change(values: VoiceValues): void;
  process(input: Float32Array, output: Float32Array): void;
}

/** @param quantum samples per call */
export function createLiveVoiceCrossfade(
  values: VoiceValues,
  { sampleRate, quantum }: { readonly sampleRate: number; readonly quantum: number },
): LiveVoiceCrossfade {
  const fade = Math.max(1, Math.round(FADE_SECONDS * sampleRate));
  let current = createLiveVoice(values, sampleRate);
  let next: LiveVoice | null = null;
  let scratch = new Float32Array(quantum);
  /** Frames that the next voice has produced. */
  let emittedFrames = 0;
  return {
    latency: () => (next ?? current).latency,
    changing: () => next !== null,
    change(requestedValues) {
      next = createLiveVoice(requestedValues, sampleRate);
      emittedFrames = 0;
    },
    process(input, output) {
      current.process(input, output);
      if (!next) return;
      if (scratch.length !== input.length) scratch = new Float32Array(input.length);
      next.process(input, scratch);
      // Until then its output is the initial silence.
      const silent = next.latency;
      for (let i = 0; i < output.length; i++, emittedFrames++) {
        const share = Math.min(1, Math.max(0, (emittedFrames - silent) / fade));
        output[i] = output[i]! + share * (scratch[i]! - output[i]!);
      }
      if (emittedFrames < silent + fade) return;
      current = next;
      next = null;
    },
  };
}
