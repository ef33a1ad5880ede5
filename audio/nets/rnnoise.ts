import { quicken } from "./rnnoise-kernel.ts";

/** Samples of 48 kHz that go in and come out at once. */
export const RNNOISE_HOP = 480;
/** Samples by which its output is late. */
export const RNNOISE_DELAY = 960;

/** RNNoise's module, ready for any number of nets. */
export interface Rnnoise {
  readonly memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  /** @param model 0: the one that it brings */
  rnnoise_create(model: number): number;
  rnnoise_destroy(state: number): void;
  /** Samples of 16 bits as floats; gives how likely speech is. */
  rnnoise_process_frame(state: number, out: number, input: number): number;
  malloc(bytes: number): number;
  free(place: number): void;
}

const FULL_SCALE = 32_768;
const PAGE_BYTES = 65_536;

const refuse = (): never => {
  throw new Error("RNNoise was not given what it expects.");
};

/** @param bytes `rnnoise.wasm`, as scripts/rnnoise-module.mjs writes it */
export const loadRnnoise = (bytes: ArrayBuffer): Rnnoise =>
  instantiateRnnoise(quicken(new Uint8Array(bytes)));

/** The module with what it wants of its surroundings. */
export function instantiateRnnoise(bytes: Uint8Array): Rnnoise {
  const module = new WebAssembly.Module(bytes);
  const grow = (wanted: number) => {
    const { memory } = rnnoise;
    return memory.grow(Math.ceil((wanted - memory.buffer.byteLength) / PAGE_BYTES)) >= 0;
  };
  const { exports } = new WebAssembly.Instance(module, {
    env: { __assert_fail: refuse, emscripten_resize_heap: grow },
    wasi_snapshot_preview1: { fd_write: refuse },
  });
  const rnnoise = exports as unknown as Rnnoise;
  rnnoise.__wasm_call_ctors();
  return rnnoise;
}

/** Gives a function that takes the next `RNNOISE_HOP` samples of 48 kHz and writes as many. */
export function createRnnoise(rnnoise: Rnnoise) {
  const state = rnnoise.rnnoise_create(0);
  const place = rnnoise.malloc(4 * RNNOISE_HOP);
  let frame = new Float32Array(0);
  return {
    run(input: Float32Array, output: Float32Array): number {
      // A memory that grows takes its views away.
      if (frame.length === 0) frame = new Float32Array(rnnoise.memory.buffer, place, RNNOISE_HOP);
      for (let i = 0; i < RNNOISE_HOP; i++) frame[i] = input[i]! * FULL_SCALE;
      const speech = rnnoise.rnnoise_process_frame(state, place, place);
      for (let i = 0; i < RNNOISE_HOP; i++) output[i] = frame[i]! / FULL_SCALE;
      return speech;
    },
    close() {
      rnnoise.rnnoise_destroy(state);
      rnnoise.free(place);
    },
  };
}
