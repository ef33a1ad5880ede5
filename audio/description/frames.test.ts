import { expect, it } from "vitest";
import { createFrames } from "./frames.ts";

it("TLS-4 frames adjoin each other, however the samples arrive, and what is done to one stays in it", () => {
  const found: number[][] = [];
  const add = createFrames(3, (frame) => {
    found.push([...frame]);
    frame.fill(9);
  });
  for (const samples of [[1], [], [2, 3, 4, 5, 6, 7], [8]]) add(Float32Array.from(samples));
  expect(found).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
});
