import type { SyntheticVoice } from "./media/tags/provenance.ts";
import type { Parameters, ValuesOf } from "./parameters.ts";

/** Planar samples, an array a channel, all of one length. Full scale is −1 to 1; more is allowed. */
export type Block = readonly Float32Array[];

export interface Format {
  /** Hz, 8,000 to 192,000 */
  readonly sampleRate: number;
  /** 1 to 8 */
  readonly channels: number;
}

/** Turns blocks into blocks. It may hold samples back; all it holds comes out with `finish`. */
export interface Processor {
  /** How its output differs from what it was made for; missing where it does not. */
  readonly format?: Format;
  /**
   * Takes a block of any length and gives what is ready, which may be of another length or nothing.
   * The output does not depend on how the input is cut into blocks. The block is the caller's: it is
   * neither kept nor changed. What it returns is the caller's until the next call, and may be (a part
   * of) the block that came in. Samples are finite: who runs an effect (`stream.ts`) puts 0 in place
   * of others.
   */
  process(block: Block): Block | null;
  /** The input has ended. Called once. */
  finish(): Block | null;
}

/** Listens to the whole input before the effect runs. */
export interface Analyzer<A> {
  push(block: Block): void;
  /** Asked at the end of the input: whether `push` should get it once more, from its beginning. */
  again?(): boolean;
  finish(): A;
}

/** Weights of nets that an effect asks for by name; each place of work knows where they are. */
export interface Resources {
  /** As its file has them. */
  bytes(name: string): Promise<ArrayBuffer>;
}

/** A net that takes and gives mono samples, a number of steps at once. */
export interface AsyncNet {
  /** Hz */
  readonly sampleRate: number;
  /** Samples of a step. */
  readonly hop: number;
  /** Samples by which the output is late. */
  readonly delay: number;
  /** @param samples a multiple of `hop` */
  run(samples: Float32Array): Promise<Float32Array>;
  /**
   * The same net for another sound, which knows nothing of this one. A net that has it hears all
   * frequencies, and each channel for itself.
   */
  readonly another?: () => AsyncNet;
}

/** A net that takes a sound apart: stereo, of any length, at a rate of its own. */
export interface SplittingNet {
  /** Hz */
  readonly sampleRate: number;
  /** Gives what it finds and what is left, block by block, together as long as what goes in. */
  split(blocks: AsyncIterable<Block>): AsyncIterable<readonly [found: Block, rest: Block]>;
}

/** A net that an effect can do its work with. */
export type EffectNet = AsyncNet | SplittingNet;

/** What an effect found, for who wants to see and decide: plain values only. */
export interface Findings {
  /**
   * How many places it changes with these values; 0: its output is its input, sample by sample. Missing
   * where it looks for nothing, and works on all that it gets.
   */
  readonly changes?: number;
  /** Ranges that it would change, each of which can be kept as it is, with how sure it is (0 to 1). */
  readonly ranges?: readonly {
    readonly start: number;
    readonly end: number;
    readonly sureness?: number;
  }[];
  /** Measured figures by name, such as `integratedLufs`. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** Milliseconds of processor time that a second of stereo sound takes, measured by `bench/progress`. */
export interface PassCosts {
  /** Hearing the whole input first. */
  readonly analysis: number;
  /** Making the output. */
  readonly work: number;
  /** Whether that depends on what the analysis finds: before it, nobody knows how long it takes. */
  readonly varies?: boolean;
}

/**
 * An effect: the default export of `audio/effects/<id>.ts`, which serves browser, terminal and tests
 * alike. Other files do not belong into that folder.
 *
 * - Length law: `length: "same"` gives as many frames as it takes, in time with them (its delay is
 *   made up for), so that input minus output is what was removed.
 * - Neutral values (`neutral`) give back the input bit for bit.
 */
export interface Effect<P extends Parameters = Parameters, A = unknown, R = unknown> {
  readonly id: string;
  readonly parameters: P;
  /** `changes`: it cuts, stretches or adds time. */
  readonly length: "same" | "changes";
  /** What it makes of voices, which its results have to say; missing where they stay natural. */
  readonly synthetic?: SyntheticVoice;
  /** Values with which it does nothing; null where it always does something. */
  readonly neutral: Partial<ValuesOf<P>> | null;
  /**
   * Ranges of the input may be worked on at once, in several threads, each begun so many seconds
   * earlier and ended so many later than it is wanted; what comes out too much is thrown away. Missing
   * where each sample depends on all that came before.
   */
  readonly parallel?: { readonly before: number; readonly after: number };
  /** What its passes take, by which they share the progress; missing where both take as long. */
  readonly cost?: PassCosts;
  /** Loads what it needs, once for any number of runs. */
  readonly prepare?: (resources: Resources) => Promise<R>;
  /**
   * Wants to hear the whole input first. Null: with these values it need not.
   * @param frames that the input has, about; missing where nobody knows
   */
  readonly analyze?: (
    values: ValuesOf<P>,
    format: Format,
    prepared: R,
    frames?: number,
  ) => Analyzer<A> | null;
  /** dBTP that its result does not pass, whatever it is written as; null: it promises none. */
  readonly ceiling?: (values: ValuesOf<P>) => number | null;
  /** LUFS that its result is to have; null: what comes of it. */
  readonly loudness?: (values: ValuesOf<P>) => number | null;
  /** What the analysis found. */
  readonly findings?: (analysis: A, values: ValuesOf<P>) => Findings;
  /**
   * The same with a net that the visitor has brought, which answers later: gives what comes out of the
   * blocks. Missing where no net can help; its length is then that of the input.
   */
  readonly withNet?: (
    blocks: AsyncIterable<Block>,
    net: EffectNet,
    context: { readonly values: ValuesOf<P>; readonly format: Format; readonly prepared: R },
  ) => AsyncIterable<Block>;
  /** @param analysis null where `analyze` is missing or gave null */
  readonly create: (
    values: ValuesOf<P>,
    format: Format,
    context: { readonly analysis: A | null; readonly prepared: R },
  ) => Processor;
}

/** Lets the types of an effect's parameters, analysis and resources be found from what it is made of. */
export const defineEffect = <const P extends Parameters, A = null, R = null>(
  effect: Effect<P, A, R>,
): Effect<P, A, R> => effect;
