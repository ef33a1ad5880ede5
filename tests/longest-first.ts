import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/**
 * Where nothing is known of earlier runs, vitest goes by the size of files. These take longer than their
 * size tells, the longest first: one that begins last would have the others wait for it.
 */
const LONGEST = [
  "server/accounts/limits",
  "server/ledger/model",
  "cli/audio/process",
  "cli/audio/studio/forms",
  "audio/effects/restoration",
  "cli/models/models",
  "runtime/ui/field/text-limit-browser",
  "tests/sites/kill",
  "tests/sites/incremental",
  "tests/sites/faults",
  "tests/sites/sequences",
  "tests/sites/publish",
  "tests/e2e/first-minute",
  "tests/e2e/offline",
  "tests/e2e/panel",
  "tests/e2e/axe",
  "tests/e2e/account-pages",
  "tests/e2e/panel-access",
  "tests/e2e/enhance",
  "tests/e2e/deploy",
  "tests/e2e/model-hub",
  "tests/e2e/hydration",
  "tests/e2e/layout",
  "tests/e2e/chip",
  "tests/e2e/mixer",
  "tests/e2e/journey",
  "tests/e2e/same-sound",
  "tests/e2e/rendering",
  "tests/e2e/dev",
  "tests/e2e/memory",
  "tests/e2e/studio-forms",
  "tests/e2e/offline-tools",
  "tests/e2e/proof",
];

/** Begins with what takes longest, so that all workers end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
