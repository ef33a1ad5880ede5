import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { demucsForm, demucsGraph } from "#tests/nets/demucs-graph.ts";
import { MDX_FORM, mdxGraph } from "#tests/nets/mdx-graph.ts";
import { inRoom, readSpeech, siSdr } from "./material.ts";
import { wordErrors } from "../word-errors.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

const FORM = demucsForm(65_536);
const SOURCE = { kind: "url", base: "https://nets.example/" };
/** Nothing is learned here: each stem is a quarter of the mix. */
const GRAPH = demucsGraph(FORM, { wave: 0.25, spectrum: 0 });

const HALF = mdxGraph(MDX_FORM, [0.5, 0.5, 0.5, 0.5]);
const ROOM_FORM = { ...MDX_FORM, stems: ["reverb", "dry"] as [string, string] };
const NOTHING = mdxGraph(ROOM_FORM, [0, 0, 0, 0]);

let root: string;
const at = (...parts: readonly string[]): string => path.join(root, ...parts);
const put = (name: string, content: string | Uint8Array): void => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "check-"));
  const entry = (id: string, form?: object) => ({
    id,
    name: id,
    task: "stems",
    tier: "studio",
    form,
    quality: [{ measure: "sdr", value: 9, on: "MUSDB-HQ", source: "https://e.example/" }],
    licence: { id: "MIT", use: "any", url: "https://e.example/" },
    page: "https://e.example/",
    source: SOURCE,
    files: [{ role: "graph", path: `${id}/net.onnx`, from: "net.onnx" }],
    signature: { input: "sound", output: "stems", source: "https://e.example/" },
  });
  const models = [
    entry("quarter", FORM),
    entry("loose", FORM),
    entry("stream"),
    entry("voice", MDX_FORM),
    entry("room", ROOM_FORM),
  ];
  put("models/registry.json", JSON.stringify({ models }));
  const locked = (id: string, graph = GRAPH) => ({
    source: SOURCE,
    files: [
      {
        ...models[0]!.files[0],
        path: `${id}/net.onnx`,
        bytes: graph.length,
        sha256: createHash("sha256").update(graph).digest("hex"),
      },
    ],
  });
  const lock = {
    version: 1,
    models: {
      quarter: locked("quarter"),
      stream: locked("stream"),
      voice: locked("voice", HALF),
      room: locked("room", NOTHING),
    },
  };
  put("models/lock.json", JSON.stringify(lock));
  put(
    "toolkit.config.ts",
    'export default { site: { name: "S", origin: "https://s.example", contact: "a@s.example" } };',
  );
});
afterEach(() => rmSync(root, { recursive: true }));

const check = (...argv: readonly string[]) =>
  run(root, ["models", "check", ...argv, "--root", root]);

describe("toolkit models check", () => {
  it("CLI-13 runs a model on known sound, and says that one which has learned nothing does not work", async () => {
    put("models/files/quarter/net.onnx", GRAPH);
    const { code, out } = await check("quarter");
    expect(code).toBe(1);
    expect(out).toContain("quarter: does not work: 3 dB SI-SDR were expected");
    expect(out).toContain("published: sdr 9 on MUSDB-HQ");
    const { results } = JSON.parse((await check("quarter", "--json")).out) as {
      results: readonly Readonly<Record<string, unknown>>[];
    };
    expect(results[0]).toMatchObject({ id: "quarter", measure: "si-sdr", passed: false });
    // Of three stems in one mix, each is as much as the two others.
    expect(results[0]!["value"]).toBeGreaterThan(-12);
    expect(results[0]!["value"]).toBeLessThan(0);
  });

  it("CLI-13 hears whether a net of two stems finds the voice, or the room around it", async () => {
    put("models/files/voice/net.onnx", HALF);
    put("models/files/room/net.onnx", NOTHING);
    const { code, out } = await check("voice", "room", "--json");
    expect(code).toBe(1);
    const { results } = JSON.parse(out) as {
      results: readonly { id: string; value: number; passed: boolean }[];
    };
    const [voice, room] = results;
    expect(voice).toMatchObject({ id: "voice", passed: false });
    // Half of a mix in which the voice is a third.
    expect(voice!.value).toBeGreaterThan(-12);
    expect(voice!.value).toBeLessThan(0);
    // What finds nothing leaves the voice as it was.
    expect(room).toMatchObject({ id: "room", passed: false });
    expect(room!.value).toBeCloseTo(0, 6);
  });

  it("CLI-13 the room that nets are checked with is one: the voice lies 2 to 10 dB above it", async () => {
    const voice = await readSpeech(path.join(import.meta.dirname, "../../.."), 44_100);
    const level = siSdr(inRoom(voice, 44_100), voice);
    expect(level).toBeGreaterThan(2);
    expect(level).toBeLessThan(10);
  });

  it.each([
    ["quarter", "MODEL_ABSENT", null],
    ["quarter", "MODEL_ALTERED", "other"],
    ["loose", "MODEL_UNCHECKED", GRAPH],
    ["stream", "MODEL_NO_CHECK", GRAPH],
    ["quarte", "MODEL_UNKNOWN", GRAPH],
  ])("CLI-13 CLI-10 %s: %s", async (id, code, content) => {
    if (content !== null) put("models/files/quarter/net.onnx", content);
    const ran = await check(id);
    const exitCode = code === "MODEL_UNKNOWN" ? 2 : 1;
    expect({ code: ran.code, told: ran.err.includes(code) }).toEqual({
      code: exitCode,
      told: true,
    });
  });

  it("CLI-13 counts words that are wrong, missing and too many", () => {
    expect(wordErrors("Not an ill-sposed, young man!", "not an ill disposed young man")).toEqual({
      errors: 1,
      words: 6,
    });
    expect(wordErrors("", "two words")).toEqual({ errors: 2, words: 2 });
    expect(wordErrors("one two and more", "one two")).toEqual({ errors: 2, words: 2 });
  });
});
