import { createLiveScape } from "#audio/soundscape/live-scape.ts";
import type { Scape } from "#audio/soundscape/scape.ts";
import { type ToScape, PROCESSOR } from "./live-protocol.ts";

// Globals of `AudioWorkletGlobalScope`.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { readonly processorOptions: Scape }) => AudioWorkletProcessor,
): void;

/** Plays a soundscape whose settings change during playback. */
class LiveScapeProcessor extends AudioWorkletProcessor {
  readonly #live;
  #ended = false;

  constructor({ processorOptions }: { readonly processorOptions: Scape }) {
    super();
    this.#live = createLiveScape(processorOptions, sampleRate);
    this.port.onmessage = ({ data }: MessageEvent<ToScape>) => {
      if (data.kind === "end") this.#ended = true;
      else this.#live.change(data.scape);
    };
  }
  process(
    _inputs: readonly (readonly Float32Array[])[],
    outputs: readonly (readonly Float32Array[])[],
  ): boolean {
    this.#live.read(outputs[0]!);
    return !this.#ended;
  }
}
registerProcessor(PROCESSOR, LiveScapeProcessor);
