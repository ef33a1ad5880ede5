import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readTestDurations } from "./test-durations.ts";

/** Runs the slowest test files first, so that all workers finish at about the same time. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readTestDurations();
    const secondsOf = ({ moduleId }: TestSpecification): number =>
      durations[moduleId.slice(this.ctx.config.root.length + 1)] ?? 0;
    // The sort is stable: files without a duration keep the order that vitest gives them.
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
