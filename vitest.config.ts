import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/longest-first.ts";

const ignored = ["node_modules/**", "dist/**", ".toolkit/**"];
/** More than one browser and a server on two cores: what fails must fail again where nobody looks on. */
const retry = Number(process.env["TOOLKIT_RETRY"] ?? (process.env["CI"] ? 1 : 0));
/** A journey has many more moments at which the machine may have other things to do. */
const journeyRetry = retry > 0 ? retry + 1 : 0;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          setupFiles: "scripts/test-seed.ts",
          include: ["{core,audio,cli,runtime,server,bench,scripts}/**/*.test.{ts,tsx}"],
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry,
          globalSetup: "server/db/test-postgres-setup.ts",
          // Modules are loaded once, not once for each file, which took half of the time.
          isolate: false,
          // Nobody serves the encoder here, and a mock comes too late for a module that is loaded already.
          alias: [
            {
              find: /^\.\/load-lame\.ts$/,
              replacement: path.join(import.meta.dirname, "cli/audio/host/load-lame.ts"),
            },
          ],
          // Left to itself, vitest keeps a core free.
          maxWorkers: Math.max(2, availableParallelism() - 1),
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
          testTimeout: 300_000,
          // Some build a site.
          hookTimeout: 600_000,
          // As long as the browser is waited for: a second is little where others work, too.
          expect: { poll: { timeout: 60_000 } },
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
