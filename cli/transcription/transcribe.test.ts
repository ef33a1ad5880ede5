import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TEXT_FORMATS } from "#core/transcript/save/write-transcript.ts";
import { type FakeHub, createFakeHub, sha256Of } from "#tests/fake-hub/fake-hub.ts";
import { inLongRun } from "#tests/left-out.ts";
import {
  decoderGraph,
  encoderGraph,
  MOONSHINE_FORM,
  spokenTokens,
} from "#tests/nets/moonshine-graphs.ts";
import {
  EMBEDDING_FORM,
  embeddingGraph,
  SEGMENTS_FORM,
  segmentsGraph,
  toneTalk,
} from "#tests/nets/speaker-graphs.ts";
import {
  timeToken,
  WHISPER_FORM,
  WHISPER_TOKENS,
  whisperDecoder,
  whisperEncoder,
  whisperTokenizer,
} from "#tests/nets/whisper-graphs.ts";
import { main } from "../run.ts";
import { createResult } from "../audio/write-file.ts";
import { TRANSCRIPT_RECORD } from "../files/output-record.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const MIT_LICENSE = { id: "MIT", use: "any", url: "https://e.example/" };
const TOKENS = ["<unk>", "<s>", "</s>", "▁one", "▁two", "▁three"];
const END = 2;
const GERMAN = [WHISPER_TOKENS["<|de|>"]!, WHISPER_TOKENS["<|transcribe|>"]!, timeToken(0), 0, 1];
const FORMATS = TEXT_FORMATS.filter((format) => format !== "chapters");
/** Models that find who speaks. */
const SPEAKER_FORMS: Readonly<Record<string, object>> = {
  segments: SEGMENTS_FORM,
  voices: EMBEDDING_FORM,
};
/** Files of all models, by their ids and roles. */
const NETS: Readonly<Record<string, Readonly<Record<string, Buffer>>>> = {
  english: {
    encoder: encoderGraph(),
    decoder: decoderGraph(MOONSHINE_FORM),
    vocabulary: Buffer.from(
      JSON.stringify({
        model: { vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])) },
      }),
    ),
  },
  many: {
    encoder: whisperEncoder([...GERMAN, timeToken(2)], WHISPER_FORM),
    decoder: whisperDecoder(WHISPER_FORM),
    vocabulary: Buffer.from(whisperTokenizer()),
  },
  segments: { graph: segmentsGraph() },
  voices: { graph: embeddingGraph() },
};

let root: string;
let hub: FakeHub;
const at = (...parts: readonly string[]): string => path.join(root, ...parts);
const read = (...parts: readonly string[]): string => readFileSync(at(...parts), "utf8");
const put = (name: string, content: string): void => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
};

/** Writes a recording in which the English model hears these words, from `one` to `three`. */
async function record(name: string, ...words: readonly number[]): Promise<void> {
  const tokens = [...words.map((word) => word + 2), ...Array.from({ length: 8 }, () => END)];
  await recordSamples(name, spokenTokens(tokens));
}

async function recordSamples(name: string, samples: Float32Array): Promise<void> {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  const file = createResult({
    file: at(name),
    output: "wav32f",
    tags: {},
    duration: samples.length / 16_000,
  });
  await file.write([samples], { sampleRate: 16_000, channels: 1 });
  await file.finish();
}

interface RunOptions {
  /** Presses Ctrl+C once this text was logged. */
  readonly stopAfter?: string;
}

async function run(argv: readonly string[], { stopAfter }: RunOptions = {}) {
  const out: string[] = [];
  const log: string[] = [];
  const handlers: (() => void)[] = [];
  const exitCode = await main(["transcribe", "--root", root, ...argv], {
    stdout: { write: (text) => out.push(text) },
    stderr: {
      write(text) {
        log.push(text);
        if (stopAfter !== undefined && text.includes(stopAfter))
          for (const stop of handlers) stop();
        return true;
      },
    },
    stdin: {},
    env: {},
    cwd: () => root,
    on: (_, handler) => void handlers.push(handler as () => void),
  });
  return { exitCode, out: out.join(""), log: log.join("") };
}

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), "transcribe-"));
  const files = Object.entries(NETS).flatMap(([id, roles]) =>
    Object.entries(roles).map(
      ([role, bytes]) => [`${id}/${role}`, { bytes, large: role !== "vocabulary" }] as const,
    ),
  );
  hub = await createFakeHub({ "o/nets": { commit: COMMIT, files: Object.fromEntries(files) } });
  const filesOf = (id: string) =>
    Object.keys(NETS[id]!).map((role) => ({
      role,
      path: `${id}/${role}`,
      from: `${id}/${role}`,
    }));
  const models = Object.keys(NETS).map((id) => ({
    id,
    name: id,
    task: id in SPEAKER_FORMS ? "speakers" : "transcript",
    tier: "studio",
    form: SPEAKER_FORMS[id] ?? (id === "many" ? WHISPER_FORM : MOONSHINE_FORM),
    languages: id === "many" ? ["en", "de"] : ["en"],
    quality: [],
    licence: MIT_LICENSE,
    page: "https://e.example/",
    source: { kind: "hub", repo: "o/nets" },
    files: filesOf(id),
    signature: { input: "sound", output: "words", source: "https://e.example/" },
  }));
  const stems = { ...models[0], id: "stems", task: "stems", form: undefined };
  put("models/registry.json", JSON.stringify({ models: [...models, stems] }));
  const locked = Object.keys(NETS).map((id) => [
    id,
    {
      source: { kind: "hub", repo: "o/nets", revision: "main", commit: COMMIT },
      files: filesOf(id).map((file) => {
        const bytes = NETS[id]![file.role]!;
        return { ...file, bytes: bytes.length, sha256: sha256Of(bytes) };
      }),
    },
  ]);
  put("models/lock.json", JSON.stringify({ version: 1, models: Object.fromEntries(locked) }));
  const site = { name: "S", origin: "https://s.example", contact: "a@s.example" };
  const config = { site, models: { hub: hub.url, storage: [hub.storage] } };
  put("toolkit.config.ts", `export default ${JSON.stringify(config)};`);
});
afterEach(async () => {
  await hub.close();
  rmSync(root, { recursive: true });
});

describe("toolkit transcribe", () => {
  it("CLI-15 writes a folder's recordings in all formats, by a model that it downloads once, and skips what is finished", async () => {
    await record("talks/a.wav", 1, 2, 3);
    await record("talks/day two/a.wav", 3, 3, 1);
    put("talks/notes.txt", "not a recording");
    const argv = ["talks", "-o", "texts", "--language", "en"];
    const { exitCode, log } = await run(argv);
    expect(exitCode, log).toBe(0);
    expect(log).toContain(`Downloading english (0 MB) into ${at(".toolkit/models")}, once`);
    expect(readdirSync(at("texts")).sort()).toEqual(
      [TRANSCRIPT_RECORD, ...FORMATS.map((format) => `a.${format}`), "day two"].sort(),
    );
    expect(read("texts/a.txt")).toBe("one two three\n");
    expect(read("texts/day two/a.md")).toContain("three three one");
    const { model, language, segments } = JSON.parse(read("texts/a.json")) as {
      model: string;
      language: string;
      segments: { words: { word: string; start: number; end: number; confidence: number }[] }[];
    };
    expect({ model, language }).toEqual({ model: "english", language: "en" });
    const words = segments.flatMap((segment) => segment.words);
    expect(words.map(({ word }) => word)).toEqual(["one", "two", "three"]);
    for (const [index, { start, end, confidence }] of words.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
      expect(confidence).toBeGreaterThan(0);
    }
    const requests = hub.requests.length;
    const again = await run([...argv, "--json"]);
    expect(JSON.parse(again.out)).toMatchObject({
      ok: true,
      model: "english",
      results: [{ state: "skipped" }, { state: "skipped" }],
      problems: [],
    });
    expect({ log: again.log, requests: hub.requests.length }).toEqual({ log: "", requests });
  });

  it("TLS-11 CLI-15 names who speaks in all formats, and transcribes again with another number of speakers", async () => {
    const turns = [
      { voice: 2, from: 0, to: 1 },
      { voice: 0, from: 1, to: 12 },
    ];
    await recordSamples("talk.wav", toneTalk(turns, 12));
    const options = ["talk.wav", "-o", "texts", "--speakers"];
    const argv = [...options, "2"];
    const { exitCode, log } = await run(argv);
    expect(exitCode, log).toBe(0);
    expect(log).toMatch(/Downloading segments [^]*Downloading voices /);
    const { segments } = JSON.parse(read("texts/talk.json")) as {
      segments: { speaker: string; start: number; end: number; text: string }[];
    };
    expect(segments.map(({ text }) => text).join(" ")).toBe("one two");
    for (const { speaker, start, end } of segments)
      expect(speaker).toBe(start + end < 2 ? "Speaker 1" : "Speaker 2");
    const { speaker } = segments[0]!;
    expect(read("texts/talk.txt")).toContain(`${speaker}: one`);
    expect(read("texts/talk.srt")).toContain(`${speaker}: one`);
    expect(read("texts/talk.vtt")).toContain(`<v ${speaker}>one`);
    expect(read("texts/talk.md")).toContain(speaker);
    expect((await run(argv)).log).toContain("finished before");
    const one = await run([...options, "1"]);
    expect(one.exitCode, one.log).toBe(0);
    expect(read("texts/talk.json")).not.toContain("Speaker 2");
    const invalid = await run([...options, "0"]);
    expect([invalid.exitCode, invalid.log.includes("from 1 to 20")]).toEqual([2, true]);
  });

  it("CLI-15 continues after Ctrl+C with the recordings that are not finished", async () => {
    for (const name of ["a", "b", "c"]) await record(`talks/${name}.wav`, 1, 2);
    const argv = ["talks", "-o", "texts", "--language", "en", "--formats", "txt"];
    const { exitCode } = await run(argv, { stopAfter: "a.txt" });
    expect(exitCode).toBe(130);
    expect(readdirSync(at("texts")).sort()).toEqual([TRANSCRIPT_RECORD, "a.txt"]);
    const { log } = await run(argv);
    expect(log).toMatch(/a\.wav: finished before\n.*b\.wav → .*b\.txt\n.*c\.wav → .*c\.txt\n$/);
  });

  it("CLI-15 transcribes again what has changed: the recording, the language, the formats; never over an edited text", async () => {
    await record("a.wav", 1);
    await record("b.wav", 2);
    const argv = ["a.wav", "b.wav", "-o", "texts", "--formats", "txt,vtt"];
    await run([...argv, "--language", "en"]);
    await record("a.wav", 3);
    appendFileSync(at("texts/b.txt"), "edited by hand\n");
    // What was edited is finished as long as its recording stays the same.
    const same = await run([...argv, "--language", "en"]);
    expect(same.log).toMatch(/a\.wav → .*a\.\{txt,vtt\}\nb\.wav: finished before\n$/);
    expect(read("texts/a.txt")).toBe("three\n");
    const more = await run(["b.wav", "-o", "texts", "--formats", "txt,srt", "--language", "en"]);
    expect({ exitCode: more.exitCode, says: more.log.includes("OUTPUT_EXISTS") }).toEqual({
      exitCode: 1,
      says: true,
    });
    const other = await run(argv);
    expect(other.exitCode).toBe(1);
    expect(read("texts/a.txt")).toBe("one two\n");
    expect(read("texts/b.txt")).toBe("two\nedited by hand\n");
    await run([...argv, "--force"]);
    expect(read("texts/b.txt")).toBe("one two\n");
  });

  it("CLI-15 preserves foreign files and transcripts of other recordings with that name, and continues", async () => {
    await record("one/talk.wav", 1);
    await record("two/talk.wav", 2);
    await record("three/other.wav", 3);
    put("texts/foreign.txt", "mine");
    await record("three/foreign.wav", 1);
    const argv = ["-o", "texts", "--formats", "txt", "--language", "en"];
    await run(["one/talk.wav", ...argv]);
    const { exitCode, out } = await run([
      "two/talk.wav",
      "three/foreign.wav",
      "three/other.wav",
      ...argv,
      "--json",
    ]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      results: [{ input: "three/other.wav", state: "written", words: 1, language: "en" }],
      problems: [{ code: "OUTPUT_EXISTS" }, { code: "OUTPUT_EXISTS" }],
    });
    expect([read("texts/talk.txt"), read("texts/foreign.txt"), read("texts/other.txt")]).toEqual([
      "one\n",
      "mine",
      "three\n",
    ]);
  });

  it("CLI-15 continues after an unreadable recording, and reports it", async () => {
    put("bad.wav", "no sound");
    await record("good.wav", 2);
    const argv = ["bad.wav", "missing.wav", "good.wav", "-o", "texts", "--language", "en"];
    const { exitCode, log } = await run([...argv, "--formats", "txt"]);
    expect(exitCode).toBe(1);
    expect(log).toContain("bad.wav");
    expect(log).toMatch(/INPUT_UNREADABLE[^]*missing\.wav/);
    expect(read("texts/good.txt")).toBe("two\n");
  });

  it("CLI-15 downloads no model where no recording can be opened", async () => {
    put("words.wav", "no sound");
    const argv = ["missing.wav", "words.wav", "-o", "texts", "--language", "en", "--json"];
    const { exitCode, out } = await run(argv);
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      results: [],
      problems: [{ code: "INPUT_UNREADABLE" }, { params: { file: at("words.wav") } }],
    });
    expect(hub.requests).toEqual([]);
  });

  it("TLS-9 CLI-15 transcribes again with other names and terms", async () => {
    await record("talk.wav", 1, 2);
    const argv = ["talk.wav", "-o", "texts", "--formats", "txt", "--engine", "many"];
    const says = async (...terms: readonly string[]): Promise<string> =>
      (await run([...argv, ...terms])).log.trim();
    const written = expect.stringMatching(/talk\.wav → .*talk\.txt$/);
    expect(await says("--terms", "one, two")).toEqual(written);
    expect(await says("--terms", " one, two ")).toBe("talk.wav: finished before");
    expect(await says("--terms", "three")).toEqual(written);
    expect(await says()).toEqual(written);
    expect(await says("--terms", " ")).toBe("talk.wav: finished before");
    expect(read("texts/talk.txt")).toBe("one two\n");
  });

  it("CLI-15 names the formats of --formats for one that is unknown", async () => {
    await record("talk.wav", 1);
    const { log } = await run(["talk.wav", "-o", "texts", "--formats", "doc"]);
    expect(log).toMatch(/Try: Set --formats to all, or to some of txt, .*docx.*, separated by/);
    expect(log).not.toContain("extension of the output");
  });

  it("CLI-15 detects the language without --language, by a model that knows several", async () => {
    await record("talk.wav", 1, 2);
    const { exitCode, log } = await run(["talk.wav", "-o", "texts", "--formats", "json"]);
    expect(exitCode, log).toBe(0);
    expect(JSON.parse(read("texts/talk.json"))).toMatchObject({
      model: "many",
      language: "de",
      text: "one two",
    });
  });

  it(
    "CLI-15 expands patterns, and gives recordings of one name names of their own",
    inLongRun,
    async () => {
      await record("talks/a.wav", 1);
      await record("talks/A.wave", 2);
      await record("talks/b.wav", 3);
      const { exitCode, log } = await run([
        "talks/[aA]*",
        "-o",
        "texts",
        "--formats",
        "txt",
        "--language",
        "en",
      ]);
      expect(exitCode, log).toBe(0);
      expect(
        readdirSync(at("texts"))
          .filter((name) => name !== TRANSCRIPT_RECORD)
          .sort(),
      ).toEqual(["A-wave.txt", "a-wav.txt"]);
    },
  );

  it.each([
    [["--engine", "stems"], "MODEL_NO_TRANSCRIPT", 2],
    [["--engine", "englisch"], "MODEL_UNKNOWN", 2],
    [["--engine", "english", "--language", "de"], "MODEL_LANGUAGE", 2],
    [["--language", "tlh"], "MODEL_LANGUAGE", 2],
    [["--engine", "english", "--terms", "Grieg"], "USAGE", 2],
    [["--models", "nowhere"], "MODEL_ABSENT", 1],
    [["--formats", "txt,pdf"], "OUTPUT_FORMAT_UNKNOWN", 2],
    [["nothing/*.mp3"], "INPUT_UNREADABLE", 1],
  ])("CLI-15 %j: %s", async (argv, code, exitCode) => {
    await record("talk.wav", 1);
    const found = await run(["talk.wav", "-o", "texts", ...argv]);
    expect({ exitCode: found.exitCode, says: found.log.includes(`[${code}]`) }).toEqual({
      exitCode,
      says: true,
    });
    expect(readdirSync(root)).not.toContain("texts");
  });

  it("CLI-15 says when the source of the model cannot be reached, and writes nothing", async () => {
    await record("talk.wav", 1);
    await hub.close();
    const { exitCode, log } = await run(["talk.wav", "-o", "texts", "--language", "en"]);
    expect({ exitCode, says: log.includes("[MODEL_UNREACHABLE]") }).toEqual({
      exitCode: 1,
      says: true,
    });
    expect(readdirSync(root)).not.toContain("texts");
    hub = await createFakeHub({});
  });
});
