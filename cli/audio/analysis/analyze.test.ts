import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { composeFor, PLANS } from "#bench/audio/music/made-songs.ts";
import { playNotes } from "#bench/audio/music/play-notes.ts";
import { createResult } from "../write-file.ts";
import { main } from "../../run.ts";

const folder = mkdtempSync(path.join(tmpdir(), "analyze-"));
const at = (name: string): string => path.join(folder, name);
const SAMPLE_RATE = 22_050;

async function write(name: string, samples: Float32Array) {
  const file = createResult({ file: at(name), output: "wav16", tags: {}, duration: 0 });
  await file.write([samples], { sampleRate: SAMPLE_RATE, channels: 1 });
  await file.finish();
}

async function run(...argv: string[]) {
  const out: string[] = [];
  const log: string[] = [];
  const exitCode = await main(["analyze", ...argv], {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => log.push(text) },
    stdin: {},
    env: {},
    cwd: () => folder,
    on: () => undefined,
  });
  return { exitCode, out: out.join(""), log: log.join("") };
}

afterAll(() => rmSync(folder, { recursive: true }));

describe("toolkit analyze", () => {
  it("CLI-9 says tempo, time signature and key of songs, and that a sound has none", async () => {
    const { midi } = composeFor(PLANS[7]!, 12);
    await write("song.wav", playNotes(midi, 12, SAMPLE_RATE));
    await write("silence.wav", new Float32Array(5 * SAMPLE_RATE));
    const { exitCode, out } = await run(at("song.wav"), at("silence.wav"));
    expect(exitCode).toBe(0);
    const [song, silence] = out.trimEnd().split("\n");
    // A key and its relative key have the same notes.
    expect(song!.replace(at(""), "")).toMatch(/^\/?song\.wav\t140\.\d BPM\t4\/4\t(C♯m|E)$/);
    expect(silence).toContain("\tno beat");
    const { results } = JSON.parse((await run(at("song.wav"), "--json")).out) as {
      readonly results: readonly { readonly beat: { readonly beats: readonly number[] } }[];
    };
    expect(results[0]!.beat.beats).not.toHaveLength(0);
  });

  it("CLI-9 continues after a file without audio, and reports it", async () => {
    writeFileSync(at("text.txt"), "no sound");
    const { exitCode, out, log } = await run(at("text.txt"), at("silence.wav"));
    expect(exitCode).toBe(1);
    expect(out).toContain("no beat");
    expect(log).toContain("text.txt");
    expect((await run()).exitCode).toBe(2);
  });
});
