import { type TestSpecification, BaseSequencer } from "vitest/node";

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
  "tests/sites/faults",
  "tests/sites/incremental",
  "tests/sites/sequences",
  "tests/sites/publish",
  "tests/e2e/offline",
  "tests/e2e/enhance",
  "tests/e2e/karaoke",
  "tests/e2e/model-hub",
  "tests/e2e/mixer",
  "tests/e2e/deploy",
  "tests/e2e/first-minute",
  "tests/e2e/panel",
  "tests/e2e/account",
  "tests/e2e/mashup",
  "tests/e2e/navigation",
  "tests/e2e/download",
  "tests/e2e/animation",
  "tests/e2e/dev",
  "tests/e2e/multitrack",
  "tests/e2e/editor",
  "tests/e2e/audio",
  "tests/e2e/video",
  "tests/e2e/workspace",
  "tests/e2e/tray",
  "tests/e2e/account-pages",
  "tests/e2e/chip",
  "tests/e2e/transcript",
  "tests/e2e/transcript-engines",
  "tests/e2e/studio-devices",
  "tests/e2e/panel-access",
  "tests/e2e/axe",
  "tests/e2e/hydration",
  "tests/e2e/errors",
  "tests/e2e/journey",
  "tests/e2e/layout",
  "tests/e2e/result",
  "tests/e2e/crawl",
  "tests/e2e/podcast",
  "tests/e2e/same-sound",
  "tests/e2e/studio-forms",
  "tests/e2e/studio-speaking",
  "tests/e2e/voice-changer",
  "tests/e2e/asmr",
  "tests/e2e/search",
  "tests/e2e/conditions",
  "tests/e2e/keyboard",
  "tests/e2e/csp",
  "tests/e2e/memory",
  "tests/e2e/studio-stems",
  "tests/e2e/rating",
  "tests/e2e/proof",
  "tests/e2e/offline-tools",
  "tests/e2e/studio-model",
  "tests/e2e/rendering",
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
