import type { Parameters } from "#audio/parameters.ts";

/** How the parameters of an effect are displayed; by default all of them in order. */
export interface Controls {
  /** The main parameters. */
  readonly front?: readonly string[];
  /** Parameters in the disclosure. */
  readonly more?: readonly string[];
  /** Numbers with a list of standard values. */
  readonly standards?: Readonly<Record<string, readonly number[]>>;
  /** The practical range of a number, so that the slider is fine enough. */
  readonly spans?: Readonly<Record<string, readonly [min: number, max: number]>>;
  /** Numbers in dB that are attenuations. */
  readonly lowers?: readonly string[];
  /**
   * Whether the effect changes the overall level, so that the difference is not what it removed.
   */
  readonly levels?: true;
}

/** Number of main parameters if the effect has no display settings. */
const DEFAULT_FRONT_COUNT = 4;

/** Names of the main parameters, and of those in the disclosure. */
export function splitControls(
  { front, more }: Controls,
  parameters: Parameters,
): { readonly front: readonly string[]; readonly more: readonly string[] } {
  const names = Object.keys(parameters).filter((name) => parameters[name]!.kind !== "ranges");
  const isThere = (name: string): boolean => names.includes(name);
  if (front) return { front: front.filter(isThere), more: (more ?? []).filter(isThere) };
  return { front: names.slice(0, DEFAULT_FRONT_COUNT), more: names.slice(DEFAULT_FRONT_COUNT) };
}
