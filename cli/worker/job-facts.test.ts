import { expect, it } from "vitest";
import type { Findings } from "#audio/effect.ts";
import { type JobFacts, parseJobFacts, writeJobFacts } from "#core/jobs/job-facts.ts";

/** Every property of findings: the compiler asks for new ones here, and the schema has to keep them. */
const FINDINGS: Required<Omit<Findings, "ranges">> & {
  readonly ranges: readonly Required<NonNullable<Findings["ranges"]>[number]>[];
} = {
  changes: 1,
  ranges: [{ start: 0.5, end: 2, sureness: 0.75, gain: -6 }],
  figures: { integratedLufs: Number.NEGATIVE_INFINITY },
};

it("JOB-6 the findings of a task arrive with all of their properties", () => {
  const sound = { sampleRate: 48_000, channels: 1 };
  const levels = { lufs: -20, truePeak: -3, noise: -60 };
  const facts: JobFacts<"run"> = {
    input: sound,
    output: sound,
    frames: [48_000, 48_000],
    before: levels,
    after: levels,
    notes: [],
    findings: FINDINGS,
    unchanged: null,
  };
  expect(parseJobFacts("run", writeJobFacts<"run">(facts)).findings).toEqual(FINDINGS);
});
