import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeVowel } from "#bench/audio/vowel.ts";
import { addSource } from "#audio/edit/arrange.ts";
import { createEdit } from "#audio/edit/edit.ts";
import { DEFAULT_SETTING } from "#audio/soundscape/scape.ts";
import { failureOf } from "#audio/tasks/failure.ts";
import type { Sound } from "#audio/tasks/sounds/sounds.ts";
import { runTask as runInWorker } from "#runtime/audio/worker/tasks/audio-tasks.ts";
import { type BadFile, makeBadFiles } from "#tests/bad-files/cases.ts";
import { netStems } from "#audio/separation/net-stems.ts";
import { createNoise, readWav, stereoWav, wavOf } from "#tests/e2e/sounds.ts";
import { MDX_FORM, mdxGraph } from "#tests/nets/mdx-graph.ts";
import type { ModelFiles } from "./node-nets.ts";
import { demucsForm, demucsGraph } from "#tests/nets/demucs-graph.ts";
import { localFiles, type NodeTask, runTask } from "./run-task.ts";

const RATE = 22_050;
const HOME = path.join(import.meta.dirname, "../../..");
const folder = mkdtempSync(path.join(tmpdir(), "tasks-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Files by their names. */
const files = new Map<string, Uint8Array<ArrayBuffer>>();
const add = (name: string, bytes: Uint8Array): string => {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  files.set(file, new Uint8Array(bytes));
  return file;
};
const noise = createNoise();
const tone = (time: number, hertz: number): number => 0.3 * Math.sin(2 * Math.PI * hertz * time);
const song = add(
  "song.wav",
  stereoWav({ seconds: 3, rate: RATE }, (time) => {
    const middle = tone(time, 440) + 0.05 * noise();
    return [middle + tone(time, 620), middle - tone(time, 620)];
  }),
);
const vowel = makeVowel(220, RATE, { seconds: 3 });
const loudest = vowel.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
const vocals = add(
  "vocals.wav",
  wavOf({ seconds: 3, rate: RATE }, (time) => {
    const isSung = time > 0.5 && time < 2.5;
    return isSung ? (0.3 * vowel[Math.round(time * RATE)]!) / loudest : 0;
  }),
);
const line = Float32Array.from({ length: 8000 }, (_, at) => tone(at / 16_000, 200));
const samples = add("line.f32", new Uint8Array(line.buffer));
const picture = add("cover.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3));

/** The same value with each path replaced by the file as a browser has it. */
function withBlobs(value: unknown): unknown {
  if (typeof value === "string") {
    const bytes = files.get(value);
    return bytes ? new Blob([bytes]) : value;
  }
  if (Array.isArray(value)) return value.map(withBlobs);
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBlobs(each)]));
}

/** Collects the bytes of results. */
function createResults() {
  const results: Buffer[] = [];
  return {
    results,
    async write(result: number, position: number, data: Uint8Array): Promise<void> {
      const old = results[result] ?? Buffer.alloc(0);
      const longer = Buffer.alloc(Math.max(old.length, position + data.length));
      longer.set(old);
      longer.set(data, position);
      results[result] = longer;
    },
  };
}

const { signal } = new AbortController();
const options = { root: HOME, home: HOME, files: localFiles, signal, onProgress: () => {} };

async function inNode(task: NodeTask<string>) {
  const { results, write } = createResults();
  const facts = await runTask(task, { ...options, write });
  return { facts, results };
}

/** Runs the task with the handler of the browser's worker. */
async function inBrowser({ call, ...request }: NodeTask<string>) {
  const { results, write } = createResults();
  const facts = await runInWorker(call, withBlobs(request) as never, {
    onProgress: () => {},
    write: (position, data, result = 0) => write(result, position, data),
    emit: () => {},
    emitAndWait: async () => {},
    transfer: (result) => result,
    serve: () => {},
    respond: () => {},
    fail: () => {},
  });
  return { facts, results };
}

const base = createEdit(48_000, 2);
const edit = addSource(base, { source: "song", name: "Song", frames: 60_000, channels: 2 });
const dub = {
  format: { sampleRate: RATE, channels: 2 },
  frames: 3 * RATE,
  duck: -12,
  gain: 0,
  lines: [{ at: 0.5, end: 1.5, until: 1.5, samples, sampleRate: 16_000 }],
};
const episode = {
  title: "An episode",
  music: "none" as const,
  lines: [{ host: 0 as const, samples: line, sampleRate: 16_000, isChapter: false }],
};
const scape = {
  scape: { seed: 7, layers: { rain: DEFAULT_SETTING }, binaural: false },
  length: { seconds: 10, fade: 1, loop: false },
};
const SOUNDS: Readonly<Record<string, Sound<string>>> = {
  "a file": song,
  "an edit": { edit, sources: { song } },
  "a dub": { dub, under: song },
  "an episode": { episode, cover: { file: picture, mimeType: "image/png" } },
  "a soundscape": scape,
};
const VOLUME = { mode: "gain", gain: -6 };

describe("a task in Node", () => {
  it.each(Object.entries(SOUNDS))(
    "JOB-2 applies an effect to %s with the bytes and facts of the browser",
    async (_name, file) => {
      const task = {
        call: "run",
        effect: "volume",
        file,
        values: VOLUME,
        output: "wav16",
      } as const;
      const [node, browser] = [await inNode(task), await inBrowser(task)];
      expect(node.results).toHaveLength(1);
      expect(node.results[0]!.length).toBeGreaterThan(40_000);
      expect(node.results[0]!.equals(browser.results[0]!)).toBe(true);
      expect(node.facts).toEqual(browser.facts);
    },
  );

  it.each([
    ["wav24", { part: [0.5, 2] }],
    ["wav32f", { pace: { tempo: 1.2, semitones: 2 } }],
    ["flac", { part: [0.5, 2], lowerBy: 3 }],
    ["mp3", { pace: { tempo: 0.8, semitones: 0 }, ceiling: -1 }],
  ] as const)("JOB-2 writes %s with the bytes of the browser", async (output, more) => {
    const task = {
      call: "run",
      effect: "volume",
      file: song,
      values: VOLUME,
      output,
      ...more,
    } as const;
    const [node, browser] = [await inNode(task), await inBrowser(task)];
    expect(node.results[0]!.length).toBeGreaterThan(4000);
    expect(node.results[0]!.equals(browser.results[0]!)).toBe(true);
  });

  it("JOB-2 separates a song into the stems of the browser", async () => {
    const stems = ["vocals", "drums", "bass", "other"].map((stem) => ({ stem, parts: [stem] }));
    const task = {
      call: "separate",
      file: song,
      preset: "stems",
      stems,
      output: "wav24",
    } as const;
    const [node, browser] = [await inNode(task), await inBrowser(task)];
    expect(node.results).toHaveLength(4);
    for (const [at, stem] of node.results.entries())
      expect(stem.equals(browser.results[at]!)).toBe(true);
    expect(node.facts).toEqual(browser.facts);
  });

  it("JOB-2 covers a song with the bytes of the browser", async () => {
    const values = {
      voice: "none",
      pitch: 3,
      formant: 1,
      key: 0,
      level: 0,
      reverb: true,
    } as const;
    const task = {
      call: "cover",
      file: song,
      vocals,
      isLeaky: false,
      values,
      takes: ["cover", "voice", "backing"],
      output: "flac",
    } as const;
    const [node, browser] = [await inNode(task), await inBrowser(task)];
    expect(node.results).toHaveLength(3);
    for (const [at, take] of node.results.entries())
      expect(take.equals(browser.results[at]!)).toBe(true);
    expect(node.facts).toEqual(browser.facts);
  });

  it("JOB-2 stops between two blocks, and aborts its writers", async () => {
    const controller = new AbortController();
    const { write } = createResults();
    const stopped = runTask(
      { call: "run", effect: "volume", file: song, values: VOLUME, output: "flac" },
      {
        ...options,
        write,
        signal: controller.signal,
        onProgress: (done) => void (done !== null && done > 0.2 && controller.abort()),
      },
    );
    await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  });

  it("TLS-5 JOB-2 a karaoke model gives lead vocals and the rest, whose sum is the song", async () => {
    const stems: [string, string] = ["rest", "lead"];
    const form = { ...MDX_FORM, fft: 5120, bins: 2048, stems };
    add("karaoke", mdxGraph(form, [0.75, 0.75, 0.75, 0.75]));
    const loud = add(
      "loud.wav",
      stereoWav({ seconds: 2, rate: form.sampleRate }, (time) => [
        tone(time, 440),
        tone(time, 554),
      ]),
    );
    const { results, write } = createResults();
    const graph = { role: "graph", url: "", bytes: 0, sha256: "karaoke" };
    const facts = await runTask(
      {
        call: "separate",
        file: loud,
        preset: "no-lead",
        stems: netStems("no-lead", form.stems),
        output: "wav32f",
        net: { form, files: [graph] },
      },
      {
        ...options,
        write,
        modelFiles: async () => ({ graph: path.join(folder, "karaoke") }),
      },
    );
    const [lead, rest] = results.map((file) => readWav(file).channels);
    for (const [channel, samples] of readWav(Buffer.from(files.get(loud)!)).channels.entries())
      for (const [at, sample] of samples.entries())
        expect(Math.abs(lead![channel]![at]! + rest![channel]![at]! - sample)).toBeLessThan(1e-6);
    // The graph gives three quarters as its first stem, the song without lead vocals.
    expect(facts.after[1]!.lufs - facts.before.lufs).toBeCloseTo(20 * Math.log10(0.75), 1);
    expect(facts.after[0]!.lufs - facts.before.lufs).toBeCloseTo(20 * Math.log10(0.25), 1);
  });

  it("JOB-2 separates with a model that passes its self-test, and with no other", async () => {
    const form = demucsForm(65_536);
    const models = { quarter: 0.25, broken: Number.NaN };
    for (const [name, wave] of Object.entries(models))
      add(name, demucsGraph(form, { wave, spectrum: 0 }));
    const separate = async (name: keyof typeof models, modelFiles?: ModelFiles) => {
      const { results, write } = createResults();
      const net = { form, files: [{ role: "graph", url: "", bytes: 0, sha256: name }] };
      const facts = await runTask(
        {
          call: "separate",
          file: song,
          preset: "stems",
          stems: [{ stem: "vocals", parts: ["vocals"] }],
          output: "wav32f",
          net,
        },
        { ...options, write, ...(modelFiles && { modelFiles }) },
      );
      return { facts, results };
    };
    const find: ModelFiles = async ({ files: [graph] }) => ({
      graph: path.join(folder, graph!.sha256),
    });
    await expect(separate("quarter")).rejects.toMatchObject({ code: "model.missing" });
    await expect(separate("broken", find)).rejects.toMatchObject({ code: "model.wrong" });
    const { facts } = await separate("quarter", find);
    expect(facts.runsWith).toMatchObject({ backend: "wasm" });
    expect(facts.output.sampleRate).toBe(44_100);
    expect(facts.after[0]!.lufs - facts.before.lufs).toBeCloseTo(-12.04, 1);
  });
});

describe("bad files", () => {
  let bad: readonly BadFile[];
  beforeAll(async () => {
    bad = await makeBadFiles();
    for (const level of ["warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation(() => {});
  }, 60_000);
  afterAll(() => void vi.restoreAllMocks());

  it("JOB-2 TLS-4 each ends as its own fault, or is processed with a note", async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", onUnhandled);
    const wrong: string[] = [];
    const faults = new Set<string>();
    for (const { name, bytes, expected, note } of bad) {
      const file = path.join(folder, name);
      writeFileSync(file, bytes);
      const found = await inNode({
        call: "run",
        effect: "volume",
        file,
        values: VOLUME,
        output: "wav16",
      }).catch((error: unknown) => failureOf(error));
      const isRight =
        "facts" in found
          ? expected.includes("fine") &&
            (note === undefined || (found.facts.notes as readonly string[]).includes(note))
          : found.kind === "fault" &&
            (expected.some((one) => found.code === `file.${one}`) ||
              // There is no AAC decoder in Node.
              (found.code === "file.codec" && found.params["codec"] === "aac"));
      if (!("facts" in found) && found.kind === "fault") faults.add(found.code);
      if (!isRight) wrong.push(`${name}: ${JSON.stringify(found)}, not ${expected.join(" or ")}`);
    }
    process.off("unhandledRejection", onUnhandled);
    expect(wrong).toEqual([]);
    expect(unhandled).toEqual([]);
    expect(bad.length).toBeGreaterThanOrEqual(200);
    expect(faults.size).toBeGreaterThanOrEqual(8);
  }, 120_000);
});
