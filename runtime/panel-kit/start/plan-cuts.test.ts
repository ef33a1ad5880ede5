import { expect, it } from "vitest";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import type { SteadyJob } from "../../contract/job.ts";
import { planCuts } from "./plan-cuts.ts";

const tool = { slug: "silence-remover", cost: 1 } as WorkspaceTool;
const model = { id: "vad", files: [], form: {} };
const jobOf = (more: Partial<SteadyJob>): SteadyJob =>
  ({
    tool: tool.slug,
    panel: "enhance",
    preset: "silence",
    fileIds: ["a"],
    text: null,
    params: { values: { pause: 1, keep: [] }, output: "mp3", automatic: true },
    state: "done",
    cost: 2,
    ended: 1000,
    onServer: false,
    ...more,
  }) as SteadyJob;
const file = { id: "a", name: "a.wav", duration: 120 };
const chosen = { file, values: { pause: 1 }, keep: [[3, 4]], output: "flac" } as const;

it("USR-10 other kept ranges of a paid result are free, and asked for where they are not", () => {
  const job = jobOf({});
  const again = planCuts(job, chosen, { tool, jobs: [job], now: 2000 });
  expect(again).toEqual({
    jobs: [
      {
        panel: "enhance",
        preset: "silence",
        tool: "silence-remover",
        title: "a.wav",
        fileIds: ["a"],
        params: { values: { pause: 1, keep: [[3, 4]] }, output: "flac" },
        cost: 2,
        seconds: 120,
        hostedSeconds: 0,
      },
    ],
    due: 0,
    dues: [0],
    cost: 1,
    takesPart: false,
  });
  expect(planCuts(job, chosen, { tool, jobs: [], now: 2000 }).due).toBe(2);
});

it("USR-10 they are applied with the model, the place and the part of the result", () => {
  const params = { values: {}, output: "mp3", model, part: [60, 120] } as const;
  const job = jobOf({ params, onServer: true } as unknown as Partial<SteadyJob>);
  const again = planCuts(job, chosen, { tool, jobs: [job], now: 2000, serverPrice: 3 });
  expect(again.jobs[0]).toMatchObject({
    onServer: true,
    seconds: 60,
    params: { model: { id: "vad" }, part: [60, 120] },
  });
  expect(again.due).toBe(3);
});
