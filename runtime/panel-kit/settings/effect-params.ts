import type { OfferedModel } from "#core/models/offered.ts";
import type { Parameters, TimeRange } from "#audio/parameters.ts";
import type { WantedFormat } from "../../audio/wanted-format.ts";
import type { Values } from "../../audio/worker/protocol.ts";
import type { Json, JsonObject } from "../../workspace/contract/json.ts";

/** What a job that runs an effect is given. */
export interface EffectParams extends JsonObject {
  /** Of the effect, all of them. */
  readonly values: Values & JsonObject;
  readonly output: WantedFormat;
  /** The segment of the file that is processed; all of it where it is missing. */
  readonly part?: TimeRange;
  /** dB by which the result is made softer, so that its peaks are not clipped; 0 where it is missing. */
  readonly lowerBy?: number;
  /** The net that the visitor chose, where it is not the built-in engine. */
  readonly model?: ChosenModel & JsonObject;
}
export type ChosenModel = Pick<OfferedModel, "id" | "files" | "form">;

/** What a job is told of a net. */
export const chosenOf = ({ id, files, form }: OfferedModel): ChosenModel => ({ id, files, form });

/** `talk.mp3` → `talk-noise-removed.wav`, or `talk-trim-2.wav` where there are several. */
export function resultName(
  name: string,
  { suffix, ending, number }: { suffix: string; ending: string; number?: number },
): string {
  const stem = name.replace(/\.[^.]{1,5}$/, "") || name;
  return `${stem}-${suffix}${number === undefined ? "" : `-${number}`}.${ending}`;
}

/** Values of all parameters: those that were kept where they still hold, and the usual ones. */
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
