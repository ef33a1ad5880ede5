import { BlobSource, Input, ALL_FORMATS } from "mediabunny";
import { describe, expect, it } from "vitest";
import { type Block, type Effect, defineEffect } from "../effect.ts";
import { levelOf, readWav, stereoWav, wavOf } from "#tests/e2e/sounds.ts";
import { reductionToFit } from "../media/problems/notes.ts";
import type { OutputFormat } from "../media/writers/output-formats.ts";
import { prepareStep } from "../pipeline/step.ts";
import { openWriter } from "../media/write-audio.ts";
import { encoders } from "#runtime/audio/worker/host/encoders.ts";
import { openSound } from "#runtime/audio/worker/open/open-sound.ts";
import { failureOf } from "./failure.ts";
import type { RunRequest, RunResult } from "#runtime/audio/worker/effect/run-request.ts";
import { runEffect } from "./run-effect.ts";

const halve = defineEffect({
  id: "halve",
  parameters: {},
  length: "same",
  neutral: null,
  create: () => ({
    process: (block) => block.map((plane) => plane.map((value) => value / 2)),
    finish: () => null,
  }),
});

/** Runs a task as the worker does, and collects the output. */
async function run(
  file: Blob,
  {
    output = "wav16",
    effect,
    ...rest
  }: { output?: OutputFormat; effect?: unknown } & Pick<
    RunRequest,
    "part" | "preview" | "lowerBy" | "measured"
  > = {},
): Promise<{ result: RunResult; bytes: Buffer; done: (number | null)[] }> {
  let bytes: Buffer = Buffer.alloc(0);
  const done: (number | null)[] = [];
  const result = await runEffect(
    { effect: effect ? "given" : null, file, values: {}, output, ...rest },
    {
      openSource: openSound,
      // The browser's Vorbis encoder is not available here.
      openWriter: (options) =>
        openWriter(
          { ...options, output: options.output === "vorbis" ? "wav16" : options.output },
          encoders,
        ),
      loadEffect: async () => effect as Effect,
      prepareStep: (given, values) =>
        prepareStep(given, values as never, { bytes: async () => new ArrayBuffer(0) }),
      openNet: () => Promise.reject(new Error("No net is here")),
      onProgress: (part) => done.push(part),
      async write(position, data) {
        const longer = Buffer.alloc(Math.max(bytes.length, position + data.length));
        longer.set(bytes);
        longer.set(data, position);
        bytes = longer;
      },
    },
  );
  return { result, bytes, done };
}

const tone = wavOf({ seconds: 0.5 }, (time) => 0.5 * Math.sin(2 * Math.PI * 440 * time));
const blob = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>]);
const withField = (at: number, value: number, size: 2 | 4): Blob => {
  const copy = Buffer.from(tone);
  if (size === 2) copy.writeUInt16LE(value, at);
  else copy.writeUInt32LE(value, at);
  return blob(copy);
};
/** A WAV file of 32-bit floats with one channel. */
function floatsOf(values: readonly number[]): Blob {
  const file = Buffer.alloc(44 + 4 * values.length);
  tone.copy(file, 0, 0, 44);
  file.writeUInt32LE(36 + 4 * values.length, 4);
  file.writeUInt16LE(3, 20);
  file.writeUInt32LE(4 * 16_000, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(32, 34);
  file.writeUInt32LE(4 * values.length, 40);
  for (const [at, value] of values.entries()) file.writeFloatLE(value, 44 + 4 * at);
  return blob(file);
}

describe("a run", () => {
  it.each(
    (["wav16", "wav24", "flac", "mp3", "opus"] as const).flatMap((output) =>
      [0.3, 7].map((peak) => [output, peak] as const),
    ),
  )(
    "TLS-18 %s says how far peaks of %d dBFS were clipped, and is not if lowered",
    async (output, peak) => {
      const top = 10 ** (peak / 20);
      const loud = floatsOf(Array.from({ length: 8000 }, (_, i) => top * Math.sin(i / 9)));
      const { result } = await run(loud, { output });
      expect(result.notes).toContain("overload");
      expect(result.clippedPeak).toBeCloseTo(peak, 1);
      const lowered = await run(loud, { output, lowerBy: reductionToFit(peak) });
      expect(lowered.result.notes).not.toContain("overload");
      expect(lowered.result.clippedPeak).toBeUndefined();
      expect(lowered.result.after.truePeak).toBeLessThan(0);
    },
  );

  it("TLS-18 a segment says it, too; WAV of floats is not clipped", async () => {
    const loud = floatsOf(Array.from({ length: 8000 }, (_, i) => 2 * Math.sin(i / 9)));
    expect((await run(loud, { part: [0.1, 0.3] })).result.clippedPeak).toBeCloseTo(6, 1);
    expect((await run(loud, { output: "wav32f" })).result.notes).toEqual([]);
  });

  it("TLS-2 gives the samples of a WAV file back bit for bit", async () => {
    const { bytes, result } = await run(blob(tone));
    expect(readWav(bytes)).toEqual(readWav(tone));
    expect(result.frames).toEqual([8000, 8000]);
  });

  it.each(["wav24", "wav32f"] as const)("TLS-2 writes %s without loss", async (output) => {
    expect(readWav((await run(blob(tone), { output })).bytes)).toEqual(readWav(tone));
  });

  it("TLS-1 works on the samples, and measures before and after", async () => {
    const { bytes, result, done } = await run(blob(tone), { effect: halve, output: "wav32f" });
    expect(levelOf(readWav(bytes))).toBeCloseTo(levelOf(readWav(tone)) / 2, 6);
    expect(result.before.lufs - result.after.lufs).toBeCloseTo(6.02, 1);
    expect(result.after.truePeak).toBeCloseTo(-12.04, 1);
    const parts = done.filter((part) => part !== null);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(Math.max(...parts)).toBeLessThan(1);
  });

  it("TLS-1 gives what the effect found in its first hearing", async () => {
    const finder = defineEffect({
      ...halve,
      analyze: () => {
        let frames = 0;
        return { push: (block: Block) => (frames += block[0]!.length), finish: () => frames };
      },
      findings: (frames: number) => ({ ranges: [{ start: 0, end: frames / 16_000 }] }),
    } as never);
    const { result } = await run(blob(tone), { effect: finder });
    expect(result.findings).toEqual({ ranges: [{ start: 0, end: 0.5 }] });
    expect(result.unchanged).toBeNull();
  });

  it("USR-15 says that nothing was found, or that the settings do nothing", async () => {
    const finder = (changes: number) =>
      defineEffect({
        ...halve,
        analyze: () => ({ push: () => {}, finish: () => changes }),
        findings: (found: number) => ({ changes: found }),
      } as never);
    const unchanged = async (effect: unknown) =>
      (await run(blob(tone), { effect })).result.unchanged;
    expect(await unchanged(finder(0))).toBe("notFound");
    expect(await unchanged(finder(2))).toBeNull();
    expect(await unchanged(halve)).toBeNull();
    expect(await unchanged({ ...halve, neutral: {} })).toBe("neutral");
    expect(await unchanged(undefined)).toBeNull();
  });

  it("TLS-2 keeps title and cover", async () => {
    const title = Buffer.from("LIST\x16\0\0\0INFOINAM\x0a\0\0\0Some words", "latin1");
    const file = Buffer.concat([tone, title]);
    file.writeUInt32LE(file.length - 8, 4);
    const { bytes } = await run(blob(file));
    const tags = await new Input({
      formats: ALL_FORMATS,
      source: new BlobSource(blob(bytes)),
    }).getMetadataTags();
    expect(tags.title).toBe("Some words");
  });
});

describe("a preview", () => {
  const long = blob(wavOf({ seconds: 12 }, (time) => 0.4 * Math.sin(2 * Math.PI * 200 * time)));
  /** Reaches its level slowly: its output depends on the preceding seconds. */
  const swell = defineEffect({
    id: "swell",
    parameters: {},
    length: "same",
    neutral: null,
    analyze: () => ({ push: () => {}, finish: () => null }),
    findings: () => ({
      ranges: [
        { start: 1, end: 2 },
        { start: 5.5, end: 6 },
        { start: 9, end: 9.1 },
      ],
      changes: 3,
    }),
    create: () => {
      let gain = 0;
      return {
        process: (block) =>
          block.map((plane) => plane.map((x) => x * (gain += (1 - gain) * 0.0005))),
        finish: () => null,
      };
    },
  });

  it("USR-14 sounds as that part of the whole will: the effect has settled where it begins", async () => {
    const whole = readWav((await run(long, { effect: swell, output: "wav32f" })).bytes);
    const { result, bytes } = await run(long, {
      effect: swell,
      output: "wav32f",
      part: [6, 8],
      preview: true,
    });
    const part = readWav(bytes);
    expect(result.frames).toEqual([2 * 16_000, 2 * 16_000]);
    const expected = whole.channels[0]!.slice(6 * 16_000, 8 * 16_000);
    expect(part.channels[0]!.length).toBe(expected.length);
    for (const [i, x] of expected.entries()) expect(part.channels[0]![i]).toBeCloseTo(x, 5);
    // Without its context, it has not reached its level.
    const bare = await run(long, { effect: swell, output: "wav32f", part: [6, 8] });
    expect(levelOf(readWav(bare.bytes), 0, 0.05)).toBeLessThan(0.5 * levelOf(part, 0, 0.05));
    // Context of 5 s precedes the range; findings there are excluded.
    expect(result.findings).toEqual({ ranges: [{ start: 0.5, end: 1 }], changes: 1 });
  });

  it("USR-14 of a short file is all of it, and measures nothing else", async () => {
    const { result } = await run(blob(tone), {
      effect: halve,
      output: "wav32f",
      part: [0, 20],
      preview: true,
    });
    expect(result.frames).toEqual([8000, 8000]);
    expect(result.before.lufs - result.after.lufs).toBeCloseTo(6.02, 1);
  });

  it("USR-14 hears nothing around it where the effect changes the length", async () => {
    const cut = { ...halve, length: "changes" };
    const { result } = await run(long, { effect: cut, part: [6, 8], preview: true });
    expect(result.frames).toEqual([2 * 16_000, 2 * 16_000]);
  });
});

describe("a file that cannot be worked on", () => {
  it.each<[name: string, file: Blob, code: string]>([
    ["is empty", new Blob([]), "file.empty"],
    ["is a text", new Blob(["These are words, and no sound at all. ".repeat(40)]), "file.foreign"],
    [
      "has noise for content",
      blob(Buffer.from("\x93\x11\x02x".repeat(500), "latin1")),
      "file.unsupported",
    ],
    ["ends within its header", blob(tone.subarray(0, 30)), "file.unreadable"],
    ["ends before its first sample", blob(tone.subarray(0, 44)), "file.noSamples"],
    ["has 0 Hz", withField(24, 0, 4), "file.rate"],
    ["has no channel", withField(22, 0, 2), "file.channels"],
    ["has a rate that nothing has", withField(24, 4_000_000, 4), "file.rate"],
    ["is silent", blob(wavOf({ seconds: 0.2 }, () => 0)), "file.silent"],
  ])("TLS-4 is refused with a reason when it %s", async (_, file, code) => {
    await expect(run(file).catch(failureOf)).resolves.toMatchObject({ kind: "fault", code });
  });

  it("TLS-4 is processed up to the last frame if its end is missing", async () => {
    const { result } = await run(blob(tone.subarray(0, 4044)));
    expect(result.frames).toEqual([2000, 2000]);
  });

  it.each([
    ["levels", true, true],
    ["loudness", true, false],
    ["nothing", false, false],
  ] as const)(
    "TLS-1 measures of the result only %s, and that as a full measurement does",
    async (measured, hasLoudness, hasPeak) => {
      const options = { effect: halve, output: "wav32f" } as const;
      const { after: all } = (await run(blob(tone), options)).result;
      const { before, after } = (await run(blob(tone), { ...options, measured })).result;
      expect(after).toEqual({
        lufs: hasLoudness ? all.lufs : NaN,
        truePeak: hasPeak ? all.truePeak : NaN,
        noise: NaN,
      });
      expect(before).toEqual({ lufs: NaN, truePeak: NaN, noise: NaN });
    },
  );

  it("TLS-4 may have one sample, and samples that are too loud or no numbers", async () => {
    expect((await run(floatsOf([0.5]))).result.frames).toEqual([1, 1]);
    const { bytes } = await run(floatsOf([4, -4, Number.NaN, Infinity, 0.5]));
    const [plane] = readWav(bytes).channels;
    expect([...plane!]).toEqual([32_767 / 32_768, -1, 0, 0, 0.5]);
  });
});

describe("notes with a result", () => {
  it.each([
    [-9, ["softer"]],
    [-30, []],
  ])("ERR-1 that it is softer than was asked for, at %d LUFS", async (targetLufs, notes) => {
    const effect = { ...halve, loudness: () => targetLufs };
    expect((await run(blob(tone), { effect })).result.notes).toEqual(notes);
  });

  it.each([
    ["vorbis", 6, ["mixedDown"]],
    ["vorbis", 2, []],
    ["wav16", 6, []],
  ] as const)("ERR-1 that it has fewer channels, in %s of %i", async (output, channels, notes) => {
    const file = stereoWav({ seconds: 0.5, channels }, (time) =>
      Array.from({ length: channels }, () => 0.5 * Math.sin(2764 * time)),
    );
    expect((await run(blob(file), { output })).result.notes).toEqual(notes);
  });
});
