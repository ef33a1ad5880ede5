import type { UnchangedReason } from "#audio/pipeline/step.ts";

/** Suggestions if an effect found nothing, by its id. */
const HINTS: Readonly<Record<string, string>> = {
  breath: "raise sensitivity if you hear some.",
  clicks: "raise sensitivity if you hear some.",
  declip: "set adaptive=off and threshold if you hear clipped peaks.",
  dehum: "no hum of 50 or 60 Hz stands out.",
  echo: "set delay if you know it.",
  plosives: "raise sensitivity if you hear some.",
  silence: "lower shortest, or set adaptive=off and raise threshold.",
};

/** Explains why a result equals its input, with a suggestion. @param effect its id */
export const describeUnchanged = (reason: UnchangedReason, effect: string): string =>
  reason === "neutral"
    ? "Nothing was changed: these settings leave the sound as it is."
    : ["Nothing was found, so nothing was changed", HINTS[effect]].filter(Boolean).join(": ");
