// Measures the studio models that npm packages hold, on material whose truth is known: README.md of
// bench/audio says how.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Block } from "../../audio/effect.ts";
import { joinBlocks } from "../../audio/signal/blocks.ts";
import { createResult } from "../../cli/audio/write-file.ts";
import type { StudioTask } from "../../cli/audio/studio/run-studio.ts";
import { runStudio, studioThreads } from "../../cli/audio/studio/run-studio.ts";
import { renderTable } from "../../cli/command-kit/render-table.ts";
import { loadLock, loadRegistry } from "../../cli/models/registry.ts";
import { wordErrors } from "../../cli/models/word-errors.ts";
import { measureSiSdr } from "./metrics.ts";

const RATE = 44_100;
const SONGS = "/usr/share/games/fretsonfire/data/songs";
const SPEECH = "/usr/share/pocketsphinx/test/data/librivox";
/** Where a song has begun for long. */
const START = 40;

const root = path.resolve(import.meta.dirname, "../..");
const option = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1]!;
};
const models = path.resolve(option("models", path.join(root, "models/files")));
const seconds = Number(option("seconds", "5.8"));
const threads = Number(option("threads", String(studioThreads())));
const wanted = option("only", "speech,songs").split(",");
const most = Number(option("songs", "8"));

function modelOf(id: string): Pick<StudioTask, "form" | "files"> {
  const form = loadRegistry(root, root).find((model) => model.id === id)?.form;
  const locked = loadLock(root, root).models[id];
  if (!locked || !form || form.kind === "spectral-stream") throw new Error(`There is no ${id}`);
  const files = Object.fromEntries(
    locked.files.map((file) => [file.role, path.join(models, file.path)]),
  );
  const missing = Object.values(files).filter((file) => !existsSync(file));
  if (missing.length > 0)
    throw new Error(`toolkit models pull ${id} -o ${models} brings ${missing.join()}`);
  return { form, files };
}

const print = (title: string, header: readonly string[], rows: readonly string[][]): void =>
  void process.stdout.write(`\n${title}\n\n${renderTable(header, rows, true)}`);
const fixed = (value: number): string => value.toFixed(1);

async function benchSpeech(): Promise<void> {
  const task = { ...modelOf("moonshine-tiny-en"), consistent: false, threads };
  const truths = readFileSync(path.join(SPEECH, "transcription"), "utf8").trim().split("\n");
  const rows: string[][] = [];
  const all = { errors: 0, words: 0 };
  for (const line of truths) {
    const [, truth, name] = /^<s> (.*) <\/s> \((.*)\)$/.exec(line)!;
    const input = path.join(SPEECH, `${name}.wav`);
    let text = "";
    let length = 0;
    let start = performance.now();
    for await (const message of runStudio({ ...task, input }, new AbortController().signal)) {
      if (message.kind === "ready") start = performance.now();
      if (message.kind !== "spoken" || !message.spoken.finished) continue;
      text += ` ${message.spoken.text}`;
      length = message.spoken.end;
    }
    const { errors, words } = wordErrors(text, truth!);
    all.errors += errors;
    all.words += words;
    const pace = length / ((performance.now() - start) / 1000);
    rows.push([name!.slice(-4), String(words), String(errors), fixed(pace), text.trim()]);
  }
  const rate = fixed((100 * all.errors) / all.words);
  rows.push(["all", String(all.words), String(all.errors), "", `${rate} % (PocketSphinx: 36.6 %)`]);
  print("Moonshine tiny, LibriVox sentences", ["", "words", "wrong", "× real time", "text"], rows);
}

function readStereo(file: string): Float32Array[] {
  const range = ["-ss", String(START), "-t", String(seconds)];
  const shape = ["-ac", "2", "-ar", String(RATE), "-f", "f32le", "-"];
  const bytes = execFileSync("ffmpeg", ["-v", "error", ...range, "-i", file, ...shape], {
    maxBuffer: 2 ** 30,
  });
  const both = new Float32Array(new Uint8Array(bytes).buffer);
  return [0, 1].map((side) => both.filter((_, at) => at % 2 === side));
}
const add = (...blocks: readonly Block[]): Float32Array[] =>
  [0, 1].map((c) =>
    blocks[0]![c]!.map((_, at) => blocks.reduce((sum, block) => sum + (block[c]![at] ?? 0), 0)),
  );
/** Both channels as one row of samples. */
const flat = (block: Block): Float32Array => {
  const out = new Float32Array(2 * block[0]!.length);
  out.set(block[0]!);
  out.set(block[1]!, block[0]!.length);
  return out;
};
const score = (found: Block, truth: Block): string => fixed(measureSiSdr(flat(found), flat(truth)));

async function benchSong(folder: string, task: Omit<StudioTask, "input">): Promise<string[]> {
  const [guitar, song] = ["guitar", "song"].map((name) =>
    readStereo(path.join(folder, `${name}.ogg`)),
  );
  const frames = Math.min(guitar![0]!.length, song![0]!.length);
  const [lead, rest] = [guitar!, song!].map((block) => block.map((one) => one.subarray(0, frames)));
  const mix = add(lead!, rest!);
  const temporary = mkdtempSync(path.join(tmpdir(), "studio-"));
  try {
    const input = path.join(temporary, "mix.wav");
    const file = createResult({ file: input, output: "wav32f", tags: {}, duration: seconds });
    await file.write(mix, { sampleRate: RATE, channels: 2 });
    await file.finish();
    const parts: (readonly Block[])[] = [];
    let start = performance.now();
    for await (const message of runStudio({ ...task, input }, new AbortController().signal)) {
      if (message.kind === "ready") start = performance.now();
      if (message.kind === "stems") parts.push(message.stems);
    }
    const took = (performance.now() - start) / 1000;
    const stems = parts[0]!.map((_, stem) =>
      joinBlocks(
        parts.map((part) => part[stem]!),
        2,
      ),
    );
    const [drums, bass, other, vocals] = stems as unknown as readonly [Block, Block, Block, Block];
    return [
      path.basename(folder),
      score(mix, lead!),
      score(other, lead!),
      score(mix, rest!),
      score(add(drums, bass, vocals), rest!),
      score(add(...stems), mix),
      (seconds / took).toFixed(2),
    ];
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

async function benchSongs(): Promise<void> {
  const task = { ...modelOf("htdemucs"), consistent: true, threads };
  const folders = ["sectoid", "muldjord"].flatMap((album) =>
    readdirSync(path.join(SONGS, album), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => path.join(SONGS, album, name)),
  );
  const rows: string[][] = [];
  for (const folder of folders.slice(0, most)) {
    rows.push(await benchSong(folder, task));
    process.stderr.write(`${rows.at(-1)!.join(" · ")}\n`);
  }
  const header = [
    "song",
    "guitar: mix",
    "other",
    "rest: mix",
    "drums + bass + vocals",
    "sum",
    "× real time",
  ];
  print(
    `HTDemucs, ${seconds} s of each song from ${START} s on, ${threads} threads; SI-SDR dB`,
    header,
    rows,
  );
}

if (wanted.includes("speech")) await benchSpeech();
if (wanted.includes("songs")) await benchSongs();
