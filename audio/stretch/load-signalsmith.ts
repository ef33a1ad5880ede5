// oxlint-disable-next-line typescript/triple-slash-reference -- a site's own program includes no types of this folder
/// <reference path="./signalsmith.d.ts" />
/** Signalsmith Stretch (MIT) with its own memory. Lengths and latencies in samples. */
export interface StretchProgram {
  readonly HEAP8: { readonly buffer: ArrayBuffer };
  _presetDefault(channels: number, sampleRate: number): void;
  /** Allocates buffers. @returns address of the first channel's input; outputs follow all inputs */
  _setBuffers(channels: number, length: number): number;
  _inputLatency(): number;
  _outputLatency(): number;
  _reset(): void;
  /**
   * @param tonalityLimit fraction of the sample rate above which frequencies are shifted rather
   *   than scaled; 0 for none
   */
  _setTransposeSemitones(semitones: number, tonalityLimit: number): void;
  /** Resets the state and feeds preceding input. @param rate input samples per output sample */
  _seek(inputs: number, rate: number): void;
  _process(inputs: number, outputs: number): void;
}

/** What its module finds around it in an audio worklet. */
/** The package registers its processor once per realm, even if this module is evaluated again. */
const REGISTERED = Symbol.for("signalsmith-stretch.processor");
/** Lets the ports find the current listener, wherever this module was evaluated last. */
const LISTENER = Symbol.for("signalsmith-stretch.listener");

interface WorkletScope {
  AudioWorkletProcessor?: unknown;
  registerProcessor?: (name: string, processor: ProcessorClass) => void;
  sampleRate?: number;
  [REGISTERED]?: ProcessorClass;
  /** Called when the program of a newly created port is ready. */
  [LISTENER]?: () => void;
}
type ProcessorClass = new (options: object) => { readonly wasmModule: StretchProgram };

const scope = globalThis as WorkletScope & typeof globalThis;
let loading: Promise<ProcessorClass> | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * The package exposes its program only to audio worklets, but blocks are processed in workers here.
 * So the module is loaded with the worklet globals that it needs, which are removed afterwards.
 */
async function loadProcessor(): Promise<ProcessorClass> {
  scope.AudioWorkletProcessor = class {
    readonly port = { postMessage: () => scope[LISTENER]?.() };
  };
  scope.registerProcessor = (_name, processor) => (scope[REGISTERED] = processor);
  try {
    await import("signalsmith-stretch");
  } finally {
    delete scope.AudioWorkletProcessor;
    delete scope.registerProcessor;
  }
  const found = scope[REGISTERED];
  if (!found) throw new Error("signalsmith-stretch registers no processor any more");
  return found;
}

async function makeProgram(): Promise<StretchProgram> {
  const Processor = await (loading ??= loadProcessor());
  // It is first configured for this sample rate, then for that of the sound.
  scope.sampleRate = 48_000;
  try {
    const made = await new Promise<{ readonly wasmModule: StretchProgram }>((resolve) => {
      const one = new Processor({ numberOfOutputs: 1, outputChannelCount: [2] });
      scope[LISTENER] = () => resolve(one);
    });
    return made.wasmModule;
  } finally {
    delete scope.sampleRate;
  }
}

/** Loads the module once, and creates a program. */
export function loadSignalsmith(): Promise<StretchProgram> {
  const made = last.then(makeProgram);
  last = made.catch(() => {});
  return made;
}
