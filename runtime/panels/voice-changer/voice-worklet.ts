import { createLiveVoiceCrossfade } from "#audio/voice/live-voice-crossfade.ts";
import type { VoiceValues } from "#audio/voice/voice-values.ts";
import { type FromVoice, type ToVoice, PROCESSOR } from "./live-protocol.ts";

// Globals of `AudioWorkletGlobalScope`.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { readonly processorOptions: VoiceValues }) => AudioWorkletProcessor,
): void;

/** Frames of a Web Audio render quantum. */
const QUANTUM = 128;

/** Changes a voice between microphone and headphones. */
class LiveVoiceProcessor extends AudioWorkletProcessor {
  readonly #voice;
  readonly #silence = new Float32Array(QUANTUM);
  #changing = false;
  #ended = false;

  constructor({ processorOptions }: { readonly processorOptions: VoiceValues }) {
    super();
    this.#voice = createLiveVoiceCrossfade(processorOptions, { sampleRate, quantum: QUANTUM });
    this.port.onmessage = ({ data }: MessageEvent<ToVoice>) => {
      if (data.kind === "end") this.#ended = true;
      else {
        this.#voice.change(data.values);
        this.#changing = true;
      }
    };
    this.#tell();
  }
  #tell(): void {
    const message: FromVoice = { latency: this.#voice.latency() };
    this.port.postMessage(message);
  }
  process(
    inputs: readonly (readonly Float32Array[])[],
    outputs: readonly (readonly Float32Array[])[],
  ): boolean {
    const output = outputs[0]![0];
    // An unplugged microphone delivers no channel.
    if (output) this.#voice.process(inputs[0]![0] ?? this.#silence, output);
    if (this.#changing && !this.#voice.changing()) {
      this.#changing = false;
      this.#tell();
    }
    return !this.#ended;
  }
}
registerProcessor(PROCESSOR, LiveVoiceProcessor);
