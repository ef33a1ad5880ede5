import type { Unit } from "#audio/parameters.ts";
import type { Format } from "../../i18n/format.ts";
import type { Translate } from "../../i18n/translate.ts";

/** A value with its unit in the visitor's language. */
export function valueText(
  value: number,
  unit: Unit | undefined,
  format: Format,
  t: Translate,
): string {
  if (unit === "dB") return format.decibels(value);
  if (unit === "%") return format.percent(value / 100);
  if (unit === "s") return format.duration(value);
  if (unit === "Hz") return format.sampleRate(value);
  if (unit === "ratio" || unit === undefined) return format.percent(value);
  if (unit === "semitones" || unit === "cents")
    return t(`panel-kit:unit.${unit}`, { count: value });
  return t(`panel-kit:unit.${unit}`, { value });
}
