import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readToolCosts } from "#server/tool-costs.ts";
import type { TaskOf } from "./server-task.ts";
import { shareOf } from "./tool-calls.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const { toolCalls, costs } = readToolCosts(ROOT);

it("JOB-1 jobs of the site's tools run only effects that exist, and no call of a tool costs more than the tool", () => {
  const files = fs.readdirSync(path.join(ROOT, "audio/effects"));
  for (const [tool, { calls, effects }] of toolCalls) {
    for (const effect of effects) if (effect !== null) expect(files).toContain(`${effect}.ts`);
    for (const share of Object.values(calls)) expect(share).toBeLessThanOrEqual(1);
    // Otherwise the price would not limit the work.
    if (Object.keys(calls).length > 0) expect([tool, costs.get(tool)]).not.toEqual([tool, 3]);
  }
});

it("JOB-1 a tool's jobs may do what its panel asks of the engine, and nothing else", () => {
  const run: TaskOf<"run"> = { call: "run", values: [], format: "wav16" };
  const may = (tool: string, effect: string): boolean =>
    shareOf(toolCalls.get(tool)!, { ...run, effect }) !== null;
  expect(may("reverb-remover", "reverb")).toBe(true);
  expect(may("reverb-remover", "enhance")).toBe(false);
  expect(may("voice-changer", "voice")).toBe(true);
  expect(may("ai-stem-splitter", "denoise")).toBe(false);
  const calls = (tool: string) => Object.keys(toolCalls.get(tool)!.calls);
  expect(calls("ai-stem-splitter")).toEqual(["separate"]);
  expect(calls("ai-cover-generator")).toEqual(["separate", "cover"]);
  expect(calls("ai-audio-to-text")).toEqual(["transcribe"]);
  expect(calls("audio-downloader")).toEqual([]);
});
