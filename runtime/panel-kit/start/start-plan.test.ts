import { expect, it } from "vitest";
import { lacksLength, planStart } from "./start-plan.ts";

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
    dues: [2],
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

it("JOB-6 on the servers each song of a mashup is paid for by its own length, and each call of a cover by its share", () => {
  const songs = {
    fileIds: ["a", "b"],
    name: "a + b",
    duration: 200,
    lengths: [130, 200],
  };
  const context = { tool: { slug: "mashup", cost: 2 as const }, jobs: [], now: 0 };
  const remote = { ...run, onServer: true };
  const plan = planStart([songs], remote, { ...context, serverPrice: 1.5 });
  expect([plan.cost, plan.due, plan.jobs[0]!.lengths]).toEqual([6 + 9, 15, [130, 200]]);
  // On the device the longest one counts.
  const local = planStart([songs], run, context);
  expect([local.cost, local.jobs[0]!.lengths]).toEqual([6, undefined]);
  const song = { id: "a", name: "a.wav", duration: 61 };
  const costOf = (serverShares: readonly number[]) =>
    planStart([song], { ...remote, serverShares }, { ...context, serverPrice: 1.5 }).cost;
  expect([costOf([0.5, 0.5]), costOf([0.5])]).toEqual([4, 2]);
});

it("USR-7 an input of unknown length has no price on the servers; each of several files counts", () => {
  const file = { id: "a", name: "a.wav" };
  const files = { fileIds: ["a", "b"], name: "a, b", duration: 90 };
  expect([null, 0, NaN, 5].map((duration) => lacksLength({ ...file, duration }))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(
    [[90, 0], [90, 5], undefined].map((lengths) =>
      lacksLength({ ...files, ...(lengths && { lengths }) }),
    ),
  ).toEqual([true, false, false]);
});
