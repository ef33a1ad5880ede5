import { type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";

/** Unit of a number, for form fields and the command line. */
export type Unit =
  | "dB"
  | "LUFS"
  | "dBTP"
  | "s"
  | "ms"
  | "Hz"
  | "semitones"
  | "cents"
  | "%"
  | "ratio";

interface Worded {
  /**
   * Message key in `locales/<code>/panel-kit.json`, for example `parameter.strength`; defaults to
   * `effect.<effect>.<name>`.
   */
  readonly message?: string;
}
export interface NumberParameter extends Worded {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly unit?: Unit;
  /** Smallest useful increment, in the unit. */
  readonly step?: number;
}
export interface ChoiceParameter<C extends string = string> extends Worded {
  readonly kind: "choice";
  readonly choices: readonly C[];
  readonly default: NoInfer<C>;
}
export interface SwitchParameter extends Worded {
  readonly kind: "switch";
  readonly default: boolean;
}
/** Time ranges as `[start, end]` in seconds, for example those that the user excluded. */
export interface RangesParameter extends Worded {
  readonly kind: "ranges";
  readonly default: readonly TimeRange[];
}
/** `[start, end)` in seconds. */
export type TimeRange = readonly [start: number, end: number];

export type Parameter = NumberParameter | ChoiceParameter | SwitchParameter | RangesParameter;
export type Parameters = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> = P extends NumberParameter
  ? number
  : P extends ChoiceParameter<infer C>
    ? C
    : P extends SwitchParameter
      ? boolean
      : readonly TimeRange[];
export type ValuesOf<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> };

/**
 * Parses values of all parameters: strings from the command line (`"-3.5"`, `"on"`, `"1.5-2,7-8"`)
 * or values from JSON. Missing values get their defaults.
 * @param effect name for messages
 * @returns valid values and a list of problems; invalid values are replaced by their defaults
 */
export function parseValues<P extends Parameters>(
  parameters: P,
  given: Readonly<Record<string, unknown>>,
  effect: string,
): { readonly values: ValuesOf<P>; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) values[name] = parameter.default;
  for (const [name, value] of Object.entries(given)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) {
      const similar = findSimilar(name, Object.keys(parameters));
      problems.push(
        problem("PARAMETER_UNKNOWN", { name, effect, ...(similar !== undefined && { similar }) }),
      );
      continue;
    }
    const parsed = parseValue(parameter, value);
    if (parsed === undefined) {
      const found = typeof value === "string" ? `"${value}"` : (JSON.stringify(value) ?? "nothing");
      problems.push(
        problem("PARAMETER_INVALID", { name, expected: describeParameter(parameter), found }),
      );
    } else values[name] = parsed;
  }
  return { values: values as ValuesOf<P>, problems };
}

/** Describes the valid values, as a phrase to follow "wants". */
export function describeParameter(parameter: Parameter): string {
  switch (parameter.kind) {
    case "number": {
      const unit = parameter.unit === undefined ? "" : ` ${parameter.unit}`;
      return `a number from ${parameter.min} to ${parameter.max}${unit}`;
    }
    case "choice":
      return `one of ${parameter.choices.join(", ")}`;
    case "switch":
      return "on or off";
    case "ranges":
      return "ranges in seconds, such as 1.5-2,7-8";
  }
}

function parseValue(parameter: Parameter, value: unknown): unknown {
  switch (parameter.kind) {
    case "number":
      return parseNumber(parameter, value);
    case "choice":
      return parameter.choices.find((choice) => choice === value);
    case "switch":
      return parseSwitch(value);
    case "ranges":
      return parseRanges(value);
  }
}

function parseNumber({ min, max }: NumberParameter, value: unknown): number | undefined {
  const number =
    typeof value === "string" && /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value.trim())
      ? Number(value)
      : value;
  if (typeof number !== "number") return undefined;
  return number >= min && number <= max ? number : undefined;
}

function parseSwitch(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  if (/^(on|true|yes|1)$/i.test(value)) return true;
  return /^(off|false|no|0)$/i.test(value) ? false : undefined;
}

/** Ranges in the given order; undefined if one is empty or begins before 0. */
function parseRanges(value: unknown): readonly TimeRange[] | undefined {
  const items: unknown =
    typeof value === "string" ? value.split(",").filter((item) => item.trim() !== "") : value;
  if (!Array.isArray(items)) return undefined;
  const ranges = items.map(parseRange);
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

function parseRange(item: unknown): TimeRange | undefined {
  let pair = item;
  if (typeof item === "string")
    pair = /^\s*([\d.]+)\s*-\s*([\d.]+)\s*$/.exec(item)?.slice(1).map(Number);
  if (!Array.isArray(pair) || pair.length !== 2) return undefined;
  const [start, end] = pair as unknown[];
  if (typeof start !== "number" || typeof end !== "number") return undefined;
  return start >= 0 && end > start ? [start, end] : undefined;
}
