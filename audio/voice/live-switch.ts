import { type LiveVoice, createLiveVoice } from "./live-voice.ts";
import type { VoiceValues } from "./voice-values.ts";

/** Seconds in which one voice goes over into another. */
const FADE_SECONDS = 0.02;

/** A live voice whose values change while it sounds. `process` allocates nothing. */
export interface LiveSwitch {
  /** Frames by which the voice that is heard, or comes, is late. */
  latency(): number;
  /** Whether a change is still on its way; another one is taken after it. */
  changing(): boolean;
  /** Makes another voice, which is heard as soon as it has something to say. */
  change(values: VoiceValues): void;
  process(input: Float32Array, output: Float32Array): void;
}

/** @param quantum samples that come at once */
export function createLiveSwitch(
  values: VoiceValues,
  { sampleRate, quantum }: { readonly sampleRate: number; readonly quantum: number },
): LiveSwitch {
  const fade = Math.max(1, Math.round(FADE_SECONDS * sampleRate));
  let current = createLiveVoice(values, sampleRate);
  let next: LiveVoice | null = null;
  let scratch = new Float32Array(quantum);
  /** Frames of the next voice that have come out. */
  let come = 0;
  return {
    latency: () => (next ?? current).latency,
    changing: () => next !== null,
    change(wanted) {
      next = createLiveVoice(wanted, sampleRate);
      come = 0;
    },
    process(input, output) {
      current.process(input, output);
      if (!next) return;
      if (scratch.length !== input.length) scratch = new Float32Array(input.length);
      next.process(input, scratch);
      // Until then it gives the silence that it began with.
      const silent = next.latency;
      for (let i = 0; i < output.length; i++, come++) {
        const share = Math.min(1, Math.max(0, (come - silent) / fade));
        output[i] = output[i]! + share * (scratch[i]! - output[i]!);
      }
      if (come < silent + fade) return;
      current = next;
      next = null;
    },
  };
}
