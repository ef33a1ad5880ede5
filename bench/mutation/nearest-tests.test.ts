import { expect, it } from "vitest";
import { nearestTests } from "./nearest-tests.ts";

const edgesOf = (...imports: (readonly [from: string, to: string])[]) => ({
  files: [],
  edges: imports.map(([from, to]) => ({ from, to, isLazy: false })),
});

it("tests of a file are those that import it, the nearest first, in cycles as well", () => {
  const graph = edgesOf(
    ["far.test.ts", "b.ts"],
    ["b.ts", "a.ts"],
    ["a.ts", "b.ts"],
    ["near.test.ts", "a.ts"],
    ["other.test.ts", "c.ts"],
  );
  expect(nearestTests(graph, "a.ts")).toEqual(["near.test.ts", "far.test.ts"]);
});
