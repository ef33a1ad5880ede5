import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { sumBlocks, copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { demucsForm, demucsGraph } from "#tests/nets/demucs-graph.ts";
import { main } from "../../run.ts";
import { openAudioFile } from "../open-file.ts";
import { createResult } from "../write-file.ts";

const FORM = demucsForm(65_536);
const SOURCE = { kind: "url", base: "https://nets.example/" };
const LICENSE = { id: "LicenseRef-own", use: "personal-research", url: "https://e.example/terms" };
/** An untrained model: each stem is a quarter of the mix, or NaN. */
const NETS: Readonly<Record<string, Buffer>> = {
  quarter: demucsGraph(FORM, { wave: 0.25, spectrum: 0 }),
  broken: demucsGraph(FORM, { wave: Number.NaN, spectrum: 0 }),
  large: demucsGraph(FORM, { wave: 0.25, spectrum: 0 }),
};
const RATE = 44_100;
const sound = [3, 5].map((seed) =>
  Float32Array.from({ length: 2 * RATE }, (_, i) => ((i * i * seed) % 997) / 4000 - 0.1),
);

let root: string;
const at = (...parts: readonly string[]): string => path.join(root, ...parts);
const put = (name: string, content: string | Uint8Array): void => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
};

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "engine-"));
  const fileOf = (id: string) => ({ role: "graph", path: `${id}/net.onnx`, from: "net.onnx" });
  const models = Object.keys(NETS).map((id) => ({
    id,
    name: id,
    task: "stems",
    tier: "studio",
    form: FORM,
    quality: [],
    licence: LICENSE,
    page: "https://e.example/",
    source: SOURCE,
    files: [fileOf(id)],
    signature: { input: "sound", output: "stems", source: "https://e.example/" },
    ...(id === "large" && { memory: { bytes: 1e15, source: "https://e.example/" } }),
  }));
  const words = { ...models[0], id: "words", task: "transcript", form: undefined };
  put("models/registry.json", JSON.stringify({ models: [...models, words] }));
  const locked = Object.entries(NETS).map(([id, net]) => {
    const sha256 = createHash("sha256").update(net).digest("hex");
    return [id, { source: SOURCE, files: [{ ...fileOf(id), bytes: net.length, sha256 }] }] as const;
  });
  put("models/lock.json", JSON.stringify({ version: 1, models: Object.fromEntries(locked) }));
  for (const [id, net] of Object.entries(NETS)) put(`nets/${id}/net.onnx`, net);
  const file = createResult({ file: at("song.wav"), output: "wav32f", tags: {}, duration: 2 });
  await file.write(sound, { sampleRate: RATE, channels: 2 });
  await file.finish();
});
afterAll(() => rmSync(root, { recursive: true }));

async function run(...argv: string[]) {
  const out: string[] = [];
  const log: string[] = [];
  const exitCode = await main(["separate", at("song.wav"), "--root", root, ...argv], {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => log.push(text) },
    stdin: {},
    env: { XDG_CACHE_HOME: at("cache") },
    cwd: () => root,
    on: () => undefined,
  });
  return { exitCode, out: out.join(""), log: log.join("") };
}

async function read(name: string): Promise<Block> {
  const file = await openAudioFile(at(name));
  const blocks: Block[] = [];
  for await (const block of file.blocks()) blocks.push(copyFrames(block, 0));
  file.close();
  return joinBlocks(blocks, file.format.channels);
}

describe("toolkit separate --engine", () => {
  it("TLS-5 CLI-13 takes a song apart by a model, which answers a known sound once, and says how long it takes", async () => {
    const argv = ["--engine", "quarter", "--models", "nets"];
    const first = await run(...argv, "-o", at("stems"));
    expect(first.exitCode, first.log).toBe(0);
    expect(first.log).toContain(
      "quarter: LicenseRef-own, for personal-research use only; see https://e.example/",
    );
    expect(first.log).toContain("quarter answers a known sound first, once on this machine");
    expect(first.log).toMatch(/Takes about \d+ (s|min)\./);
    const names = ["bass", "drums", "other", "vocals"].map((stem) => `song-${stem}.wav`);
    expect(readdirSync(at("stems")).sort()).toEqual(names);
    const sum = sumBlocks(await Promise.all(names.map((name) => read(`stems/${name}`))));
    for (const [channel, samples] of sum.entries())
      expect(samples.every((x, i) => Math.abs(x - sound[channel]![i]!) < 1e-5)).toBe(true);
    const again = await run(...argv, "-o", at("again"), "--preset", "instrumental");
    expect(again.log).not.toContain("known sound");
    expect(again.log).toMatch(/Takes about/);
    expect(readdirSync(at("again")).sort()).toEqual(["song-instrumental.wav", "song-vocals.wav"]);
    const [vocals, instrumental] = [
      await read("again/song-vocals.wav"),
      await read("again/song-instrumental.wav"),
    ];
    const off = instrumental[0]!.map((sample, i) => sample - 3 * vocals[0]![i]!);
    expect(off.every((x) => Math.abs(x) < 1e-5)).toBe(true);
  });

  it("TLS-5 one that answers wrongly writes nothing", async () => {
    const { exitCode, log } = await run("--engine", "broken", "--models", "nets", "-o", at("no"));
    expect({ exitCode, says: log.includes("MODEL_WRONG") }).toEqual({ exitCode: 1, says: true });
    expect(existsSync(at("no/song-vocals.wav"))).toBe(false);
  });

  it("TLS-5 says which instrument a model does not know", async () => {
    const argv = ["--engine", "quarter", "--models", "nets", "--preset", "no-guitar"];
    const { log } = await run(...argv, "-o", at("guitar"));
    expect(log).toContain("quarter does not know guitar: you get what it is part of.");
    expect(readdirSync(at("guitar")).sort()).toEqual(["song-guitar.wav", "song-rest.wav"]);
  });

  it("CLI-13 checks inputs and outputs before it asks for a model", async () => {
    const argv = ["--engine", "quarter", "--models", "elsewhere", "-o", at("checked")];
    mkdirSync(at("checked"), { recursive: true });
    writeFileSync(at("checked/song-vocals.wav"), "mine");
    const exists = await run(...argv);
    expect(exists.log).toContain("[OUTPUT_EXISTS]");
    rmSync(at("checked/song-vocals.wav"));
    renameSync(at("song.wav"), at("away.wav"));
    const missing = await run(...argv);
    renameSync(at("away.wav"), at("song.wav"));
    expect(missing.exitCode).toBe(1);
    expect(missing.log).toContain("[INPUT_UNREADABLE]");
    expect(missing.log).not.toContain("MODEL_ABSENT");
  });

  it.each([
    ["large", "nets", "MODEL_MEMORY", 1],
    ["quarter", "elsewhere", "MODEL_ABSENT", 1],
    ["words", "nets", "MODEL_NO_STEMS", 2],
    ["quarters", "nets", "MODEL_UNKNOWN", 2],
  ])("CLI-13 %s of %s: %s", async (engine, models, code, expected) => {
    const argv = ["--engine", engine, "--models", models, "-o", at("out")];
    const { exitCode, log } = await run(...argv);
    expect({ exitCode, says: log.includes(code) }).toEqual({ exitCode: expected, says: true });
  });
});
