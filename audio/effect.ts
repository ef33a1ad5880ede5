import type { Figure } from "#core/models/models.ts";
import type { Parameters, ValuesOf } from "./parameters.ts";

/**
 * Planar samples, one array per channel, all of equal length. Full scale is −1 to 1; larger values
 * are allowed.
 */
export type Block = readonly Float32Array[];

export interface Format {
  /** Hz, 8,000 to 192,000 */
  readonly sampleRate: number;
  /** 1 to 8 */
  readonly channels: number;
}

/** Turns blocks into blocks. It may buffer samples; `finish` returns the rest. */
export interface Processor {
  /** Output format, if it differs from the input format. */
  readonly format?: Format;
  /**
   * Takes a block of any length and returns the output that is ready, which may have another length
   * or be null. The output does not depend on how the input is divided into blocks. The block
   * belongs to the caller: it is neither retained nor modified. The result is valid until the next
   * call and may be (a part of) the input block. Samples are finite: `stream.ts` replaces others by
   * 0.
   */
  process(block: Block): Block | null;
  /** Ends the input. Called once. */
  finish(): Block | null;
}

/** Analyzes the whole input before the processor runs. */
export interface Analyzer<A> {
  push(block: Block): void;
  /** Called at the end of the input: whether `push` needs another pass from the beginning. */
  needsAnotherPass?(): boolean;
  finish(): A;
}

/** Loads model weights by name; each runtime knows where they are stored. */
export interface Resources {
  /** The bytes of the file. */
  bytes(name: string): Promise<ArrayBuffer>;
}

/** A neural network that takes and returns mono samples, several steps at once. */
export interface AsyncNet {
  /** Hz */
  readonly sampleRate: number;
  /** Samples per step. */
  readonly hop: number;
  /** Latency in samples. */
  readonly delay: number;
  /** Whether it covers the full band and runs once per channel. */
  readonly fullBand: boolean;
  /** @param samples a multiple of `hop` */
  run(samples: Float32Array): Promise<Float32Array>;
  /** Creates the same network with fresh state. */
  clone(): AsyncNet;
}

/** A neural network that separates a sound: stereo, of any length, at its own sample rate. */
export interface SeparationNet {
  /** Hz */
  readonly sampleRate: number;
  /**
   * Yields what it extracts and the residual, block by block, with the total length of the input.
   */
  split(blocks: AsyncIterable<Block>): AsyncIterable<readonly [found: Block, rest: Block]>;
}

/** A neural network that can replace the processing of an effect. */
export type EffectNet = AsyncNet | SeparationNet;

/** Analysis results shown to the user; plain values only. */
export interface Findings {
  /**
   * Number of places that the effect changes with these values; 0 means that the output equals the
   * input. Missing if the effect processes everything.
   */
  readonly changes?: number;
  /**
   * Ranges that the effect would change, with its confidence (0 to 1). The user can exclude each of
   * them.
   */
  readonly ranges?: readonly {
    readonly start: number;
    readonly end: number;
    readonly sureness?: number;
    /** dB, where the effect changes the level of the range. */
    readonly gain?: number;
  }[];
  /** Measured figures by name, for example `integratedLufs`. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** Milliseconds of CPU time per second of stereo sound, measured by `bench/progress`. */
export interface PassCosts {
  /** The analysis pass. */
  readonly analysis: number;
  /** The processing pass. */
  readonly work: number;
  /** Whether the cost depends on the findings and cannot be estimated before the analysis. */
  readonly varies?: boolean;
}

/**
 * How a synthetic voice came about. `changed`: a person spoke, and the recording was altered; `generated`: no
 * person spoke.
 */
export type SyntheticVoice = "changed" | "generated";

/** The part of an effect that a network can take over, before the rest of the effect. */
export interface NetStage<P extends Parameters = Parameters, A = unknown, R = unknown> {
  /** Task of the models that fit, as in `models/registry.json`. */
  readonly task: string;
  /** Values with which the effect processes what the network returns; neutral if nothing is left. */
  readonly rest: (values: ValuesOf<P>) => ValuesOf<P>;
  /** Processes all blocks of a pass over the input; the output has the length of the input. */
  readonly process: (
    blocks: AsyncIterable<Block>,
    net: EffectNet,
    context: {
      readonly values: ValuesOf<P>;
      readonly format: Format;
      readonly prepared: R;
      /** Result of the effect's analyzer; null in its own pass and without one. */
      readonly analysis: A | null;
    },
  ) => AsyncIterable<Block>;
}

/**
 * An effect: the default export of `audio/effects/<id>.ts`, used by the browser, the terminal and
 * the tests. That
 * folder contains nothing else.
 *
 * - `length: "same"`: as many frames as the input, with latency compensated, so that input minus
 * output is what was
 * removed.
 * - Neutral values (`neutral`) return the input bit for bit.
 */
export interface Effect<P extends Parameters = Parameters, A = unknown, R = unknown> {
  readonly id: string;
  readonly parameters: P;
  /** `changes`: it cuts, stretches or adds time. */
  readonly length: "same" | "changes";
  /** Provenance tag of its results; missing if voices stay natural. */
  readonly synthetic?: SyntheticVoice;
  /** Values for which it does nothing; null if there are none. */
  readonly neutral: Partial<ValuesOf<P>> | null;
  /**
   * Seconds of context that a segment needs before and after it to be processed in parallel; the
   * output of the context is discarded. Missing if each sample depends on everything before it.
   */
  readonly parallel?: { readonly before: number; readonly after: number };
  /** Costs of its passes, used as weights of the progress; defaults to equal weights. */
  readonly cost?: PassCosts;
  /** Measured quality of an effect that studio models can replace, to compare them by. */
  readonly quality?: readonly Figure[];
  /** Loads resources once for any number of runs. */
  readonly prepare?: (resources: Resources) => Promise<R>;
  /**
   * Creates an analyzer of the whole input; null if these values need none.
   * @param frames approximate length of the input; missing if unknown
   */
  readonly analyze?: (
    values: ValuesOf<P>,
    format: Format,
    prepared: R,
    frames?: number,
  ) => Analyzer<A> | null;
  /**
   * Maximum true peak of the result in dBTP, regardless of the output format; null if not
   * guaranteed.
   */
  readonly ceiling?: (values: ValuesOf<P>) => number | null;
  /** Target loudness of the result in LUFS; null if there is none. */
  readonly loudness?: (values: ValuesOf<P>) => number | null;
  /** Converts the analysis into findings. */
  readonly findings?: (analysis: A, values: ValuesOf<P>) => Findings;
  /** What a network that the user has installed can do. Missing if none can be used. */
  readonly net?: NetStage<P, A, R>;
  /** @param analysis null if `analyze` is missing or returned null */
  readonly create: (
    values: ValuesOf<P>,
    format: Format,
    context: { readonly analysis: A | null; readonly prepared: R },
  ) => Processor;
}

/** Infers the types of an effect's parameters, analysis and resources from its definition. */
export const defineEffect = <const P extends Parameters, A = null, R = null>(
  effect: Effect<P, A, R>,
): Effect<P, A, R> => effect;
