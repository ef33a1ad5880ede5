import type { GraphSignature } from "#core/models/models.ts";
import type { Datatype } from "./tensor-data.ts";

type SignedTensor = GraphSignature["inputs"][number];

const DATATYPE_OF: Readonly<Record<SignedTensor["type"], Datatype | "FP16">> = {
  float32: "FP32",
  float16: "FP16",
  int64: "INT64",
  int32: "INT32",
  bool: "BOOL",
};

interface Described {
  readonly name: string;
  readonly datatype: string;
  /** −1: a dynamic dimension. */
  readonly shape: readonly number[];
}

/** The tensors of a signature by name. */
export const signedTensors = (
  tensors: readonly SignedTensor[],
): ReadonlyMap<string, SignedTensor> =>
  new Map(
    tensors.flatMap((tensor) =>
      Array.from(
        { length: tensor.repeat ?? 1 },
        (_, at) => [tensor.name.replace("{n}", String(at)), tensor] as const,
      ),
    ),
  );

/** Sizes of the dynamic dimensions of a request and its answer, by name. */
export type DynamicSizes = Map<string, number>;

/**
 * What is wrong with a tensor; null: nothing. A dynamic dimension matches any size, but the same one
 * wherever its name is.
 */
function problemOf(
  { name, datatype, shape }: Described,
  tensor: SignedTensor,
  sizes: DynamicSizes,
): string | null {
  const expected = DATATYPE_OF[tensor.type];
  if (datatype !== expected) return `${name} is ${datatype} instead of ${expected}`;
  const fits =
    shape.length === tensor.shape.length &&
    tensor.shape.every((size, at) => {
      const found = shape[at]!;
      if (found === -1) return true;
      if (typeof size === "number") return found === size;
      const known = sizes.get(size) ?? found;
      sizes.set(size, known);
      return found === known;
    });
  return fits ? null : `${name} is [${shape.join()}] instead of [${tensor.shape.join()}]`;
}

/**
 * Compares tensors with those of a signature: their names, types and shapes. Their order is
 * irrelevant, as the protocol identifies them by name.
 * @param requested names of the tensors that have to be there; all others of the signature may be
 *   missing
 * @param sizes known from other tensors; gets those of these tensors
 * @returns what is wrong; null: nothing
 */
export function findTensorProblem(
  tensors: readonly Described[],
  signature: readonly SignedTensor[],
  {
    requested,
    allowOthers = false,
    sizes = new Map(),
  }: { requested?: readonly string[]; allowOthers?: boolean; sizes?: DynamicSizes } = {},
): string | null {
  const signed = signedTensors(signature);
  const seen = new Set<string>();
  for (const tensor of tensors) {
    const expected = signed.get(tensor.name);
    if (seen.has(tensor.name)) return `${tensor.name} is there twice`;
    seen.add(tensor.name);
    if (!expected && allowOthers) continue;
    const problem = expected ? problemOf(tensor, expected, sizes) : `${tensor.name} is unknown`;
    if (problem !== null) return problem;
  }
  const missing = (requested ?? [...signed.keys()]).find((name) => !seen.has(name));
  return missing === undefined ? null : `${missing} is missing`;
}
