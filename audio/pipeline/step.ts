import type {
  Analyzer,
  Effect,
  Findings,
  Format,
  PassCosts,
  Processor,
  Resources,
} from "../effect.ts";
import type { SyntheticVoice } from "../media/tags/provenance.ts";
import type { Parameters, ValuesOf } from "../parameters.ts";

/** An effect with its values and all that it needs, ready for any number of runs. */
export interface Step {
  readonly id: string;
  /** It does nothing: it need not run. */
  readonly neutral: boolean;
  readonly length: Effect["length"];
  /** What its result has to say of its voices; null: nothing. */
  readonly synthetic: SyntheticVoice | null;
  /** dBTP that its result does not pass; null: any. */
  readonly ceiling: number | null;
  /** LUFS that its result is to have; null: what comes of it. */
  readonly loudness: number | null;
  readonly cost: PassCosts;
  analyze(format: Format, frames?: number): Analyzer<unknown> | null;
  findings(analysis: unknown): Findings | null;
  /** @param analysis what `analyze` gave, null without one */
  create(format: Format, analysis: unknown): Processor;
}

/** Of an effect of which nothing was measured. */
const EVEN: PassCosts = { analysis: 10, work: 10 };

/** Loads what the effect asks for, unless it has nothing to do. */
export async function prepareStep<P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
  resources: Resources,
): Promise<Step> {
  const neutral = isNeutral(effect, values);
  const prepared = neutral ? null : await effect.prepare?.(resources);
  return createStep(effect, values, prepared as R);
}

/** @param prepared what `prepare` gave; null for effects without it */
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
    cost: effect.cost ?? EVEN,
    analyze: (format, frames) => effect.analyze?.(values, format, prepared, frames) ?? null,
    findings: (analysis) => effect.findings?.(analysis as A, values) ?? null,
    create: (format, analysis) =>
      effect.create(values, format, { analysis: analysis as A | null, prepared }),
  };
}

/** What the result of an effect with these values has to say of its voices. */
export const syntheticOf = <P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
): SyntheticVoice | null => (isNeutral(effect, values) ? null : (effect.synthetic ?? null));

/** dBTP that what an effect with these values gives does not pass; null: any. */
export const ceilingOf = <P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
): number | null => (isNeutral(effect, values) ? null : (effect.ceiling?.(values) ?? null));

/** LUFS that what an effect with these values gives is to have; null: what comes of it. */
export const loudnessOf = <P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  values: ValuesOf<P>,
): number | null => (isNeutral(effect, values) ? null : (effect.loudness?.(values) ?? null));

/** Why a result is its input: nothing was found, or the values are neutral. */
export type UnchangedReason = "notFound" | "neutral";

/** Whether a run changed nothing, and why; null: it changed something. @param neutral as `Step` has it */
export function unchangedBy(neutral: boolean, findings: Findings | null): UnchangedReason | null {
  if (neutral) return "neutral";
  return findings?.changes === 0 ? "notFound" : null;
}

/** Whether an effect does nothing with these values. */
export function isNeutral<P extends Parameters, A, R>(
  { neutral }: Effect<P, A, R>,
  values: ValuesOf<P>,
): boolean {
  if (!neutral) return false;
  return Object.entries(neutral).every(
    ([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value),
  );
}
