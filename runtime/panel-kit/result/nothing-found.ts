import type { RunRecord } from "../../audio/records.ts";

/** Whether an effect that looks for something has found none of it, so that the sound is as it was. */
export function nothingFound({ effect, findings, values }: RunRecord): boolean {
  if (effect === "echo")
    return values["delay"] === 0 && findings?.figures?.["delayMilliseconds"] === undefined;
  return findings?.ranges?.length === 0;
}
