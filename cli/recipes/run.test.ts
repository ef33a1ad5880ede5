import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import { createSeededRandom } from "#core/random.ts";
import { linkToRecipe, type Recipe, writeRecipe } from "#core/recipes/recipe.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { createResult } from "../audio/write-file.ts";
import { RECIPE_RECORD } from "../files/output-record.ts";

const RATE = 32_000;
let folder: string;
const at = (name: string): string => path.join(folder, name);
const bytes = (name: string): Buffer => readFileSync(at(name));
const toolkit = (...argv: readonly string[]) => run(folder, argv);

const STEPS: Recipe["steps"] = [
  { effect: "denoise", values: { strength: 90 } },
  { effect: "volume", values: { mode: "loudness", loudness: -20 } },
];
function save(name: string, recipe: Partial<Record<keyof Recipe, unknown>>): string {
  const whole = { kind: "recipe", version: 1, name: "Talks", steps: STEPS, ...recipe };
  writeFileSync(at(name), writeRecipe(whole as Recipe));
  return name;
}

/** Two seconds of a tone that swells, in noise. */
async function record(name: string, output: OutputFormat, hertz: number): Promise<void> {
  const random = createSeededRandom(name);
  const plane = Float32Array.from(
    { length: 2 * RATE },
    (_, i) =>
      0.3 * Math.sin((2 * Math.PI * hertz * i) / RATE) * Math.sin(i / 4000) ** 2 +
      0.02 * (random() - 0.5),
  );
  const tags = { title: "Talk", artist: "A. Speaker" };
  mkdirSync(path.dirname(at(name)), { recursive: true });
  const writer = createResult({ file: at(name), output, tags, duration: 2 });
  await writer.write([plane], { sampleRate: RATE, channels: 1 });
  await writer.finish();
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "recipes-"));
  await record("talks/a.wav", "wav16", 220);
  await record("talks/day two/a.flac", "flac", 330);
  save("talks.json", {});
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("toolkit run", () => {
  it("CLI-18 gives what `process` gives step by step, with no loss between them", async () => {
    const { code, out, err } = await toolkit("run", "talks.json", "talks", "-o", "new", "--json");
    expect(code, err).toBe(0);
    for (const [input, name] of [
      ["talks/a.wav", "a.wav"],
      ["talks/day two/a.flac", "day two/a.flac"],
    ] as const) {
      const between = at(`between-${path.basename(name)}.wav`);
      await toolkit(
        "process",
        "denoise",
        at(input),
        "-o",
        between,
        "--set",
        "strength=90",
        "--format",
        "wav32f",
      );
      const expected = at(`expected${path.extname(name)}`);
      const set = ["--set", "mode=loudness", "--set", "loudness=-20"];
      const format = name.endsWith("wav") ? ["--format", "wav16"] : [];
      const { code: second } = await toolkit(
        "process",
        "volume",
        between,
        "-o",
        expected,
        ...set,
        ...format,
      );
      expect(second).toBe(0);
      expect(bytes(`new/${name}`).equals(readFileSync(expected)), name).toBe(true);
    }
    expect(readdirSync(at("new")).sort()).toEqual([RECIPE_RECORD, "a.wav", "day two"]);
    expect(readdirSync(at("new/day two"))).toEqual(["a.flac"]);
    const answer = JSON.parse(out) as { results: { steps: { effect: string }[] }[] };
    expect(answer).toMatchObject({ ok: true, recipe: "Talks", skipped: [], problems: [] });
    expect(answer.results.map(({ steps }) => steps.map(({ effect }) => effect))).toEqual([
      ["denoise", "volume"],
      ["denoise", "volume"],
    ]);
  });

  it("CLI-18 with one step writes the bytes of `process`, from a link as well", async () => {
    const recipe: Recipe = {
      kind: "recipe",
      version: 1,
      name: "Louder",
      steps: [{ effect: "volume", values: { gain: 3.5 } }],
      output: { format: "mp3" },
    };
    const link = linkToRecipe("https://site.example/volume", recipe)!;
    const { code, err } = await toolkit("run", link, "talks/a.wav", "-o", "one");
    expect(code, err).toBe(0);
    expect(err).toContain(`${path.join("talks", "a.wav")} → ${path.join("one", "a.mp3")}, 2.00 s`);
    await toolkit(
      "process",
      "volume",
      at("talks/a.wav"),
      "-o",
      at("single.mp3"),
      "--set",
      "gain=3.5",
    );
    expect(bytes("one/a.mp3").equals(bytes("single.mp3"))).toBe(true);
  });

  it("CLI-18 runs steps in their order, and none that changes nothing", async () => {
    const trim = { effect: "trim", values: { start: 0.5 } };
    const fade = { effect: "trim", values: { fadeIn: 1 } };
    const neutral = { effect: "volume", values: { limiter: false } };
    for (const [name, steps] of [
      ["cut-first", [trim, neutral, fade]],
      ["fade-first", [fade, trim, neutral]],
      ["nothing", [neutral, neutral]],
    ] as const) {
      const { code, err } = await toolkit(
        "run",
        save(`${name}.json`, { steps }),
        "talks/a.wav",
        "-o",
        name,
      );
      expect(code, err).toBe(0);
      if (name === "nothing") expect(err).toContain("2 volume: Nothing was changed");
    }
    expect(bytes("cut-first/a.wav").length).toBe(bytes("fade-first/a.wav").length);
    expect(bytes("cut-first/a.wav").equals(bytes("fade-first/a.wav"))).toBe(false);
    expect(bytes("nothing/a.wav").equals(bytes("talks/a.wav"))).toBe(true);
  });

  it("CLI-18 continues past files that fail, and skips those that are finished", async () => {
    writeFileSync(at("broken.wav"), "RIFF but no more");
    const argv = ["run", "talks.json", "broken.wav", "talks/a.wav", "-o", "again"];
    const first = await toolkit(...argv);
    expect(first.code).toBe(1);
    expect(first.err).toMatch(/a\.wav → .*\n[^]*broken\.wav/);
    const made = bytes("again/a.wav");
    expect((await toolkit(...argv)).err).toContain(`a.wav: finished before`);
    save("other.json", { steps: [...STEPS, { effect: "trim", values: { end: 1 } }] });
    const other = await toolkit("run", "other.json", "talks/a.wav", "-o", "again");
    expect(other).toMatchObject({ code: 0 });
    expect(bytes("again/a.wav").length).toBeLessThan(made.length);
    // What someone else has put there stays.
    writeFileSync(at("again/a.wav"), "mine");
    const { code, err } = await toolkit("run", "talks.json", "talks/a.wav", "-o", "again");
    expect([code, bytes("again/a.wav").toString()]).toEqual([1, "mine"]);
    expect(err).toContain("nothing is overwritten");
    await toolkit("run", "talks.json", "talks/a.wav", "-o", "again", "--force");
    expect(bytes("again/a.wav").equals(made)).toBe(true);
  });

  it("CLI-18 never writes over an input, whatever is allowed", async () => {
    const before = bytes("talks/a.wav");
    const { code, err } = await toolkit(
      "run",
      "talks.json",
      "talks/a.wav",
      "-o",
      "talks",
      "--force",
    );
    expect(code).toBe(2);
    expect(err).toContain("a.wav");
    expect(bytes("talks/a.wav").equals(before)).toBe(true);
  });

  it.each<[string, object, string]>([
    [
      "an unknown effect",
      { steps: [STEPS[0], { effect: "volum", values: {} }] },
      'step 2: there is no effect "volum". Did you mean "volume"?',
    ],
    [
      "an unknown parameter",
      { steps: [{ effect: "denoise", values: { strenght: 1 } }] },
      'step 1: there is no parameter "strenght".',
    ],
    [
      "a parameter of every object",
      { steps: [{ effect: "denoise", values: { toString: 1 } }] },
      'step 1: there is no parameter "toString".',
    ],
    [
      "a value out of range",
      { steps: [STEPS[0], { effect: "volume", values: { gain: 900 } }] },
      "step 2: gain must be a number from -96 to 60 dB; found 900.",
    ],
    [
      "a model where none fits",
      { steps: [{ ...STEPS[1], model: "gtcrn" }] },
      'step 1: no model can take over a part of this effect; found "gtcrn".',
    ],
    ["an unknown format", { output: { format: "doc" } }, "the format must be one of wav16,"],
    ["an unknown key", { author: "\u001b]0;x\u0007" }, 'there is no key "author".'],
    ["a later version", { version: 2 }, "it is of a later version"],
    ["no recipe", { kind: "voice-profile" }, "it is no recipe"],
  ])("CLI-18 answers %s before anything is written", async (name, recipe, message) => {
    const { code, err } = await toolkit(
      "run",
      save("bad.json", recipe),
      "talks",
      "-o",
      `bad ${name}`,
    );
    expect(code).toBe(1);
    expect(err).toContain(`bad.json: ${message}`);
    expect(existsSync(at(`bad ${name}`))).toBe(false);
  });

  it("CLI-18 says what is missing on the command line", async () => {
    for (const [argv, code, message] of [
      [["run"], 2, "Which recipe?"],
      [["run", "talks.json"], 2, "Which files?"],
      [["run", "talks.json", "talks"], 2, "Where to?"],
      [["run", "none.json", "talks", "-o", "x"], 1, "none.json: there is no such file."],
      [["run", "https://a.example/#mix=1", "talks", "-o", "x"], 1, "this link has no recipe."],
      [["run", "talks.json", "none", "-o", "x"], 1, "none"],
    ] as const) {
      const result = await toolkit(...argv);
      expect([argv, result.code]).toEqual([argv, code]);
      expect(result.err).toContain(message);
    }
    expect(existsSync(at("x"))).toBe(false);
  });
});
