import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inLongRun, isLong } from "../left-out.ts";
import type { Block } from "#audio/effect.ts";
import volume from "#audio/effects/volume.ts";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import { copyFile } from "#cli/audio/copy-file.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import type { Job } from "#cli/audio/plan-jobs.ts";
import { prepareEffect, processFile } from "#cli/audio/process-file.ts";
import { localFiles, type NodeTask, runTask } from "#cli/audio/tasks/run-task.ts";
import { createResult } from "#cli/audio/write-file.ts";
import { type Made, runOn, workOn } from "./audio-worker.ts";
import { useBrowser, withPage } from "./browser.ts";
import { createNoise, readWav } from "./sounds.ts";

useBrowser();

const RATE = 44_100;
const folder = mkdtempSync(path.join(tmpdir(), "same-sound-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);
const bytesOf = (name: string) => ({ name, bytes: new Uint8Array(readFileSync(at(name))) });

const noise = createNoise();
const sound = (frames: number, channels: number): Block =>
  Array.from({ length: channels }, (_, channel) =>
    Float32Array.from(
      { length: frames },
      (_, i) => 0.4 * Math.sin(i / (9 + channel)) + 0.05 * noise(),
    ),
  );
const COVER = { data: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3), mimeType: "image/png" };
const TAGS = {
  title: "Täst — テスト",
  artist: "Nobody",
  album: "Nothing",
  trackNumber: 3,
  images: [{ ...COVER, kind: "coverFront" as const }],
};

/** Files that both read, in the terminal's own hand. */
const SOURCES: Readonly<Record<string, readonly [OutputFormat, channels: number]>> = {
  "a16.wav": ["wav16", 2],
  "a24.wav": ["wav24", 1],
  "a32.wav": ["wav32f", 2],
  "six.wav": ["wav16", 6],
  "a.flac": ["flac", 2],
  "a.mp3": ["mp3", 2],
  "a.ogg": ["vorbis", 2],
  "a.opus": ["opus", 2],
};
const EXACT = ["a16.wav", "a24.wav", "a32.wav", "six.wav", "a.flac"];
/** Formats that are written with the same encoder everywhere, in one stretch. */
const WRITTEN = { wav16: "wav16", wav24: "wav24", wav32f: "wav32f", flac: "flac", vorbis: "ogg" };

beforeAll(async () => {
  for (const [name, [output, channels]] of Object.entries(SOURCES)) {
    const result = createResult({ file: at(name), output, tags: TAGS, duration: 0 });
    const sampleRate = output === "opus" ? 48_000 : RATE;
    await result.write(sound(100_001, channels), { sampleRate, channels });
    await result.finish();
  }
});

const options = { signal: new AbortController().signal, onProgress: () => {} };

async function inTerminal(name: string, format: Job["format"]): Promise<Buffer> {
  const resources = { bytes: () => Promise.reject(new Error(name)) };
  const prepared = await prepareEffect(volume as never, values, { resources });
  const output = at(`out-${name}.${format}`);
  await processFile(prepared, { input: at(name), output, format }, options);
  return readFileSync(output);
}
const values = {
  ...Object.fromEntries(Object.entries(volume.parameters).map(([key, one]) => [key, one.default])),
  gain: -3,
} as Parameters<typeof volume.create>[0];

const inWorker = (names: readonly string[], more: object): Promise<readonly Made[]> =>
  withPage({}, async (page) => {
    await page.goto("/terms-policy");
    return workOn(page, names.map(bytesOf), { values, keep: true, ...more } as never);
  });
/** Without the numbers that are drawn for streams of Ogg, and the checksums over them. */
function undrawn(file: Buffer): Buffer {
  const bytes = Buffer.from(file);
  for (
    let offset = bytes.indexOf("OggS");
    offset >= 0;
    offset = bytes.indexOf("OggS", offset + 4)
  ) {
    bytes.fill(0, offset + 14, offset + 18);
    bytes.fill(0, offset + 22, offset + 26);
  }
  return bytes;
}
/** Measurements without their last digits: logarithms differ in the last bit. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === "number" ? Number(each.toPrecision(12)) : each,
    ),
  );
const isSame = (a: Buffer, b: Buffer): boolean => undrawn(a).equals(undrawn(b));
const writtenBy = ({ written }: Made): Buffer => Buffer.from(written, "base64");

describe("terminal and browser", () => {
  it.each(Object.entries(WRITTEN).filter(([output]) => isLong || output === "flac"))(
    "TLS-2 write the same bytes as %s",
    async (output, format) => {
      const made = await inWorker(EXACT, { output });
      for (const [index, name] of EXACT.entries()) {
        const expected = await inTerminal(name, format as Job["format"]);
        expect(made[index]!.fault).toBeNull();
        expect([name, isSame(writtenBy(made[index]!), expected)]).toEqual([name, true]);
      }
    },
  );

  it(
    "TLS-2 read as many samples of compressed files, at the same positions",
    inLongRun,
    async () => {
      const names = ["a.mp3", "a.ogg", "a.opus"];
      const made = await inWorker(names, { output: "wav32f" });
      for (const [index, name] of names.entries()) {
        const [own, other] = [
          readWav(writtenBy(made[index]!)).channels,
          readWav(await inTerminal(name, "wav32f")).channels,
        ];
        expect([name, own.length, own[0]!.length]).toEqual([name, 2, 100_001]);
        expect(other[0]!.length).toBe(100_001);
        for (const [channel, plane] of own.entries()) {
          let [apart, all] = [0, 0];
          for (const [i, sample] of plane.entries()) {
            apart += (sample - other[channel]![i]!) ** 2;
            all += sample ** 2;
          }
          // Decoders differ in the last bits.
          expect([name, 10 * Math.log10(apart / all) < -60]).toEqual([name, true]);
        }
      }
    },
  );

  it("TLS-2 cut MP3 into the same bytes, with its tags and cover", async () => {
    const [made] = await inWorker(["a.mp3"], { copy: [0.5, 1.5] });
    const job = { input: at("a.mp3"), output: at("cut.mp3"), format: "mp3" } as const;
    await copyFile(job, [0.5, 1.5], options);
    expect(writtenBy(made!).equals(readFileSync(at("cut.mp3")))).toBe(true);
    const source = await openAudioFile(at("cut.mp3"));
    source.close();
    const { raw: _raw, ...tags } = source.tags;
    expect(tags).toMatchObject({ ...TAGS, images: [COVER] });
  });

  it.each([
    ["a.ogg", "ogg"],
    ["a.opus", "opus"],
  ] as const)(
    "TLS-2 cut %s into the same bytes, with its tags, whole or cut off",
    async (name, format) => {
      const cut = `cut-off-${name}`;
      const whole = readFileSync(at(name));
      writeFileSync(at(cut), whole.subarray(0, Math.floor(0.8 * whole.length)));
      const made = await inWorker([name, cut], { copy: [0.5, 1] });
      for (const [index, input] of [name, cut].entries()) {
        const output = at(`of-${input}`);
        await copyFile({ input: at(input), output, format }, [0.5, 1], options);
        const written = writtenBy(made[index]!);
        // Streams of Ogg have a number that is drawn.
        expect([input, written.length]).toEqual([input, readFileSync(output).length]);
        const source = new BufferSource(written);
        const found = await new Input({ formats: ALL_FORMATS, source }).getMetadataTags();
        expect(found).toMatchObject({ title: TAGS.title, artist: TAGS.artist, trackNumber: 3 });
      }
    },
  );

  it("JOB-2 separate songs, and cover them, with the same bytes and measurements", async () => {
    const names = ["vocals", "drums", "bass", "other"];
    const stems = names.map((stem) => ({ stem, parts: [stem] }));
    const voice = { voice: "none", pitch: 3, formant: 1, key: 0, level: 0, reverb: true } as const;
    const separate = { call: "separate", preset: "stems", stems, output: "wav24" } as const;
    const cover = {
      call: "cover",
      vocals: at("a24.wav"),
      isLeaky: false,
      values: voice,
      takes: ["cover", "voice", "backing"],
      output: "flac",
    } as const;
    const tasks: readonly NodeTask<string>[] = [
      { ...separate, file: at("a16.wav") },
      { ...cover, file: at("a.flac") },
    ];
    const files = Object.fromEntries(
      ["a16.wav", "a24.wav", "a.flac"].map((name) => [at(name), bytesOf(name).bytes]),
    );
    await withPage({}, async (page) => {
      await page.goto("/terms-policy");
      for (const task of tasks) {
        const expected: Buffer[] = [];
        const value = await runTask(task, {
          ...options,
          root: process.cwd(),
          home: process.cwd(),
          files: localFiles,
          async write(result, position, data) {
            const old = expected[result] ?? Buffer.alloc(0);
            const longer = Buffer.alloc(Math.max(old.length, position + data.length));
            longer.set(old);
            longer.set(data, position);
            expected[result] = longer;
          },
        });
        const made = await runOn(page, { ...task }, files);
        expect(made.fault).toBeNull();
        expect(rounded(made.value)).toEqual(rounded(value));
        expect(
          made.results.map((text) => Buffer.from(text, "base64").equals(expected.shift()!)),
        ).toEqual(made.results.map(() => true));
        expect(made.results.length).toBeGreaterThan(2);
      }
    });
  });

  it("TLS-4 TLS-2 say of what cannot be cut what it is", async () => {
    writeFileSync(at("words.mp3"), "These are words, and no sound at all. ".repeat(40));
    const made = await inWorker(["words.mp3", "a16.wav"], { copy: [0, 1] });
    expect(made.map(({ fault, params }) => [fault, params])).toEqual([
      ["file.foreign", { kind: "TXT" }],
      ["file.unsupported", { codec: "pcm-s16" }],
    ]);
    const job = { input: at("words.mp3"), output: at("none.mp3"), format: "mp3" } as const;
    await expect(copyFile(job, [0, 1], options)).rejects.toMatchObject({ code: "AUDIO_FOREIGN" });
  });
});
