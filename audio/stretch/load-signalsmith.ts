// oxlint-disable-next-line typescript/triple-slash-reference -- a site's own program includes no types of this folder
/// <reference path="./signalsmith.d.ts" />
/** Signalsmith Stretch (MIT) as a program with a memory of its own. Lengths and latencies in samples. */
export interface StretchProgram {
  readonly HEAP8: { readonly buffer: ArrayBuffer };
  _presetDefault(channels: number, sampleRate: number): void;
  /** Makes room for blocks. @returns address of the first channel's input; outputs come behind all inputs */
  _setBuffers(channels: number, length: number): number;
  _inputLatency(): number;
  _outputLatency(): number;
  _reset(): void;
  /** @param tonalityLimit share of the rate above which pitches keep their distance; 0: everywhere alike */
  _setTransposeSemitones(semitones: number, tonalityLimit: number): void;
  /** Hears what comes before, and forgets what was heard. @param rate input for each output */
  _seek(inputs: number, rate: number): void;
  _process(inputs: number, outputs: number): void;
}

/** What its module finds around it in an audio worklet. */
/** The package registers its processor once in a realm, however often this module is evaluated there. */
const REGISTERED = Symbol.for("signalsmith-stretch.processor");
/** So its ports know who listens wherever this module was evaluated last. */
const LISTENER = Symbol.for("signalsmith-stretch.listener");

interface WorkletScope {
  AudioWorkletProcessor?: unknown;
  registerProcessor?: (name: string, processor: ProcessorClass) => void;
  sampleRate?: number;
  [REGISTERED]?: ProcessorClass;
  /** Told by the processor of a port that is being made: that its program is there. */
  [LISTENER]?: () => void;
}
type ProcessorClass = new (options: object) => { readonly wasmModule: StretchProgram };

const scope = globalThis as WorkletScope & typeof globalThis;
let loading: Promise<ProcessorClass> | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * The package gives its program to worklets alone, and blocks are stretched in workers here: so its module
 * is loaded with just those names of a worklet's scope that it looks for, which are taken away again.
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
  // It configures itself for this rate first, and then for that of the sound.
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

/** Loads it where that has not been done, and makes a program. */
export function loadSignalsmith(): Promise<StretchProgram> {
  const made = last.then(makeProgram);
  last = made.catch(() => {});
  return made;
}
