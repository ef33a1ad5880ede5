import type { Figure } from "#core/models/models.ts";
import type { Format } from "../../i18n/format.ts";
import { isolate } from "../../i18n/isolate.ts";

/** Names of metrics, which are the same in all languages. */
const METRIC_NAMES: Readonly<Record<Figure["measure"], string>> = {
  sdr: "SDR",
  "si-sdr": "SI-SDR",
  wer: "WER",
  mos: "MOS",
  dnsmos: "DNSMOS",
  pesq: "PESQ",
  comet: "COMET",
};

/** A measured quality with the name of its metric; word errors have a sentence of their own. */
export function figureOf({ measure, value }: Figure, format: Format): string {
  const isDecibels = measure === "sdr" || measure === "si-sdr";
  const number = isDecibels ? format.decibels(value, 1) : format.number(value);
  return isolate(`${METRIC_NAMES[measure]} ${number}`);
}
