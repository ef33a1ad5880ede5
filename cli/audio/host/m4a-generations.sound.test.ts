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
const folder = mkdtempSync(path.join(os.tmpdir(), "m4a-generations-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("M4A of M4A", () => {
  it.each([
    [44_100, 44_100],
    [30_001, 44_100],
    [20_481, 48_000],
    [1025, 32_000],
  ])(
    "TLS-18 %i frames at %i Hz stay as many and as loud in four generations",
    needs(hasFfmpeg, "ffmpeg"),
    async (frames, sampleRate) => {
      const plane = Float32Array.from({ length: frames }, (_, i) => 0.3 * Math.sin(i / 9));
      const create = (generation: number) =>
        createResult({
          file: path.join(folder, `${generation}.m4a`),
          output: "m4a",
          tags: {},
          duration: 0,
        });
      const first = create(0);
      await first.write([plane, plane], { sampleRate, channels: 2 });
      await first.finish();
      for (let generation = 0; generation < 4; generation++) {
        const source = await openAudioFile(path.join(folder, `${generation}.m4a`));
        const next = create(generation + 1);
        let [count, product, square] = [0, 0, 0];
        for await (const block of source.blocks()) {
          for (const [i, sample] of block[0]!.entries()) {
            const original = plane[count + i] ?? 0;
            product += sample * original;
            square += original * original;
          }
          count += framesOf(block);
          await next.write(block, source.format);
        }
        await next.finish();
        source.close();
        expect(count).toBe(frames);
        // An encoder alters the ends of a sound, which are a large part of one as short as a
        // packet.
        const maxDb = frames < 2048 ? 0.1 : 0.05;
        expect(Math.abs(20 * Math.log10(product / square))).toBeLessThan(maxDb);
      }
    },
  );
});
