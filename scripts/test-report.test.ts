import { expect, it } from "vitest";
import { type TestReport, failuresOf, leftOutOf, unsteadyIn } from "./test-report.ts";

type Result = TestReport["testResults"][number]["assertionResults"][number];
const result = (status: string, more: Partial<Result> = {}): Result => ({
  fullName: `a ${status} test`,
  status,
  failureMessages: [],
  meta: {},
  ...more,
});
const fileOf = (...assertionResults: Result[]) => ({
  name: "/home/site/cli/a.test.ts",
  message: "",
  assertionResults,
});
const why = { failureMessages: ["Error: no\nseed 7\nthe case\n  at a.ts:1"] };

it("the end of npm test names what failed, with three lines of why", () => {
  const broken = { ...fileOf(), message: "Cannot find module" };
  expect(
    failuresOf(
      { testResults: [fileOf(result("passed"), result("failed", why)), broken] },
      "/home/site",
    ),
  ).toEqual([
    "cli/a.test.ts > a failed test\n    Error: no\n    seed 7\n    the case",
    "cli/a.test.ts: Cannot find module",
  ]);
});

it("the end of npm test names what passed only when it was tried again", () => {
  const testResults = [fileOf(result("passed", why), result("passed"), result("failed", why))];
  expect(unsteadyIn({ testResults }, "/home/site")).toEqual([
    "cli/a.test.ts > a passed test\n    Error: no\n    seed 7\n    the case",
  ]);
});

it("the end of npm test counts what was left out, by reason", () => {
  const long = { meta: { leftOut: "only in the long run" } };
  const testResults = [
    fileOf(result("skipped", long), result("passed")),
    fileOf(result("pending", long), result("skipped")),
  ];
  expect(leftOutOf({ testResults })).toEqual(["2: only in the long run", "1: no reason given"]);
});
