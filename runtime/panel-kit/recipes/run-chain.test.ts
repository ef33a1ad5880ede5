import { describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import type { Cost } from "#core/page/page.ts";
import type { FilesState, JobResult, Saving, TrayFile } from "../../contract/file.ts";
import type { Job, JobSpec, JobState } from "../../contract/job.ts";
import type { StartRequest } from "../../contract/start.ts";
import { type ChainDeps, type ChainStep, costOfChain, runChain } from "./run-chain.ts";

const toolOf = (preset: string, cost: Cost): WorkspaceTool =>
  ({ panel: "enhance", preset, slug: preset, cost }) as WorkspaceTool;
const stepOf = (preset: string, cost: Cost = "free"): ChainStep => ({
  tool: toolOf(preset, cost),
  params: { values: { strength: 1 } },
});
const fileOf = (id: string, duration: number): TrayFile =>
  ({ id, name: `${id}.mp3`, duration }) as TrayFile;
const FILES = [fileOf("a", 50), fileOf("b", 70)];

/** A queue whose jobs end with given states as soon as they start, each with one result. */
function createQueue(
  stateOf: (spec: JobSpec) => JobState = () => "done",
  /** Number of the start that is aborted, from 1; 0 for none. */
  abortedAt = 0,
) {
  const jobs = createStore<{ readonly jobs: readonly Job[]; readonly restored: boolean }>(() => ({
    jobs: [],
    restored: true,
  }));
  const started: JobSpec[] = [];
  const dues: (readonly number[])[] = [];
  const requests: StartRequest[] = [];
  let selected: readonly string[] = ["a", "b"];
  let isStarted = false;
  const end = (spec: JobSpec, id: string): Job => {
    const saving = { seconds: 40 } as Saving;
    const result = { id: `${id}-result`, name: `${spec.title}.wav`, saving } as JobResult;
    return { ...spec, id, state: stateOf(spec), results: [result], ended: 1 } as unknown as Job;
  };
  const deps: ChainDeps = {
    jobs,
    files: {
      getState: () => ({ selected }) as FilesState,
      addResult({ id }) {
        selected = [...selected, `file of ${id}`];
        return `file of ${id}`;
      },
      select: (ids) => (selected = ids),
    },
    starter: {
      start(request) {
        const { jobs: specs, due, dues: each, onStarted, onAborted } = request;
        requests.push(request);
        expect(each.reduce((sum, one) => sum + one, 0)).toBe(due);
        if (requests.length === abortedAt) return onAborted!();
        const ids = specs.map((_, at) => `job ${started.length + at}`);
        started.push(...specs);
        dues.push(each);
        const running = specs.map((spec, at) => ({ ...end(spec, ids[at]!), state: "running" }));
        const before = jobs.getState().jobs;
        jobs.setState({ jobs: [...before, ...(running as Job[])] });
        onStarted!(ids);
        queueMicrotask(() =>
          jobs.setState({ jobs: [...before, ...specs.map((spec, at) => end(spec, ids[at]!))] }),
        );
      },
    },
    formatOf: async (id) => (id === "a" ? "mp3" : "flac"),
    onStarted: () => (isStarted = true),
    now: () => 2,
  };
  return {
    deps,
    started,
    dues,
    requests,
    selected: () => selected,
    choose: (ids: readonly string[]) => (selected = ids),
    isStarted: () => isStarted,
  };
}

describe("TLS-17 a recipe of several steps", () => {
  it("gives the results of a step to the next, as floats until the last", async () => {
    const { deps, started, selected, isStarted } = createQueue();
    expect(await runChain([stepOf("denoise"), stepOf("echo")], FILES, null, deps)).toEqual({
      count: 2,
      stoppedAt: null,
    });
    const shown = started.map(({ preset, fileIds, params, seconds }) => [
      preset,
      ...fileIds,
      params["output"],
      seconds,
    ]);
    expect(shown).toEqual([
      ["denoise", "a", "wav32f", 50],
      ["denoise", "b", "wav32f", 70],
      ["echo", "file of job 0-result", "mp3", 40],
      ["echo", "file of job 1-result", "flac", 40],
    ]);
    expect(started[0]!.params["values"]).toEqual({ strength: 1 });
    expect(selected()).toEqual(["a", "b"]);
    expect(isStarted()).toBe(true);
  });

  it("asks for the credits of all steps before the first", async () => {
    const { deps, dues } = createQueue();
    const steps = [stepOf("denoise", 1), stepOf("echo", 2)];
    const earlier = { jobs: [], now: 0 };
    const separately = steps.map((step) => costOfChain([step], FILES, earlier));
    const sum = costOfChain(steps, FILES, earlier);
    expect(separately[0]).toBeGreaterThan(0);
    expect(sum).toBe(separately[0]! + separately[1]!);
    await runChain(steps, FILES, "mp3", deps);
    expect(dues).toEqual([
      [3, 4],
      [2, 2],
    ]);
    expect(sum).toBe(7);
  });

  it("leaves out files whose job fails, and stops when none is left", async () => {
    const some = createQueue(({ fileIds }) => (fileIds[0] === "a" ? "failed" : "done"));
    expect(await runChain([stepOf("denoise"), stepOf("echo")], FILES, "mp3", some.deps)).toEqual({
      count: 1,
      stoppedAt: 1,
    });
    expect(some.started.map(({ preset, title }) => [preset, title])).toEqual([
      ["denoise", "a.mp3"],
      ["denoise", "b.mp3"],
      ["echo", "b.mp3.wav"],
    ]);
    const none = createQueue(() => "cancelled");
    expect(await runChain([stepOf("denoise"), stepOf("echo")], FILES, "mp3", none.deps)).toEqual({
      count: 0,
      stoppedAt: 1,
    });
    expect(none.started.map(({ preset }) => preset)).toEqual(["denoise", "denoise"]);
  });

  it("ends where a step does not start, and says which one", async () => {
    const steps = [stepOf("denoise"), stepOf("echo")];
    const first = createQueue(() => "done", 1);
    expect(await runChain(steps, FILES, "mp3", first.deps)).toBeNull();
    expect(first.isStarted()).toBe(false);
    const second = createQueue(() => "done", 2);
    expect(await runChain(steps, FILES, "mp3", second.deps)).toEqual({ count: 0, stoppedAt: 2 });
  });

  it("is neither started in part nor without its later steps", async () => {
    const { deps, requests } = createQueue();
    await runChain([stepOf("denoise", 1), stepOf("echo", 1)], FILES, "mp3", deps);
    expect(requests.map(({ isStep, takesPart }) => [isStep, takesPart])).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it("leaves the visitor's choice of files as it is", async () => {
    const { deps, selected, choose } = createQueue((spec) => {
      if (spec.preset === "denoise") choose(["c"]);
      return "done";
    });
    await runChain([stepOf("denoise"), stepOf("echo"), stepOf("level")], FILES, "mp3", deps);
    expect(selected()).toEqual(["c"]);
  });
});
