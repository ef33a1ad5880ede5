// How denoise does on the mixtures that keep-mixtures.ts has kept, beside each net alone. See ../README.md.
//   node bench/audio/denoise/judge-mixtures.ts FOLDER [--dnsmos FILE] [--only TEXT] [--keep FOLDER]
//     [--engine MODEL --models FOLDER]
// Scores of the input and of the nets are kept in FOLDER/scores.json; --keep keeps results and their scores.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadDnsmos } from "../dnsmos.ts";
import { measureSiSdr } from "../metrics.ts";
import { type Score, scoreSpeech } from "../score.ts";
import { openDenoiser } from "./denoiser.ts";

const SAMPLE_RATE = 48_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dnsmos: { type: "string" },
    only: { type: "string", default: "" },
    keep: { type: "string" },
    engine: { type: "string" },
    models: { type: "string", default: "public/models" },
  },
});
const [folder] = positionals;
if (!folder) throw new Error("judge-mixtures FOLDER");
if (values.keep) mkdirSync(values.keep, { recursive: true });
const root = path.resolve(import.meta.dirname, "../../..");
const denoise = await openDenoiser(root, SAMPLE_RATE, {
  engine: values.engine,
  folder: values.models,
});
const dnsmos = values.dnsmos ? await loadDnsmos(values.dnsmos) : null;
const scoresFile = path.join(folder, "scores.json");
type Scores = Record<string, readonly (readonly [number, number, number | null])[]>;
const storedScores: Scores = existsSync(scoresFile)
  ? (JSON.parse(readFileSync(scoresFile, "utf8")) as Scores)
  : {};

const MEASURES = ["siSdr", "stoi", "mos"] as const;
const numbersOf = (score: Score) => MEASURES.map((name) => score[name]);

interface Row {
  readonly name: string;
  /** Of the input, DTLN, RNNoise and ours. */
  readonly scores: readonly (readonly number[])[];
}

async function score(name: string): Promise<Row> {
  const all = new Float32Array(
    new Uint8Array(readFileSync(path.join(folder!, `${name}.f32`))).buffer,
  );
  const length = all.length / 4;
  const [speech, ...estimates] = [0, 1, 2, 3].map((i) =>
    all.subarray(i * length, (i + 1) * length),
  );
  const scoreOf = (estimate: Float32Array) => scoreSpeech(estimate, speech!, SAMPLE_RATE, dnsmos);
  let peers: readonly (readonly (number | null)[])[] | undefined = storedScores[name];
  if (!peers || (dnsmos && peers[0]![2] === null)) {
    const made = [];
    for (const one of estimates) made.push(numbersOf(await scoreOf(one)));
    peers = made;
    storedScores[name] = made as unknown as Scores[string];
    writeFileSync(scoresFile, JSON.stringify(storedScores));
  }
  const samples = await denoise(estimates[0]!);
  const own = numbersOf(await scoreOf(samples));
  if (values.keep) writeFileSync(path.join(values.keep, `${name}.f32`), samples);
  const [, voice, snr] = name.split("-");
  if (snr === "0") {
    const ratios = clean.get(voice!) ?? [];
    ratios.push(measureSiSdr(await denoise(speech!), speech!));
    clean.set(voice!, ratios);
  }
  const scores = [...peers.map((one) => one.map((x) => x ?? NaN)), own];
  return { name, scores };
}

const names = readdirSync(folder)
  .filter((file) => file.endsWith(".f32") && file.includes(values.only))
  .map((file) => file.slice(0, -4))
  .sort();
/** SI-SDR in dB of the speech of each voice without noise, in each noise's piece of it. */
const clean = new Map<string, number[]>();
const rows: Row[] = [];
for (const name of names) rows.push(await score(name));
if (values.keep) {
  const own = rows.map(({ name, scores }) => [name, scores.at(-1)]);
  writeFileSync(path.join(values.keep, "ours.json"), JSON.stringify(Object.fromEntries(own)));
}

/** By how much ours is above the better net, or the input. */
const over = (
  { scores: [input, low, full, ours] }: Row,
  measure: number,
  reference: "nets" | "input",
) =>
  ours![measure]! -
  (reference === "input" ? input![measure]! : Math.max(low![measure]!, full![measure]!));
const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
const signed = (x: number, digits: number) => (x < 0 ? "−" : "+") + Math.abs(x).toFixed(digits);

function show(title: string, group: readonly Row[]): void {
  const cells = MEASURES.map((name, measure) => {
    const digits = name === "stoi" ? 3 : 2;
    const relative = group.map((row) => over(row, measure, "nets"));
    const relativeToInput = group.map((row) => over(row, measure, "input"));
    const notWorse = relative.filter((x) => x >= 0).length;
    const below = relativeToInput.filter((x) => x < 0).length;
    return [
      `${notWorse} of ${group.length}`,
      signed(mean(relative), digits),
      signed(Math.min(...relative), digits),
      `${below}, ${signed(Math.min(...relativeToInput), digits)}`,
    ].join(" · ");
  });
  process.stdout.write(`| ${[title, ...cells].join(" | ")} |\n`);
}
process.stdout.write("| noise | SI-SDR dB | STOI | DNSMOS |\n|---|---|---|---|\n");
for (const noise of new Set(names.map((name) => name.split("-")[0]!)))
  show(
    noise,
    rows.filter(({ name }) => name.startsWith(`${noise}-`)),
  );
show("all", rows);

const gains = rows.map((row) => over(row, 0, "input"));
const countAbove = (measure: number): number =>
  rows.filter((row) => over(row, measure, "nets") >= 0).length;
const meanOf = (measure: number): number =>
  mean(rows.map(({ scores }) => scores.at(-1)![measure]!));
process.stdout.write(
  `\n${[
    `SI-SDR ${meanOf(0).toFixed(2)} dB, at or above ${countAbove(0)}`,
    `more than 0.3 dB below the input ${gains.filter((gain) => gain < -0.3).length}, worst ${signed(Math.min(...gains), 2)} dB`,
    `STOI ${meanOf(1).toFixed(3)}, at or above ${countAbove(1)}`,
    `DNSMOS ${meanOf(2).toFixed(2)}`,
  ].join("; ")}\n`,
);
// Medians: some prompts of a voice imitate animals.
for (const [voice, ratios] of clean)
  process.stdout.write(
    `Clean speech of ${voice}: ${ratios.toSorted((a, b) => a - b)[ratios.length >> 1]!.toFixed(1)} dB SI-SDR.\n`,
  );
process.exit(0);
