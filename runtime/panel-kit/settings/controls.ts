import type { Parameters } from "#audio/parameters.ts";

/** How the parameters of an effect are shown; all of them, in their order, where nothing else is said. */
export interface Controls {
  /** What matters most. */
  readonly front?: readonly string[];
  /** What is shown on demand. */
  readonly more?: readonly string[];
  /** Numbers of which there are a few that people know, instead of any. */
  readonly standards?: Readonly<Record<string, readonly number[]>>;
  /** Part of a number's range that is of use to most, so that a slider is fine enough. */
  readonly spans?: Readonly<Record<string, readonly [min: number, max: number]>>;
  /** Numbers of decibels by which something gets quieter. */
  readonly lowers?: readonly string[];
  /** Whether its sound is louder or softer as a whole, so that the difference is not what it took away. */
  readonly levels?: true;
}

/** Numbers that are shown at once where nothing is said of an effect's parameters. */
const FIRST = 4;

/** Names of the parameters in front, and of those on demand. */
export function shownOf(
  { front, more }: Controls,
  parameters: Parameters,
): { readonly front: readonly string[]; readonly more: readonly string[] } {
  const names = Object.keys(parameters).filter((name) => parameters[name]!.kind !== "ranges");
  const isThere = (name: string): boolean => names.includes(name);
  if (front) return { front: front.filter(isThere), more: (more ?? []).filter(isThere) };
  return { front: names.slice(0, FIRST), more: names.slice(FIRST) };
}
