import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Where nothing is known of earlier runs, vitest goes by the size of files. These are short ones. */
const LONG = /\/e2e\/(axe|hydration|rendering|csp|layout)\.test\.ts$/;

/** Begins with what takes longest, so that all workers end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
