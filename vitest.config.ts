import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { SLOWNESS } from "./tests/slowness.ts";
import { SlowestFirst } from "./tests/slowest-first.ts";

const ignored = ["node_modules/**", "dist/**", ".toolkit/**"];
/** Retries in continuous integration: several browsers and a server share two cores there. */
const retry = Number(process.env["TOOLKIT_RETRY"] ?? (process.env["CI"] ? 1 : 0));
/** A journey has more steps at which a busy machine may be late. */
const journeyRetry = retry > 0 ? retry + 1 : 0;

const PACKAGES = "{core,audio,cli,runtime,server,bench,scripts}";
const SOUND = `${PACKAGES}/**/*.sound.test.ts`;
/** Settings of tests that stand beside the code. */
const besideCode = {
  setupFiles: ["scripts/test-seed.ts", "tests/fail-on-leaks.ts"],
  // Ends what hangs; a shared machine takes several times as long for what reads the whole code.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What is waited for comes late on a busy machine.
  expect: { poll: { timeout: 60_000 } },
  retry,
  // Modules are loaded once, not once for each file, which took half of the time.
  isolate: false,
  // Nothing serves the encoder here, and a mock comes too late for a module that is loaded already.
  alias: [
    {
      find: /^\.\/load-lame\.ts$/,
      replacement: path.join(import.meta.dirname, "cli/audio/host/load-lame.ts"),
    },
  ],
  // Some tests only wait for servers that they have started.
  maxWorkers: Math.max(3, availableParallelism()),
};

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...besideCode,
          name: "unit",
          include: [`${PACKAGES}/**/*.test.{ts,tsx}`],
          exclude: [...ignored, SOUND],
          globalSetup: "server/db/test-postgres-setup.ts",
        },
      },
      {
        // Measures the quality of audio: takes long, and runs where audio has changed.
        test: {
          ...besideCode,
          name: "sound",
          include: [SOUND],
          exclude: ignored,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // Whole builds of small sites, each in a folder of its own.
        test: {
          name: "sites",
          setupFiles: ["scripts/test-seed.ts", "tests/sites/remove-folders.ts"],
          include: ["tests/sites/**/*.test.ts"],
          exclude: ignored,
          testTimeout: 180_000,
          retry,
          hookTimeout: 180_000,
          isolate: false,
          // Some only wait for processes that they have started.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Browser journeys over the built site.
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          exclude: ignored,
          testTimeout: 300_000 * SLOWNESS,
          // Some build a site.
          hookTimeout: 600_000,
          // As long as the browser is waited for: a second is little where others work, too.
          expect: { poll: { timeout: 60_000 * SLOWNESS } },
          // Files share modules and a browser.
          isolate: false,
          // A journey waits longer than it works.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
          retry: journeyRetry,
          globalSetup: "tests/e2e/setup.ts",
        },
      },
    ],
  },
});
