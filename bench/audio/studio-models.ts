// Measures the studio models that npm packages hold, on material whose truth is known: README.md of
// bench/audio says how.
import { existsSync } from "node:fs";
import path from "node:path";
import { studioThreads } from "#cli/audio/studio/run-studio.ts";
import { renderTable } from "#cli/command-kit/render-table.ts";
import { loadLock, loadRegistry } from "#cli/models/registry.ts";
import { benchNoisySpeech, NOISY_HEADER } from "./studio/noisy-speech.ts";
import { benchSongs, SONG_HEADER } from "./studio/songs.ts";
import { benchSpeech, SPEECH_HEADER } from "./studio/speech.ts";

const root = path.resolve(import.meta.dirname, "../..");
const option = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1]!;
};
const models = path.resolve(option("models", path.join(root, "models/files")));
const seconds = Number(option("seconds", "11"));
const threads = Number(option("threads", String(studioThreads())));
const selected = option("only", "speech,noise,songs").split(",");
const maxSongs = Number(option("songs", "8"));
const recordings = option("recordings", "LibriVox,English").split(",");

/** A model of the registry, and its files on the disk by their roles. */
function modelOf(id: string) {
  const model = loadRegistry(root, root).find((one) => one.id === id);
  const locked = loadLock(root, root).models[id];
  if (!locked || !model) throw new Error(`There is no ${id}`);
  const files = Object.fromEntries(
    locked.files.map((file) => [file.role, path.join(models, file.path)]),
  );
  const missing = Object.values(files).filter((file) => !existsSync(file));
  if (missing.length > 0)
    throw new Error(`toolkit models pull ${id} -o ${models} brings ${missing.join()}`);
  return { model, files };
}

const print = (title: string, header: readonly string[], rows: readonly string[][]): void =>
  void process.stdout.write(`\n${title}\n\n${renderTable(header, rows, true)}`);

if (selected.includes("speech")) {
  const { model, files } = modelOf("moonshine-tiny-en");
  if (model.form?.kind !== "moonshine") throw new Error("It has another form");
  const task = { form: model.form, files, threads };
  print("Moonshine tiny, LibriVox sentences", SPEECH_HEADER, await benchSpeech(task));
}
if (selected.includes("noise")) {
  const { model, files } = modelOf("moonshine-tiny-en");
  if (model.form?.kind !== "moonshine") throw new Error("It has another form");
  const task = { form: model.form, files, threads };
  const title = "Moonshine tiny: words that are wrong, with noise 10 dB below";
  print(title, NOISY_HEADER, await benchNoisySpeech(task, recordings));
}
if (selected.includes("songs")) {
  const { model, files } = modelOf("htdemucs");
  const rows = await benchSongs(model, files["graph"]!, { seconds, threads, maxSongs });
  const about = `${seconds} s of each song from 40 s on, ${threads} threads; SI-SDR dB`;
  print(`HTDemucs, ${about}`, SONG_HEADER, rows);
}
