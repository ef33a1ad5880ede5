import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { framesOf } from "#audio/signal/blocks.ts";
import { needs } from "#tests/left-out.ts";
import { openAudioFile } from "../open-file.ts";
import { createResult } from "../write-file.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
const folder = mkdtempSync(path.join(os.tmpdir(), "matroska-generations-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a sound, reads it and writes that, four times. @returns frames in each generation */
async function framesByGeneration(output: "webm" | "mkv", frames: number): Promise<number[]> {
  const fileOf = (generation: number): string =>
    path.join(folder, `${frames}-${generation}.${output}`);
  const create = (generation: number) =>
    createResult({ file: fileOf(generation), output, tags: {}, duration: 0 });
  const first = create(0);
  const plane = Float32Array.from({ length: frames }, (_, i) => 0.3 * Math.sin(i / 9));
  await first.write([plane, plane], { sampleRate: 48_000, channels: 2 });
  await first.finish();
  const counts: number[] = [];
  for (let generation = 0; generation < 4; generation++) {
    const source = await openAudioFile(fileOf(generation));
    const next = create(generation + 1);
    let count = 0;
    for await (const block of source.blocks()) {
      count += framesOf(block);
      await next.write(block, source.format);
    }
    await next.finish();
    source.close();
    counts.push(count);
  }
  return counts;
}

describe("Matroska of Matroska, without pictures", () => {
  it.each([96_240, 48_000, 1000])("TLS-18 %i frames of Opus stay as many", async (frames) => {
    expect(await framesByGeneration("webm", frames)).toEqual([frames, frames, frames, frames]);
  });

  it.each([96_240, 48_000])(
    "TLS-18 %i frames of AAC stay as many, but for its times in whole milliseconds",
    needs(hasFfmpeg, "ffmpeg"),
    async (frames) => {
      for (const [generation, count] of (await framesByGeneration("mkv", frames)).entries())
        expect(Math.abs(count - frames)).toBeLessThanOrEqual(48 * (generation + 1));
    },
  );
});
