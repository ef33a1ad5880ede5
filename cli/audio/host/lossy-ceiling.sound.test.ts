import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import volume from "#audio/effects/volume.ts";
import { createStep } from "#audio/pipeline/step.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { openAudioFile } from "../open-file.ts";
import { processFile } from "../process-file.ts";
import { createResult } from "../write-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "ceiling-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RATE = 48_000;
let seed = 1;
const noise = (): number => ((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
const wave = (hertz: number, i: number): number => Math.sin((2 * Math.PI * hertz * i) / RATE);
const decay = (speed: number, i: number): number => Math.exp((-speed * (i % 24_000)) / RATE);
/** Sounds whose limited peaks encoders raise by 0 to 2.7 dB. */
const PROGRAMS: Readonly<Record<string, (i: number) => number>> = {
  speech: (i) => Math.max(0, wave(3, i)) ** 2 * (wave(150, i) / 2 + wave(450, i) / 4 + noise() / 8),
  drums: (i) => decay(25, i) * wave(60, i % 24_000) * 0.6 + 0.3 * noise() * decay(40, i + 12_000),
  music: (i) => 0.2 * (wave(220, i) + wave(277, i) + wave(440, i)) + 0.3 * noise() * decay(20, i),
  noise: () => noise() / 2,
  square: (i) => Math.sign(wave(110, i)) * 0.9,
};

/** Programs that have −16 LUFS below the ceiling with every encoder. */
const REACHABLE: ReadonlySet<string> = new Set(["speech", "music", "square"]);

const hasFfmpeg = ((): boolean => {
  try {
    return execFileSync("ffmpeg", ["-version"], { stdio: "pipe" }).length > 0;
  } catch {
    return false;
  }
})();
/** Only ffmpeg decodes AAC here. */
const CODECS = ["mp3", "opus", "vorbis", ...(hasFfmpeg ? (["m4a"] as const) : [])] as const;

const CASES = Object.keys(PROGRAMS).flatMap((program) =>
  CODECS.flatMap((codec) => [-16, -9].map((target) => [program, codec, target] as const)),
);

it.each(CASES)(
  "TLS-18 %s as %s at %d LUFS stays below the ceiling once decoded",
  async (program, codec, target) => {
    seed = 1;
    const input = path.join(folder, `${program}.wav`);
    const format = { sampleRate: RATE, channels: 1 };
    const original = createResult({ file: input, output: "wav24", tags: {}, duration: 2 });
    await original.write(
      [Float32Array.from({ length: 2 * RATE }, (_, i) => PROGRAMS[program]!(i))],
      format,
    );
    await original.finish();
    const output = path.join(folder, `${program}${target}.${codec === "vorbis" ? "ogg" : codec}`);
    const values = {
      mode: "loudness",
      gain: 0,
      loudness: target,
      limiter: true,
      ceiling: -1,
    } as const;
    const { signal } = new AbortController();
    const job = { input, output, format: codec === "vorbis" ? "ogg" : codec } as const;
    await processFile(
      { effect: volume as never, values, step: createStep(volume, values, null) },
      job,
      { signal, onProgress: () => {} },
    );
    const file = await openAudioFile(output);
    const meter = createLoudnessMeter(file.format);
    for await (const block of file.blocks()) meter.push(block);
    file.close();
    const { truePeak, integrated } = meter.measure();
    expect(truePeak).toBeLessThan(-0.94);
    if (target === -16 && REACHABLE.has(program))
      expect(Math.abs(integrated - target)).toBeLessThan(0.2);
  },
);
