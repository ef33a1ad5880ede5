import type { Parameters, ValuesOf } from "#audio/parameters.ts";

/** The default values of an effect. */
export const defaultsOf = <P extends Parameters>(parameters: P): ValuesOf<P> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, parameter.default]),
  ) as ValuesOf<P>;
