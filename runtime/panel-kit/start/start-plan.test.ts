import { expect, it } from "vitest";
import { planStart } from "./start-plan.ts";

const run = { panel: "sketch", preset: "speak", params: { voice: "Mar" } } as const;
const tool = { slug: "text-to-speech", cost: 1 } as const;
const speech = { text: "Good evening.", name: "Good evening.", duration: 70 };
const done = {
  tool: tool.slug,
  panel: "tts",
  fileIds: [],
  text: speech.text,
  params: {},
  state: "done",
  cost: 2,
  ended: 1000,
} as const;

it("USR-7 a text is a job of its own, which costs what its speech will", () => {
  const plan = planStart([speech], run, { tool, jobs: [], now: 2000 });
  expect(plan).toEqual({
    jobs: [
      {
        ...run,
        tool: "text-to-speech",
        title: "Good evening.",
        fileIds: [],
        text: "Good evening.",
        cost: 2,
        seconds: 70,
        hostedSeconds: 0,
      },
    ],
    cost: 2,
    due: 2,
    seconds: 70,
  });
});

it("USR-10 the same text is free again for a day; another one, and any file, are not", () => {
  const dueOf = (input: Parameters<typeof planStart>[0][number]) =>
    planStart([input], run, { tool, jobs: [done], now: 2000 }).due;
  expect(dueOf(speech)).toBe(0);
  expect(dueOf({ ...speech, text: "Good morning." })).toBe(2);
  expect(dueOf({ id: "a", name: "talk.wav", duration: 70 })).toBe(2);
});

it("USR-7 a link of unknown length costs the minimum, and files add up", () => {
  const link = { text: "https://example.org/talk.mp3", name: "example.org", duration: null };
  expect(planStart([link], run, { tool, jobs: [], now: 0 })).toMatchObject({ cost: 1, seconds: 0 });
  const free = { tool: { ...tool, cost: "free" as const }, jobs: [], now: 0 };
  expect(planStart([link], run, free)).toMatchObject({ cost: 0, due: 0 });
  const files = [
    { id: "a", name: "a.wav", duration: 61 },
    { id: "b", name: "b.wav", duration: null },
  ];
  const plan = planStart(files, run, { tool, jobs: [], now: 0 });
  expect([plan.cost, plan.seconds, plan.jobs.map(({ fileIds }) => fileIds)]).toEqual([
    3,
    61,
    [["a"], ["b"]],
  ]);
});
