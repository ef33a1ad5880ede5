import type { OfferedModel } from "#core/models/offered.ts";
import type { Parameters, TimeRange } from "#audio/parameters.ts";
import type { RequestedFormat } from "../../audio/requested-format.ts";
import type { Values } from "#audio/tasks/task.ts";
import type { Json, JsonObject } from "../../contract/json.ts";

/** Parameters of a job that runs an effect. */
export interface EffectParams extends JsonObject {
  /** Values of all parameters of the effect. */
  readonly values: Values & JsonObject;
  readonly output: RequestedFormat;
  /** The processed range of the file; missing for all of it. */
  readonly part?: TimeRange;
  /** Attenuation of the result in dB, so that its peaks do not clip; missing for 0. */
  readonly lowerBy?: number;
  /** The chosen model; missing for the built-in engine. */
  readonly model?: ChosenModel & JsonObject;
}
export type ChosenModel = Pick<OfferedModel, "id" | "files" | "form">;

/** The part of a model's description that a job needs. */
export const chosenModel = ({ id, files, form }: OfferedModel): ChosenModel => ({
  id,
  files,
  form,
});

/** `talk.mp3` → `talk-noise-removed.wav`, or `talk-trim-2.wav` if there are several. */
export function resultName(
  name: string,
  { suffix, ending, number }: { suffix: string; ending: string; number?: number },
): string {
  const stem = name.replace(/\.[^.]{1,5}$/, "") || name;
  return `${stem}-${suffix}${number === undefined ? "" : `-${number}`}.${ending}`;
}

/** Values of all parameters: stored ones that are still valid, else defaults. */
export function valuesOf(parameters: Parameters, kept: Json | undefined): Values & JsonObject {
  const known = (kept ?? {}) as Readonly<Record<string, Json>>;
  const values: Record<string, Json> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = known[name];
    const holds =
      parameter.kind === "number"
        ? typeof value === "number" && value >= parameter.min && value <= parameter.max
        : parameter.kind === "choice"
          ? typeof value === "string" && parameter.choices.includes(value)
          : parameter.kind === "switch" && typeof value === "boolean";
    values[name] = holds ? value! : (parameter.default as Json);
  }
  return values as Values & JsonObject;
}
