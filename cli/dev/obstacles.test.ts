import { expect, it } from "vitest";
import { ToolkitError } from "#core/errors/errors.ts";
import { createObstacles } from "./obstacles.ts";

const fault = () => new ToolkitError("BUNDLE_FAILED", { detail: "no" });

it("CLI-4 an error stays until it is fixed, whichever attempt ends last", async () => {
  const { attempt, problems } = createObstacles();
  await attempt("code", () => Promise.reject(fault()));
  expect(problems()).toHaveLength(1);
  // The wrong edit is still being bundled when its fix has been bundled.
  const wrong = Promise.withResolvers<never>();
  const early = attempt("code", () => wrong.promise);
  await attempt("code", () => Promise.resolve());
  expect(problems()).toEqual([]);
  wrong.reject(fault());
  await early;
  expect(problems()).toEqual([]);
  // Also in reverse: the fixed code becomes wrong.
  const right = Promise.withResolvers<void>();
  const slow = attempt("code", () => right.promise);
  await attempt("code", () => Promise.reject(fault()));
  right.resolve();
  await slow;
  expect(problems()).toHaveLength(1);
});
