import type {
  Analyzer,
  Block,
  Effect,
  EffectNet,
  Findings,
  Format,
  PassCosts,
  Processor,
  Resources,
  SyntheticVoice,
} from "../effect.ts";
import type { Parameters, ValuesOf } from "../parameters.ts";

/** An effect with its values and resources, ready for any number of runs. */
export interface Step {
  readonly id: string;
  /** Whether it does nothing and need not run. */
  readonly neutral: boolean;
  readonly length: Effect["length"];
  /** Provenance tag of its result; null for none. */
  readonly synthetic: SyntheticVoice | null;
  /** Maximum true peak of its result in dBTP; null for no limit. */
  readonly ceiling: number | null;
  /** Target loudness of its result in LUFS; null if there is none. */
  readonly loudness: number | null;
  readonly cost: PassCosts;
  analyze(format: Format, frames?: number): Analyzer<unknown> | null;
  findings(analysis: unknown): Findings | null;
  /** @param analysis result of the analyzer; null without one */
  create(format: Format, analysis: unknown): Processor;
  /**
   * Part of the step that runs before it, asynchronously, in each pass; only the first step of a
   * chain has one.
   * @param analysis result of the analyzer; null in its own pass and without one
   */
  readonly before?: (
    blocks: AsyncIterable<Block>,
    format: Format,
    analysis: unknown,
  ) => AsyncIterable<Block>;
}

/** Costs of an effect without measurements. */
const DEFAULT_COSTS: PassCosts = { analysis: 10, work: 10 };

/**
 * Loads the resources of an effect, unless it is neutral.
 * @param net network that takes over a part of it
 */
export async function prepareStep<P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
  resources: Resources,
  net: EffectNet | null = null,
): Promise<Step> {
  const neutral = isNeutral(effect, values);
  const prepared = (neutral ? null : await effect.prepare?.(resources)) as R;
  return net && !neutral
    ? createNetStep(effect, values, prepared, net)
    : createStep(effect, values, prepared);
}

/** A step whose first part is done by a network. */
function createNetStep<P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
  prepared: R,
  net: EffectNet,
): Step {
  const stage = effect.net;
  if (!stage) throw new TypeError(`No net can be used by ${effect.id}`);
  const restValues = stage.rest(values);
  const rest = createStep(effect, restValues, prepared);
  return {
    ...createStep(effect, values, prepared),
    analyze: (format, frames) => (rest.neutral ? null : rest.analyze(format, frames)),
    create: (format, analysis) => (rest.neutral ? IDENTITY : rest.create(format, analysis)),
    before: (blocks, format, analysis) =>
      stage.process(blocks, net, { values, format, prepared, analysis: analysis as A | null }),
  };
}

const IDENTITY: Processor = { process: (block) => block, finish: () => null };

/** @param prepared result of `prepare`; null for effects without it */
export function createStep<P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
  prepared: R,
): Step {
  return {
    id: effect.id,
    neutral: isNeutral(effect, values),
    length: effect.length,
    synthetic: syntheticOf(effect, values),
    ceiling: ceilingOf(effect, values),
    loudness: loudnessOf(effect, values),
    cost: effect.cost ?? DEFAULT_COSTS,
    analyze: (format, frames) => effect.analyze?.(values, format, prepared, frames) ?? null,
    findings: (analysis) => effect.findings?.(analysis as A, values) ?? null,
    create: (format, analysis) =>
      effect.create(values, format, { analysis: analysis as A | null, prepared }),
  };
}

/** Provenance tag of the result of an effect with these values. */
export const syntheticOf = <P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
): SyntheticVoice | null => (isNeutral(effect, values) ? null : (effect.synthetic ?? null));

/** Maximum true peak in dBTP of the result of an effect with these values; null for no limit. */
export const ceilingOf = <P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
): number | null => (isNeutral(effect, values) ? null : (effect.ceiling?.(values) ?? null));

/** Target loudness in LUFS of the result of an effect with these values; null if there is none. */
export const loudnessOf = <P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
): number | null => (isNeutral(effect, values) ? null : (effect.loudness?.(values) ?? null));

/** Why a result equals its input. */
export type UnchangedReason = "notFound" | "neutral";

/** Why a run changed nothing; null if it changed something. @param neutral see `Step` */
export function unchangedBy(neutral: boolean, findings: Findings | null): UnchangedReason | null {
  if (neutral) return "neutral";
  return findings?.changes === 0 ? "notFound" : null;
}

export function isNeutral<P extends Parameters, A, R>(
  { neutral }: Effect<P, A, R>,
  values: ValuesOf<P>,
): boolean {
  if (!neutral) return false;
  return Object.entries(neutral).every(
    ([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value),
  );
}
