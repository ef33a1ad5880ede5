import { expect, it } from "vitest";
import { ToolkitError } from "#core/errors/errors.ts";
import { createObstacles } from "./obstacles.ts";

const fault = () => new ToolkitError("BUNDLE_FAILED", { detail: "no" });

it("CLI-4 a fault stands until it is mended, whichever attempt ends last", async () => {
  const { attempt, problems } = createObstacles();
  await attempt("code", () => Promise.reject(fault()));
  expect(problems()).toHaveLength(1);
  // The edit that is wrong is still being bundled when that which mends it is done.
  const wrong = Promise.withResolvers<never>();
  const early = attempt("code", () => wrong.promise);
  await attempt("code", () => Promise.resolve());
  expect(problems()).toEqual([]);
  wrong.reject(fault());
  await early;
  expect(problems()).toEqual([]);
  // And the other way round: what was right before is wrong now.
  const right = Promise.withResolvers<void>();
  const slow = attempt("code", () => right.promise);
  await attempt("code", () => Promise.reject(fault()));
  right.resolve();
  await slow;
  expect(problems()).toHaveLength(1);
});
