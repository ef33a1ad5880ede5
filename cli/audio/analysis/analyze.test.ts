import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { composeFor, PLANS } from "#bench/audio/music/made-songs.ts";
import { curveOf, singCurve } from "#bench/audio/music/made-singer.ts";
import { playNotes } from "#bench/audio/music/play-notes.ts";
import { createRandom } from "#bench/audio/random.ts";
import type { SingingScore } from "#audio/music/singing/score-singing.ts";
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
    expect(song!.replace(at(""), "")).toMatch(/^\/?song\.wav\t140\.\d BPM\t4\/4\t(C♯m|E)\t\S/);
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

  it("TLS-12 writes a chord sheet, MIDI and MusicXML, and replaces files only if told to", async () => {
    const { midi } = composeFor(PLANS[7]!, 8);
    await write("tune.wav", playNotes(midi, 8, SAMPLE_RATE));
    const sheet = await run(at("tune.wav"), "--chart");
    expect(sheet.out).toMatch(/^\{title: tune\}\n\{key: (C#m|E)\}\n\{time: 4\/4\}\n/);
    const formats = ["--midi", "--musicxml"];
    const written = await run(at("tune.wav"), ...formats, "--out", at("charts"));
    expect(written.exitCode).toBe(0);
    expect(readFileSync(at("charts/tune.mid")).subarray(0, 4).toString()).toBe("MThd");
    expect(readFileSync(at("charts/tune.musicxml"), "utf8")).toContain("<harmony>");
    const again = await run(at("tune.wav"), ...formats, "--out", at("charts"));
    expect(again.exitCode).toBe(1);
    expect(again.log).toContain("OUTPUT_EXISTS");
    expect((await run(at("tune.wav"), "--midi")).log).toContain("--out");
    expect((await run(at("tune.wav"), "--out", at("charts"))).log).toContain("--midi");
  });

  it("TLS-15 scores singing against a vocal, by line, and writes a song for UltraStar", async () => {
    const melody = [57, 60, 64].map((note) => ({ note, seconds: 0.5, pause: 0.7 }));
    const sing = (detune: number) =>
      singCurve(curveOf(melody, { detune: () => detune }), SAMPLE_RATE, {
        random: createRandom(detune),
      });
    await write("vocal.wav", sing(0));
    await write("me.wav", sing(-100));
    writeFileSync(at("song.lrc"), "[00:00.00]One\n[00:01.20]two\n[00:02.40]three\n");
    const { exitCode, out } = await run(at("vocal.wav"), "--sung", at("me.wav"), "--json");
    expect(exitCode).toBe(0);
    const { results } = JSON.parse(out) as { readonly results: readonly SingingScore[] };
    expect(results[0]!.lines).toHaveLength(3);
    expect(results[0]!.bias! / 10).toBeCloseTo(-10, 0);
    const own = await run(at("vocal.wav"), "--sung", at("vocal.wav"), "--lyrics", at("song.lrc"));
    expect(own.out.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^0:00\t(99|100)\t100 %\t\d cents\t1 of 1\t\d+ ms\tOne$/),
      expect.stringContaining("two"),
      expect.stringContaining("three"),
      expect.stringMatching(/^all\t/),
    ]);
    const game = ["--ultrastar", "--out", at("game")];
    await run(at("vocal.wav"), ...game, "--lyrics", at("song.lrc"));
    const text = readFileSync(at("game/vocal.txt"), "utf8");
    expect(text).toMatch(/\n: \d+ \d+ -3 One \n- \d+\n: \d+ \d+ 0 two \n/);
    const sung = ["--sung", at("silence.wav")];
    for (const [options, message] of [
      [["--sung", at("me.wav"), ...game], "writes no files"],
      [["--lyrics", at("song.lrc")], "--lyrics needs"],
      [["--exact-octave"], "--exact-octave needs"],
      [["--sung", at("me.wav"), at("me.wav")], "against one file"],
      [[...sung, "--lyrics", at("missing.lrc")], "cannot be read"],
      [[...sung, "--lyrics", at("text.txt")], "no lines with times"],
      [["--sung", at("text.txt")], "AUDIO_DAMAGED"],
    ] as const) {
      const wrong = await run(at("vocal.wav"), ...options);
      expect(wrong.exitCode).not.toBe(0);
      expect(wrong.log).toContain(message);
    }
    expect((await run(at("silence.wav"), "--sung", at("me.wav"))).log).toContain("No singing");
    const silent = await run(at("silence.wav"), ...game);
    expect(silent.log).toContain("No singing");
    expect(existsSync(at("game/silence.txt"))).toBe(false);
  });
});
