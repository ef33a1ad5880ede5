/** What a number means, for fields and for the command line. */
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

export interface NumberParameter {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly unit?: Unit;
  /** Finest useful change, in its unit. */
  readonly step?: number;
}
export interface ChoiceParameter<C extends string = string> {
  readonly kind: "choice";
  readonly choices: readonly C[];
  readonly default: NoInfer<C>;
}
export interface SwitchParameter {
  readonly kind: "switch";
  readonly default: boolean;
}
/** Stretches of time as `[start, end]` in seconds, such as those that a visitor decided about. */
export interface RangesParameter {
  readonly kind: "ranges";
  readonly default: readonly Range[];
}
/** `[start, end]` in seconds; the end is not part of it. */
export type Range = readonly [start: number, end: number];

export type Parameter = NumberParameter | ChoiceParameter | SwitchParameter | RangesParameter;
/** Parameters of an effect, by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> = P extends NumberParameter
  ? number
  : P extends ChoiceParameter<infer C>
    ? C
    : P extends SwitchParameter
      ? boolean
      : readonly Range[];
/** A value for each parameter. */
export type ValuesOf<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> };
