import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import {
  deepFilterBands,
  deepFilterEncoder,
  deepFilterFilters,
} from "#tests/nets/deep-filter-graphs.ts";
import { main } from "../run.ts";
import { openAudioFile } from "../audio/open-file.ts";
import { createResult } from "../audio/write-file.ts";

const RATE = 48_000;
const SOURCE = { kind: "url", base: "https://nets.example/" };
const ROLES = ["encoder", "erb-decoder", "filter-decoder"] as const;
/** Denoisers that scale each band by a gain. */
const GAINS = { same: 1, half: 0.5, broken: Number.NaN } as const;
/** More than what threads are started for. */
const SECONDS = 3;
const sound = [3, 5].map((seed) =>
  Float32Array.from(
    { length: SECONDS * RATE },
    (_, at) => 0.2 * Math.sin(at / (20 + seed)) + (((at * at * seed) % 997) / 997 - 0.5) / 50,
  ),
);

let root: string;
const at = (...parts: readonly string[]): string => path.join(root, ...parts);
const put = (name: string, content: string | Uint8Array): void => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
};

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "process-engine-"));
  const locked: Record<string, object> = {};
  const models = Object.entries(GAINS).map(([id, gain]) => {
    const graphs = [
      deepFilterEncoder(),
      deepFilterBands(gain),
      deepFilterFilters([0, 0, 0, 0, gain, 0, 0, 0, 0, 0]),
    ];
    const files = ROLES.map((role) => ({ role, path: `${id}/${role}`, from: role }));
    for (const [index, graph] of graphs.entries()) put(`nets/${id}/${ROLES[index]!}`, graph);
    const digests = graphs.map((graph) => ({
      bytes: graph.length,
      sha256: createHash("sha256").update(graph).digest("hex"),
    }));
    locked[id] = {
      source: SOURCE,
      files: files.map((file, index) => ({ ...file, ...digests[index] })),
    };
    return {
      id,
      name: id,
      task: "denoise",
      tier: "studio",
      form: { kind: "deep-filter", sampleRate: RATE },
      quality: [],
      licence: { id: "MIT", use: "any", url: "https://e.example/terms" },
      page: "https://e.example/",
      source: SOURCE,
      files,
      signature: { input: "bands", output: "gains", source: "https://e.example/" },
    };
  });
  const reverb = { ...models[0]!, id: "room", task: "reverb" };
  put("models/registry.json", JSON.stringify({ models: [...models, reverb] }));
  put("models/lock.json", JSON.stringify({ version: 1, models: locked }));
  for (const name of ["a.wav", "b.wav"]) {
    const file = createResult({ file: at(name), output: "wav32f", tags: {}, duration: SECONDS });
    await file.write(sound, { sampleRate: RATE, channels: 2 });
    await file.finish();
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const run = (...argv: string[]) => toolkit("process", ...argv);

async function toolkit(...argv: string[]) {
  const log: string[] = [];
  const exitCode = await main([...argv, "--root", root, "--models", "nets"], {
    stdout: { write: () => true },
    stderr: { write: (text) => log.push(text) },
    stdin: {},
    env: { XDG_CACHE_HOME: at("cache") },
    cwd: () => root,
    on: () => undefined,
  });
  return { exitCode, log: log.join("") };
}

async function read(name: string): Promise<Block> {
  const file = await openAudioFile(at(name));
  const blocks: Block[] = [];
  for await (const block of file.blocks()) blocks.push(copyFrames(block, 0));
  file.close();
  return joinBlocks(blocks, file.format.channels);
}

/** Largest difference of two sounds, without half a second at each end. */
const difference = (one: Block, other: Block): number =>
  Math.max(
    ...one.map((samples, channel) =>
      samples
        .subarray(RATE / 2, -RATE / 2)
        .reduce(
          (maximum, x, index) =>
            Math.max(maximum, Math.abs(x - other[channel]![index + RATE / 2]!)),
          0,
        ),
    ),
  );

describe("toolkit process --engine", () => {
  it("CLI-9 TLS-5 runs a model in place of the built-in denoiser, which processes a known sound once", async () => {
    const first = await run("denoise", at("a.wav"), "-o", at("half.wav"), "--engine", "half");
    expect(first.exitCode, first.log).toBe(0);
    expect(first.log).toContain("half processes a known sound first, once on this machine");
    const half = sound.map((samples) => samples.map((sample) => sample / 2));
    const found = await read("half.wav");
    expect(found.map(({ length }) => length)).toEqual(half.map(({ length }) => length));
    expect(difference(found, half)).toBeLessThan(1e-4);
    const argv = ["denoise", at("a.wav"), at("b.wav"), "-o", at("many"), "--engine", "half"];
    const many = await run(...argv);
    expect(many.exitCode, many.log).toBe(0);
    expect(many.log).not.toContain("known sound");
    for (const name of ["many/a.wav", "many/b.wav"]) expect(await read(name)).toEqual(found);
  }, 60_000);

  it("CLI-9 TLS-5 the enhancer takes it for its denoiser, and does the rest itself", async () => {
    const enhance = (name: string, ...argv: string[]) =>
      run("enhance", at("a.wav"), "-o", at(name), ...argv);
    const same = await enhance("same.wav", "--engine", "same");
    expect(same.exitCode, same.log).toBe(0);
    const without = await enhance("without.wav", "--set", "denoise=off");
    expect(without.exitCode, without.log).toBe(0);
    const built = await enhance("built.wav");
    expect(built.exitCode, built.log).toBe(0);
    const [found, expected] = [await read("same.wav"), await read("without.wav")];
    expect(difference(found, expected)).toBeLessThan(2e-3);
    expect(difference(await read("built.wav"), expected)).toBeGreaterThan(2e-2);
  }, 60_000);

  it("CLI-18 TLS-5 a recipe runs a model in any of its steps", async () => {
    const steps = [
      { effect: "volume", values: { gain: -6, limiter: false } },
      { effect: "denoise", values: {}, model: "half" },
    ];
    const recipe = { kind: "recipe", version: 1, name: "Half", steps };
    put("half.recipe.json", JSON.stringify(recipe));
    const { exitCode, log } = await toolkit(
      "run",
      "half.recipe.json",
      at("a.wav"),
      "-o",
      at("run"),
    );
    expect(exitCode, log).toBe(0);
    const quarter = sound.map((samples) => samples.map((sample) => (sample / 2) * 10 ** (-6 / 20)));
    expect(difference(await read("run/a.wav"), quarter)).toBeLessThan(1e-4);
    put("none.recipe.json", JSON.stringify({ ...recipe, steps: [{ ...steps[1], model: "hlaf" }] }));
    const refused = await toolkit("run", "none.recipe.json", at("a.wav"), "-o", at("none"));
    expect([refused.exitCode, refused.log.includes("MODEL_UNKNOWN")]).toEqual([2, true]);
    expect(existsSync(at("none"))).toBe(false);
  }, 60_000);

  it("CLI-9 does not ask for a model where no input can be opened", async () => {
    writeFileSync(at("words.wav"), "no sound");
    const argv = [at("missing.wav"), at("words.wav"), "-o", at("none"), "--engine", "half"];
    const { exitCode, log } = await run("denoise", ...argv, "--models", at("nowhere"));
    expect(exitCode).toBe(1);
    expect(log).toContain("[INPUT_UNREADABLE]");
    expect(log).toContain("words.wav");
    expect(log).not.toContain("MODEL_ABSENT");
  });

  it("CLI-9 TLS-5 writes nothing with a model that gives wrong results, or is for another task", async () => {
    const refused = [
      [["denoise", "--engine", "broken"], "MODEL_WRONG"],
      [["denoise", "--engine", "room"], "MODEL_NO_EFFECT"],
      [["silence", "--engine", "same"], "MODEL_NO_EFFECT"],
      [["denoise", "--engine", "hlaf"], "MODEL_UNKNOWN"],
      [["trim", "--engine", "same", "--copy"], "USAGE"],
    ] as const;
    for (const [[effect, ...argv], code] of refused) {
      const { exitCode, log } = await run(effect, at("a.wav"), "-o", at("no.wav"), ...argv);
      expect([exitCode === 0, log.includes(code), log]).toEqual([false, true, log]);
      expect(existsSync(at("no.wav"))).toBe(false);
    }
  }, 60_000);
});
