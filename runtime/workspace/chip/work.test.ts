import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Job, JobsState } from "../../contract/job.ts";
import { createWorkStore, workOf } from "./work.ts";

const result = { id: "r", state: "stored" } as unknown as Job["results"][number];
const job = (id: string, more: Partial<Job>): Job =>
  ({
    id,
    title: id,
    state: "queued",
    own: true,
    created: 0,
    ended: null,
    results: [],
    ...more,
  }) as Job;
const done = (id: string, created: number, count = 1): Job =>
  job(id, {
    state: "done",
    created,
    ended: created + 5,
    results: Array.from({ length: count }, () => result),
  });

it("WSP-6 leads to what runs, else to what waits, else to what was done last, with its results alone", () => {
  const all = [done("a", 10), done("b", 20, 2), job("c", { created: 30 })];
  expect(workOf(all, 0)).toMatchObject({
    job: { id: "c" },
    active: 1,
    queued: 1,
    done: { job: { id: "b" }, ready: 2 },
  });
  const running = [...all, job("d", { created: 40, state: "running" }), job("e", { created: 50 })];
  expect(workOf(running, 0)).toMatchObject({
    job: { id: "d" },
    active: 3,
    queued: 2,
    done: { job: { id: "b" }, ready: 2 },
  });
  expect(workOf(all.slice(0, 2), 0)).toMatchObject({
    job: { id: "b" },
    active: 0,
    done: { job: { id: "b" }, ready: 2 },
  });
});

it("WSP-6 counts no results from before, none that are gone, and nothing of other tabs", () => {
  expect(workOf([done("a", 10)], 11)).toBeNull();
  const missing = { ...done("a", 10), results: [{ ...result, state: "missing" as const }] };
  expect(workOf([missing], 0)).toBeNull();
  expect(workOf([job("a", { state: "running", own: false })], 0)).toBeNull();
  for (const state of ["failed", "cancelled", "interrupted"] as const)
    expect(workOf([job("a", { state, ended: 5 })], 0)).toBeNull();
});

/** The work store of a tab. @param map session storage */
function openTab(map = new Map<string, string>(), first: readonly Job[] = [], restored = true) {
  let time = 1000;
  const jobs = createStore<JobsState>(() => ({ jobs: first, restored }));
  const work = createWorkStore({
    jobs,
    storage: {
      get: (key) => map.get(key) ?? null,
      set: (key, value) => void (value === null ? map.delete(key) : map.set(key, value)),
    },
    now: () => time,
  });
  return {
    work,
    map,
    put: (...next: Job[]) => jobs.setState({ jobs: next, restored: true }),
    wait: (ms: number) => (time += ms),
  };
}

it("WSP-6 is remembered for the tab from its first job on, and over the next document", () => {
  const tab = openTab();
  expect([tab.work.getState(), tab.map.size]).toEqual([null, 0]);
  tab.put(done("old", 10), job("a", { created: 900, state: "running" }));
  expect(tab.work.getState()).toMatchObject({ active: 1, done: null });
  tab.put(done("old", 10), done("a", 900));
  expect(tab.work.getState()).toMatchObject({ active: 0, done: { ready: 1 } });
  const next = openTab(tab.map, [], false);
  expect(next.map.size).toBe(1);
  next.put(done("old", 10), { ...done("a", 900), own: false });
  expect(next.work.getState()).toMatchObject({ job: { id: "a" }, done: { ready: 1 } });
});

it("WSP-6 dismissed and removed results are not shown again; later ones are", () => {
  const tab = openTab();
  tab.put(job("a", { created: 900, state: "running" }));
  tab.put(done("a", 900));
  tab.work.dismiss();
  expect([tab.work.getState(), tab.map.size]).toEqual([null, 0]);
  tab.wait(100);
  tab.put(done("a", 900), job("b", { created: 1050, state: "running" }));
  tab.put(done("a", 900), done("b", 1050));
  expect(tab.work.getState()).toMatchObject({ job: { id: "b" }, done: { ready: 1 } });
  tab.put(done("a", 900));
  expect([tab.work.getState(), tab.map.size]).toEqual([null, 0]);
});
