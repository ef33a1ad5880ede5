import { expect, it } from "vitest";
import { durationsIn } from "#tests/test-durations.ts";

it("durations of test files are seconds by path, to a tenth", () => {
  const testResults = [
    { name: "/a/core/b.test.ts", startTime: 1000, endTime: 2460 },
    { name: "/a/tests/e2e/c.test.ts", startTime: 5000, endTime: 5010 },
  ];
  expect(durationsIn({ testResults }, "/a")).toEqual({
    "core/b.test.ts": 1.5,
    "tests/e2e/c.test.ts": 0,
  });
});
