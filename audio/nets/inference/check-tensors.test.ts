import { expect, it } from "vitest";
import type { GraphSignature } from "#core/models/models.ts";
import { findTensorProblem } from "./check-tensors.ts";

const SIGNATURE: GraphSignature = {
  inputs: [
    { name: "mix", type: "float32", shape: ["batch", 4, "frames"] },
    { name: "past", type: "float32", shape: ["batch", 8] },
  ],
  outputs: [{ name: "stems", type: "float32", shape: ["batch", 4, "frames"] }],
};
const tensor = (name: string, ...shape: readonly number[]) => ({ name, datatype: "FP32", shape });

it("JOB-7 a dynamic dimension has one size in all inputs and outputs of a request", () => {
  const sizes = new Map<string, number>();
  const inputs = [tensor("mix", 2, 4, 100), tensor("past", 2, 8)];
  expect(findTensorProblem(inputs, SIGNATURE.inputs, { sizes })).toBeNull();
  const problemOf = (...shape: readonly number[]) =>
    findTensorProblem([tensor("stems", ...shape)], SIGNATURE.outputs, { sizes: new Map(sizes) });
  expect(problemOf(2, 4, 100)).toBeNull();
  expect(problemOf(1, 4, 100)).toBe("stems is [1,4,100] instead of [batch,4,frames]");
  expect(problemOf(2, 4, 99)).toBe("stems is [2,4,99] instead of [batch,4,frames]");
  expect(
    findTensorProblem([tensor("mix", 2, 4, 100), tensor("past", 3, 8)], SIGNATURE.inputs),
  ).toBe("past is [3,8] instead of [batch,8]");
  // The metadata of a server leave dynamic dimensions open.
  const open = [tensor("mix", -1, 4, -1), tensor("past", -1, 8)];
  expect(findTensorProblem(open, SIGNATURE.inputs)).toBeNull();
});
