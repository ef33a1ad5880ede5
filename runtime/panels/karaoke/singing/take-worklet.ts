import type { VoicePitch } from "#audio/music/singing/pitch-path.ts";
import { createSungPitchMeter, PITCH_STEP } from "#audio/music/singing/sung-pitch.ts";
import { PROCESSOR, type PitchMessage } from "./take-protocol.ts";

// Globals of `AudioWorkletGlobalScope`.
declare const sampleRate: number;
declare const currentTime: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Frames of a Web Audio render quantum. */
const QUANTUM = 128;

/** Tracks the pitch of the microphone, and outputs silence. */
class SungPitchProcessor extends AudioWorkletProcessor {
  readonly #meter = createSungPitchMeter(sampleRate, (pitch) => this.#found.push(pitch));
  readonly #silence = new Float32Array(QUANTUM);
  #found: VoicePitch[] = [];
  #count = 0;
  #start: number | null = null;
  #ended = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#ended = true;
    };
  }
  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    this.#start ??= currentTime;
    // An unplugged microphone delivers no channel.
    this.#meter.push(inputs[0]![0] ?? this.#silence);
    if (this.#found.length > 0) {
      const message: PitchMessage = {
        from: this.#start + this.#count * PITCH_STEP,
        pitches: this.#found,
      };
      this.port.postMessage(message);
      this.#count += this.#found.length;
      this.#found = [];
    }
    return !this.#ended;
  }
}
registerProcessor(PROCESSOR, SungPitchProcessor);
