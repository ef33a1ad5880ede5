import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { openAudioFile } from "../open-file.ts";
import { createResult } from "../write-file.ts";
import { run as runToolkit } from "#tests/fixtures/run-toolkit.ts";

let folder: string;
const at = (name: string): string => path.join(folder, name);

const SAMPLE_RATE = 22_050;
const sound = [3, 5].map((seed) =>
  Float32Array.from({ length: SAMPLE_RATE }, (_, i) => ((i * i * seed) % 997) / 4000 - 0.1),
);

async function write(name: string, block: Block) {
  const file = createResult({ file: at(name), output: "wav32f", tags: {}, duration: 0 });
  await file.write(block, { sampleRate: SAMPLE_RATE, channels: block.length });
  await file.finish();
}

async function read(name: string): Promise<Float32Array[]> {
  const file = await openAudioFile(at(name));
  const blocks: Block[] = [];
  for await (const block of file.blocks()) blocks.push(copyFrames(block, 0));
  file.close();
  return joinBlocks(blocks, file.format.channels);
}

const run = (...argv: readonly string[]) => runToolkit(folder, ["separate", ...argv]);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "separate-"));
  await write("song.wav", sound);
  await write("mono.wav", [sound[0]!]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("toolkit separate", () => {
  it("TLS-1 writes stems whose sum is the song", async () => {
    const { code, err } = await run(at("song.wav"), "-o", at("stems"));
    expect({ code, err }).toEqual({
      code: 0,
      err: `${at("song.wav")} → ${["vocals", "drums", "bass", "other"]
        .map((stem) => at(`stems/song-${stem}.wav`))
        .join(", ")}\n`,
    });
    const names = readdirSync(at("stems")).sort();
    expect(names).toEqual(["bass", "drums", "other", "vocals"].map((stem) => `song-${stem}.wav`));
    const stems = await Promise.all(names.map((name) => read(`stems/${name}`)));
    let maxError = 0;
    for (const [c, samples] of sound.entries())
      for (const [i, sample] of samples.entries())
        maxError = Math.max(
          maxError,
          Math.abs(stems.reduce((sum, stem) => sum + stem[c]![i]!, 0) - sample),
        );
    expect(maxError).toBeLessThan(1e-6);
  });

  it("TLS-1 says where no middle can be found", async () => {
    const { code, err } = await run(
      at("mono.wav"),
      "-o",
      at("mono"),
      "--preset",
      "instrumental",
      "--format",
      "flac",
    );
    expect({ code, names: readdirSync(at("mono")).sort() }).toEqual({
      code: 0,
      names: ["mono-instrumental.flac", "mono-vocals.flac"],
    });
    expect(err).toContain("no voice can be found by its place in the middle");
  });

  it("TLS-1 writes over nothing that is not to be written over", async () => {
    await write("out/song-drums.wav", sound);
    const again = [at("song.wav"), "-o", at("out"), "--preset", "no-drums"];
    expect((await run(...again)).code).toBe(1);
    expect(readdirSync(at("out"))).toEqual(["song-drums.wav"]);
    expect((await run(...again, "--force")).code).toBe(0);
    expect(readdirSync(at("out")).sort()).toEqual(["song-drums.wav", "song-rest.wav"]);
    // A stem that has the path of another input.
    const both = [at("song.wav"), at("out/song-drums.wav"), "-o", at("out"), "--force"];
    const { code, err } = await run(...both, "--preset", "no-drums");
    expect({ code, says: err.includes("[OUTPUT_IS_INPUT]") }).toEqual({ code: 2, says: true });
  });

  it.each([
    [[], "Which files?"],
    [["song.wav"], "Where to?"],
    [["song.wav", "-o", "x", "--preset", "flute"], "--preset is one of"],
    [["song.wav", "-o", "x", "--format", "mp4"], "Stems are audio only"],
    [["a/song.wav", "b/song.wav", "-o", "x"], "Two songs would be written to"],
  ])("TLS-1 %j is not understood: %s", async (argv, message) => {
    const { code, err } = await run(...argv);
    expect({ code, said: err.includes(message) }).toEqual({ code: 2, said: true });
  });
});
