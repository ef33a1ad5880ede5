import type { NumberParameter } from "#audio/parameters.ts";

/** Steps of a slider whose scale is logarithmic. */
const STEPS = 200;

/** Ears compare frequencies and times by their ratio. */
const isLogarithmic = ({ unit }: NumberParameter): boolean => unit === "Hz" || unit === "ms";

/** Attributes of the slider of a parameter. */
export function toSlider(
  parameter: NumberParameter,
  value: number,
): { readonly min: number; readonly max: number; readonly step: number; readonly value: number } {
  const { min, max, step = 1 } = parameter;
  if (!isLogarithmic(parameter)) return { min, max, step, value };
  const position = (STEPS * Math.log(value / min)) / Math.log(max / min);
  return { min: 0, max: STEPS, step: 1, value: Math.round(position) };
}

/** The value at a position of the slider; on a logarithmic scale with three significant digits. */
export function fromSlider(parameter: NumberParameter, position: number): number {
  const { min, max } = parameter;
  if (!isLogarithmic(parameter)) return position;
  const value = min * (max / min) ** (position / STEPS);
  return Math.min(max, Math.max(min, Number(value.toPrecision(3))));
}
