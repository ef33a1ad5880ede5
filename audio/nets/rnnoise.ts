/** Samples of 48 kHz that go in and come out at once. */
export const RNNOISE_HOP = 480;
/** Samples by which its output is late. */
export const RNNOISE_DELAY = 960;

/** What is used of `@shiguredo/rnnoise-wasm`. */
export interface RnnoiseModule {
  readonly Rnnoise: { load(): Promise<Rnnoise> };
}
interface Rnnoise {
  createDenoiseState(): DenoiseState;
}
interface DenoiseState {
  /** Samples of 16 bits as floats, changed in place; gives how likely speech is. */
  processFrame(frame: Float32Array): number;
  destroy(): void;
}

const FULL_SCALE = 32_768;

/** Loads the module's WebAssembly, once for any number of nets. */
export async function loadRnnoise(module: unknown): Promise<Rnnoise> {
  // The module refuses places that it takes for neither page nor worker.
  const place = globalThis as { window?: unknown; WorkerGlobalScope?: unknown };
  const stranger = place.window === undefined && place.WorkerGlobalScope === undefined;
  if (stranger) place.WorkerGlobalScope = Object;
  try {
    return await (module as RnnoiseModule).Rnnoise.load();
  } finally {
    if (stranger) delete place.WorkerGlobalScope;
  }
}

/** Gives a function that takes the next `RNNOISE_HOP` samples of 48 kHz and writes as many. */
export function createRnnoise(rnnoise: Rnnoise) {
  const state = rnnoise.createDenoiseState();
  const frame = new Float32Array(RNNOISE_HOP);
  return {
    run(input: Float32Array, output: Float32Array): number {
      for (let i = 0; i < RNNOISE_HOP; i++) frame[i] = input[i]! * FULL_SCALE;
      const speech = state.processFrame(frame);
      for (let i = 0; i < RNNOISE_HOP; i++) output[i] = frame[i]! / FULL_SCALE;
      return speech;
    },
    close: () => state.destroy(),
  };
}
