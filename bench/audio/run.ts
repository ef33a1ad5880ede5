// Measures what the audio effects do to material whose truth is known. See README.md beside this file.
import path from "node:path";
import { renderTable } from "#cli/command-kit/render-table.ts";
import { loadDnsmos } from "./dnsmos.ts";
import { benchAlignment } from "./alignment/alignment-table.ts";
import { benchBreaths, benchClicks, benchEchoes } from "./fault-tables.ts";
import { benchLoudness } from "./loudness-table.ts";
import { benchRoundTrips } from "./formats/round-trips-table.ts";
import { installMaterial, loadSpeech } from "./material.ts";
import { CHOICE_PACKAGES, loadChoice, loadJudgement } from "./net-material.ts";
import { benchNoise } from "./noise-table.ts";
import { benchRooms } from "./room-table.ts";
import { benchPace } from "./separation/pace-table.ts";
import { benchSeparation } from "./separation/separation-table.ts";
import { benchSpeechOverMusic } from "./separation/speech-table.ts";
import { benchSilence } from "./silence-table.ts";
import { benchTempo } from "./music/tempo-table.ts";
import { benchEnhance, benchVoice } from "./sound-tables.ts";
import type { Bench, Table } from "./table.ts";

const SAMPLE_RATE = 48_000;
/** Seconds of speech in the small subset: two speakers. */
const QUICK = [22, 30] as const;

const TABLES: Readonly<Record<string, (bench: Bench) => Promise<Table>>> = {
  denoise: benchNoise,
  reverb: benchRooms,
  clicks: benchClicks,
  breath: benchBreaths,
  echo: benchEchoes,
  silence: benchSilence,
  enhance: benchEnhance,
  voice: benchVoice,
  loudness: benchLoudness,
  "round-trips": benchRoundTrips,
  separation: benchSeparation,
  tempo: benchTempo,
  "separation-pace": benchPace,
  "speech-over-music": benchSpeechOverMusic,
  alignment: benchAlignment,
};

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const quick = process.argv.includes("--quick");
const root = path.resolve(import.meta.dirname, "../..");
const model = option("dnsmos") ?? process.env["TOOLKIT_DNSMOS"];
const selected = option("only")?.split(",") ?? Object.keys(TABLES);
const unknown = selected.filter((name) => !(name in TABLES));
if (unknown.length > 0) throw new Error(`There is no table "${unknown.join()}".`);

const choosing = process.argv.includes("--choose");
const log = (line: string) => void process.stderr.write(`${line}\n`);
installMaterial(log);
if (choosing) installMaterial(log, CHOICE_PACKAGES);
const whole = loadSpeech(SAMPLE_RATE, root);
const speech = quick ? whole.slice(QUICK[0] * SAMPLE_RATE, QUICK[1] * SAMPLE_RATE) : whole;
const dnsmos = model === undefined ? null : await loadDnsmos(model);
const material = (choosing ? loadChoice : loadJudgement)(SAMPLE_RATE, root);
const stems = option("stems") ?? null;
const onlyStems = process.argv.includes("--only-stems");
const languages = option("languages")?.split(",") ?? null;
const inputs = { speech, material, sampleRate: SAMPLE_RATE, dnsmos };
const bench = { ...inputs, root, quick, choosing, stems, onlyStems, languages };

for (const name of selected) {
  const { title, header, rows } = await TABLES[name]!(bench);
  process.stdout.write(`\n${title}\n\n${renderTable(header, rows, true)}`);
}
