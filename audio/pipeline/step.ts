import type {
  Analyzer,
  Effect,
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
}

/** Costs of an effect without measurements. */
const DEFAULT_COSTS: PassCosts = { analysis: 10, work: 10 };

/** Loads the resources of an effect, unless it is neutral. */
export async function prepareStep<P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
  resources: Resources,
): Promise<Step> {
  const neutral = isNeutral(effect, values);
  const prepared = neutral ? null : await effect.prepare?.(resources);
  return createStep(effect, values, prepared as R);
}

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
