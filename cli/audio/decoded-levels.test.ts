import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { createRandom } from "#bench/audio/random.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { decodedLevels } from "./decoded-levels.ts";
import { createResult } from "./write-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "decoded-levels-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);

it.each(["mp3", "ogg", "opus"])(
  "TLS-3 what players decode of %s stays below the ceiling, too",
  async (ending) => {
    const random = createRandom(7);
    const noise = Float32Array.from({ length: 88_200 }, () => 0.2 * random.normal());
    const source = createResult({ file: at("noise.wav"), output: "wav32f", tags: {}, duration: 2 });
    await source.write([noise], { sampleRate: 44_100, channels: 1 });
    await source.finish();
    const settings = ["mode=loudness", "loudness=-9"].flatMap((one) => ["--set", one]);
    const out = at(`loud.${ending}`);
    const ran = await run(folder, ["process", "volume", at("noise.wav"), "-o", out, ...settings]);
    expect(ran.code).toBe(0);
    const { truePeak } = (await decodedLevels(out))!;
    expect(truePeak).toBeLessThan(-0.95);
    // It is not attenuated more than necessary.
    expect(truePeak).toBeGreaterThan(-3);
  },
);

it.each(["mp3", "ogg", "opus"])(
  "TLS-18 the loudness of %s is reported as players decode it, and a missed target as well",
  async (ending) => {
    const random = createRandom(7);
    const noise = Float32Array.from({ length: 132_300 }, () => 0.1 * random.normal());
    const file = at("quiet.wav");
    const source = createResult({ file, output: "wav32f", tags: {}, duration: 3 });
    await source.write([noise], { sampleRate: 44_100, channels: 1 });
    await source.finish();
    const settings = ["mode=loudness", "loudness=-4", "ceiling=-4"].flatMap((one) => [
      "--set",
      one,
    ]);
    const out = at(`missed.${ending}`);
    const ran = await run(folder, ["process", "volume", file, "-o", out, ...settings]);
    const { lufs } = (await decodedLevels(out))!;
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining("AUDIO_SOFTER") as unknown });
    expect(ran.err).toContain(`has ${lufs.toFixed(1)} LUFS`);
    expect(ran.err.split("AUDIO_SOFTER")).toHaveLength(2);
  },
);

it.each(["mp3", "ogg", "opus"])(
  "TLS-18 %s has its loudness once it is decoded, with one more encoding at most",
  async (ending) => {
    const random = createRandom(3);
    // Bursts whose peaks the limiter and the encoder both lower.
    const bursts = Float32Array.from(
      { length: 5 * 48_000 },
      (_, i) => 0.5 * random.normal() * Math.exp(-(i % 12_000) / 3000),
    );
    const file = at("bursts.wav");
    const source = createResult({ file, output: "wav32f", tags: {}, duration: 5 });
    await source.write([bursts], { sampleRate: 48_000, channels: 1 });
    await source.finish();
    const settings = ["mode=loudness", "loudness=-20"].flatMap((one) => ["--set", one]);
    const out = at(`bursts.${ending}`);
    const ran = await run(folder, ["process", "volume", file, "-o", out, ...settings]);
    expect(ran.code).toBe(0);
    const { lufs, truePeak } = (await decodedLevels(out))!;
    expect(Math.abs(lufs + 20)).toBeLessThan(0.2);
    expect(truePeak).toBeLessThan(-0.95);
    // Neither the sound before the encoder nor other attempts are left behind.
    expect(readdirSync(folder).filter((name) => name.includes("part"))).toEqual([]);
  },
);
