import type { TestOptions } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Why the test is not made in this run; the end of `npm test` lists the reasons. */
    leftOut?: string;
  }
}

/** Whether tests make all cases instead of a sample, and those that take long. */
export const isLong = process.env["TOOLKIT_LONG"] === "1";

/**
 * Of ways that differ in language and screen alone the last: from right to left, in words that are no
 * Latin ones. The long run goes all.
 */
export const hardest = <T>(ways: readonly T[]): readonly T[] => (isLong ? ways : ways.slice(-1));

/** Of cases that differ in what they are given alone the first ones. The long run goes all. */
export const sampleOf = <T>(count: number, cases: readonly T[]): readonly T[] =>
  isLong ? cases : cases.slice(0, count);

/** Options of a test that means something only in some places. @param where it does: "on Linux" */
export const only = (isThere: boolean, where: string): TestOptions =>
  isThere ? {} : { skip: true, meta: { leftOut: `only ${where}` } };

/** Options of a test that takes long. */
export const inLongRun = only(isLong, "in the long run (npm run test:long)");

/**
 * Options of a test that needs something of the machine. The long run leaves nothing unproved: there the
 * test is made all the same, and fails.
 */
export const needs = (isThere: boolean, what: string): TestOptions =>
  isThere || isLong ? {} : { skip: true, meta: { leftOut: `needs ${what}` } };
