import { ToolkitError } from "#core/errors/errors.ts";
import {
  type InferenceForm,
  type InferenceGraph,
  inferenceGraphs,
} from "#core/models/inference-graphs.ts";
import type { Model } from "#core/models/models.ts";
import { isPermitted } from "#core/models/permitted.ts";

/** A model that inference servers can run, and whose results may be sold. */
export interface InferenceModel {
  readonly id: string;
  readonly form: InferenceForm;
  readonly graphs: readonly InferenceGraph[];
}

/** @throws {ToolkitError} MODEL_NO_SERVER, MODEL_NOT_SOLD */
export function inferenceModelOf(model: Model): InferenceModel {
  const { id, licence } = model;
  // Only offers to visitors depend on what the operator accepts.
  if (!isPermitted(licence, "sell", false))
    throw new ToolkitError("MODEL_NOT_SOLD", { id, license: licence.id });
  const found = inferenceGraphs(model);
  if (!found) throw new ToolkitError("MODEL_NO_SERVER", { id });
  return { id, ...found };
}
