import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Seconds that each test file took, by its path in the repository. */
export type TestDurations = Readonly<Record<string, number>>;

const ROOT = path.resolve(import.meta.dirname, "..");
/** Durations of the last runs on this machine. */
const MEASURED = path.join(ROOT, ".toolkit/tests/durations.json");
/** Durations of the slowest files, for machines that have not run the tests yet. */
const DEFAULTS = path.join(import.meta.dirname, "test-durations.json");
/** Files that take less are not worth a line of the defaults. */
const MIN_DEFAULT_SECONDS = 4;

/** What is read of a report by vitest's JSON reporter; times are in ms. */
export interface TimedReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** Durations of the last runs on this machine; where it has none, those of the repository. */
export const readTestDurations = (): TestDurations => ({ ...read(DEFAULTS), ...read(MEASURED) });

/** Records a run for the order of the next one. Files that it did not run keep their durations. */
export function recordTestDurations(report: TimedReport): void {
  mkdirSync(path.dirname(MEASURED), { recursive: true });
  write(MEASURED, { ...read(MEASURED), ...durationsIn(report, ROOT) });
}

/** Writes the defaults of the repository from the last runs on this machine. */
export function writeDefaultDurations(): void {
  const slow = Object.entries(read(MEASURED)).filter(
    ([, seconds]) => seconds >= MIN_DEFAULT_SECONDS,
  );
  write(DEFAULTS, Object.fromEntries(slow.toSorted((a, b) => b[1] - a[1])));
}

/** @param root folder that paths are relative to */
export const durationsIn = ({ testResults }: TimedReport, root: string): TestDurations =>
  Object.fromEntries(
    testResults.map(({ name, startTime, endTime }) => [
      path.relative(root, name).replaceAll("\\", "/"),
      Math.round((endTime - startTime) / 100) / 10,
    ]),
  );

function read(file: string): TestDurations {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as TestDurations;
  } catch {
    return {};
  }
}

const write = (file: string, durations: TestDurations): void =>
  writeFileSync(file, `${JSON.stringify(durations, null, 2)}\n`);
