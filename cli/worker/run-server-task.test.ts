import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { COVER_PARAMETERS } from "#audio/cover/cover-values.ts";
import volume from "#audio/effects/volume.ts";
import { parseValues } from "#audio/parameters.ts";
import type { Levels } from "#audio/tasks/measure/levels.ts";
import type { CoverResult } from "#audio/tasks/run-cover.ts";
import type { RunResult } from "#audio/tasks/run-request.ts";
import type { SeparationResult } from "#audio/tasks/run-separation.ts";
import { parseJobFacts, writeJobFacts } from "#core/jobs/job-facts.ts";
import { type ServerTask, type TaskOf, FACTS, outputNames } from "#core/jobs/server-task.ts";
import { wavOf } from "#tests/e2e/sounds.ts";
import { type NodeTask, localFiles, runTask } from "../audio/tasks/run-task.ts";
import { HOME } from "../files/home.ts";
import { runServerTask } from "./run-server-task.ts";

const SONG = wavOf(
  { seconds: 2, rate: 22_050 },
  (time) => 0.2 * Math.sin(2 * Math.PI * 440 * time),
);
const RUN: TaskOf<"run"> = {
  call: "run",
  effect: "volume",
  values: [{ name: "gain", value: "3" }],
  format: "flac",
  lowerBy: 1,
};
const SEPARATE: TaskOf<"separate"> = {
  call: "separate",
  preset: "stems",
  stems: [
    { stem: "vocals", parts: ["vocals"] },
    { stem: "backing", parts: ["drums", "bass", "other"] },
  ],
  format: "wav16",
  part: [0, 1.5],
};
const COVER: TaskOf<"cover"> = {
  call: "cover",
  vocals: "upload",
  isLeaky: false,
  takes: ["backing", "voice"],
  values: [{ name: "pitch", value: "2" }],
  format: "flac",
};

let folder: string;
let input: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "server-task-"));
  input = path.join(folder, "song.wav");
  fs.writeFileSync(input, SONG);
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Runs the task of a job on the song, which is also its own vocals. */
async function runJob(task: ServerTask, seconds = 2) {
  const outputs = outputNames(task).map((name) => path.join(folder, name));
  const request = { task, inputs: [input, input], outputs, seconds, root: HOME, home: HOME };
  const result = await runServerTask({ ...request, model: null }, () => {});
  return { result, outputs: outputs.map((file) => fs.readFileSync(file)) };
}

/** Runs a task of the engine. */
async function runEngine(task: NodeTask<string>) {
  const files: Buffer[] = [];
  const result = await runTask(task, {
    root: HOME,
    home: HOME,
    files: localFiles,
    write: async (at, position, data) => {
      const before = files[at] ?? Buffer.alloc(0);
      files[at] = Buffer.alloc(Math.max(position + data.length, before.length));
      files[at].set(before);
      files[at].set(data, position);
    },
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  return { files, result };
}

it("JOB-2 each call of a job writes what the engine writes, and reports what it reports", async () => {
  const file = input;
  const { values } = parseValues(volume.parameters, { gain: 3 }, "volume");
  const { values: cover } = parseValues(COVER_PARAMETERS, { pitch: 2 }, "cover");
  const { preset: _, part, ...separate } = SEPARATE;
  const made = { call: "cover", isLeaky: false, takes: COVER.takes } as const;
  const cases: readonly [task: ServerTask, same: NodeTask<string>][] = [
    [RUN, { call: "run", effect: "volume", file, values, output: "flac", lowerBy: 1 }],
    [
      { call: "run", values: [], format: "wav24" },
      { call: "run", effect: null, file, values: {}, output: "wav24" },
    ],
    [
      SEPARATE,
      { ...separate, file, preset: "stems", output: "wav16", part: [part![0]!, part![1]!] },
    ],
    [COVER, { ...made, file, vocals: file, values: cover, output: "flac" }],
  ];
  for (const [task, same] of cases) {
    const { files, result } = await runEngine(same);
    const { outputs, result: answer } = await runJob(task);
    const facts = outputs.pop()!;
    expect([task.call, outputs.map((bytes, at) => bytes.equals(files[at]!))]).toEqual([
      task.call,
      files.map(() => true),
    ]);
    expect(parseJobFacts(task.call, facts.toString())).toEqual(result);
    expect(answer.outputs).toHaveLength(outputNames(task).length);
    expect(answer.inputSeconds).toBe(task.call === "separate" ? 1.5 : 2);
    for (const name of outputNames(task)) fs.rmSync(path.join(folder, name));
  }
});

it("JOB-2 facts are of the types that the engine resolves to, with infinite levels", () => {
  const format = { sampleRate: 48_000, channels: 2 };
  const silent: Levels = { lufs: -Infinity, truePeak: -Infinity, noise: Number.NaN };
  const sound = {
    input: format,
    output: format,
    frames: [1, 2],
    notes: [],
    before: silent,
  } as const;
  const run: RunResult = { ...sound, findings: null, unchanged: null, after: silent };
  const separation: SeparationResult = { ...sound, after: [silent], isMono: true, runsWith: null };
  const cover: CoverResult = { ...sound, after: [silent, silent] };
  const runAgain: RunResult = parseJobFacts("run", writeJobFacts<"run">(run));
  const separated: SeparationResult = parseJobFacts(
    "separate",
    writeJobFacts<"separate">(separation),
  );
  const covered: CoverResult = parseJobFacts("cover", writeJobFacts<"cover">(cover));
  expect([runAgain, separated, covered]).toEqual([run, separation, cover]);
  expect(() => parseJobFacts("separate", writeJobFacts<"cover">(cover))).toThrow();
});

it("USR-15 a separation that removed almost nothing says so, as on the device", async () => {
  const unchangedOf = async (preset: string, stems: readonly string[]) => {
    const task = { ...SEPARATE, preset, stems: stems.map((stem) => ({ stem, parts: [stem] })) };
    const { outputs } = await runJob(task);
    for (const name of outputNames(task)) fs.rmSync(path.join(folder, name));
    return parseJobFacts("separate", outputs.at(-1)!.toString()).unchanged;
  };
  expect(await unchangedOf("no-guitar", ["guitar", "rest"])).toBe("notFound");
  expect(await unchangedOf("no-bass", ["bass", "rest"])).toBeUndefined();
});

it("JOB-3 a task that names what does not exist, and an input that is too long, are faults", async () => {
  const cases: readonly [fault: string, task: ServerTask][] = [
    ["EFFECT_UNKNOWN", { ...RUN, effect: "no-such-effect" }],
    ["PARAMETER_INVALID", { ...RUN, values: [{ name: "gain", value: "loud" }] }],
    ["OUTPUT_FORMAT_UNKNOWN", { ...SEPARATE, format: "mp4" }],
    ["PARAMETER_UNKNOWN", { ...COVER, values: [{ name: "gain", value: "3" }] }],
    ["task_invalid", { ...SEPARATE, preset: "no-such-preset" }],
    ["task_invalid", { ...SEPARATE, stems: [{ stem: "all", parts: ["horns"] }] }],
    ["model_missing", { call: "transcribe" }],
  ];
  for (const [fault, task] of cases)
    await expect(runJob(task)).rejects.toMatchObject({ code: fault });
  fs.writeFileSync(
    input,
    wavOf({ seconds: 9, rate: 8000 }, () => 0.1),
  );
  fs.rmSync(path.join(folder, FACTS), { force: true });
  for (const task of [RUN, SEPARATE, COVER]) {
    await expect(runJob({ ...task, part: [0, 9] }, 1)).rejects.toMatchObject({
      code: "longer_than_paid",
    });
    for (const name of outputNames(task)) fs.rmSync(path.join(folder, name), { force: true });
  }
});
