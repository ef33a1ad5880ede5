import * as z from "zod/mini";
import type { GraphSignature } from "#core/models/models.ts";
import { type DynamicSizes, findTensorProblem } from "./check-tensors.ts";
import { InferenceError } from "./inference-error.ts";

const tensor = z.object({
  name: z.string().check(z.maxLength(200)),
  datatype: z.string().check(z.maxLength(40)),
  /** −1: a dynamic dimension. Some servers send large numbers as texts. */
  shape: z.array(z.coerce.number().check(z.int(), z.minimum(-1))).check(z.maxLength(16)),
});
const tensors = z.array(tensor).check(z.maxLength(1000));
/** The answer to `GET /v2/models/<name>`: `metadata_model_response` of the published schema. */
const metadata = z.object({
  name: z.string(),
  platform: z.optional(z.string()),
  versions: z.optional(z.nullable(z.array(z.string()))),
  inputs: tensors,
  outputs: tensors,
});
export type ModelMetadata = z.output<typeof metadata>;

/** @throws {InferenceError} wrong */
export function readModelMetadata(text: string): ModelMetadata {
  try {
    return metadata.parse(JSON.parse(text));
  } catch (cause) {
    throw new InferenceError("wrong", "Its answer is no metadata of a model", { cause });
  }
}

/** What is wrong with a model on a server, compared with the registry; null: nothing. */
export function findSignatureProblem(
  { inputs, outputs }: ModelMetadata,
  signature: GraphSignature,
): string | null {
  const sizes: DynamicSizes = new Map();
  const input = findTensorProblem(inputs, signature.inputs, { sizes });
  if (input !== null) return `Its input ${input}`;
  const output = findTensorProblem(outputs, signature.outputs, {
    allowOthers: true,
    sizes,
  });
  return output === null ? null : `Its output ${output}`;
}
