import fs from "node:fs";
import path from "node:path";

/** A job as it was shown from its start to its end. */
export interface Recording {
  readonly name: string;
  /** Words of the stages that say nothing about the rest (`JobProgress.uncertain`). */
  readonly uncertain?: string;
  /** Each change: ms since its start, what was done from 0 to 1 (null: nothing was said), what stood beside it. */
  readonly moments: readonly (readonly [at: number, done: number | null, text: string])[];
}

const FILE = path.join(import.meta.dirname, "recordings.json");

export const readRecordings = (): Recording[] =>
  fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, "utf8")) as Recording[]) : [];

/** Written so that each recording is one line. */
export const writeRecordings = (recordings: readonly Recording[]): void =>
  fs.writeFileSync(FILE, `[\n${recordings.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
