// Whether turns of a conversation can be distinguished by pitch and timbre: bench/audio/README.md
// describes the method.
import path from "node:path";
import { readFileSync, statSync } from "node:fs";
import { renderTable } from "#cli/command-kit/render-table.ts";
import { openVoice } from "#cli/speech/open-voice.ts";
import { installMaterial, listFiles } from "./material.ts";
import { createRandom } from "./random.ts";
import { clusterTurns, featuresOf } from "./speech/cluster-turns.ts";

const RATE = 8000;
const SOUNDS = "/usr/share/asterisk/sounds";
/** Voices of prompts, all of telephone quality, by their folders. */
const READERS = {
  Allison: ["en_US_f_Allison", "asterisk-core-sounds-en-wav"],
  June: ["fr_CA_f_June", "asterisk-core-sounds-fr-wav"],
  Menardi: ["it_IT_f_Menardi", "asterisk-prompt-it-menardi-wav"],
  Carlo: ["it_IT_m_Carlo", "asterisk-core-sounds-it-wav"],
  IvrvoiceRU: ["ru_RU_f_IvrvoiceRU", "asterisk-core-sounds-ru-wav"],
} as const;
/** Seconds of a turn, turns of each voice in a talk, and talks of each pair. */
const TURN = [2, 6] as const;
const TURNS = 12;
const TALKS = 10;

installMaterial(
  (line) => process.stdout.write(`${line}\n`),
  Object.fromEntries(
    Object.values(READERS).map(([folder, name]) => [name, path.join(SOUNDS, folder)]),
  ),
);
const random = createRandom(11);
const drawn = <T>(list: readonly T[], count: number): T[] => {
  const rest = [...list];
  return Array.from(
    { length: Math.min(count, rest.length) },
    () => rest.splice(Math.floor(random.uniform() * rest.length), 1)[0]!,
  );
};

/** Samples of a WAV file of 16 bits with the shortest head there is, as all of these are. */
function samplesOf(file: string): Float32Array {
  const bytes = new Uint8Array(readFileSync(file)).slice(44);
  return Float32Array.from(new Int16Array(bytes.buffer, 0, bytes.length >> 1), (x) => x / 32_768);
}

const turns = new Map<string, number[][]>();
for (const [name, [folder]] of Object.entries(READERS)) {
  const files = listFiles(path.join(SOUNDS, folder), ".wav").filter((file) => {
    const seconds = statSync(file).size / (2 * RATE);
    return seconds >= TURN[0] && seconds <= TURN[1];
  });
  turns.set(
    name,
    drawn(files, 40).map((file) => featuresOf(samplesOf(file), RATE)),
  );
}
const voice = openVoice();
const LINES = [
  "The kettle had just begun to sing when the snow came.",
  "Nobody on the ferry knew which harbor it was.",
  "She counted the hives and wrote a number down.",
  "We could take the road along the river instead.",
  "He asked twice, and twice the answer was no.",
  "In the evening the wind turned to the north.",
  "There were seven doors, and one of them was open.",
  "I have never heard that story told like this.",
];
for (const variant of ["f2", "f4", "m3", "m6"]) {
  const spoken = [];
  for (const text of LINES) {
    const { samples, sampleRate } = await voice.speak(text, { language: "en", voice: variant });
    spoken.push(featuresOf(samples, sampleRate));
  }
  turns.set(`eSpeak ${variant}`, spoken);
}
voice.close();

/** Share of turns that are in the group of their voice. */
function judge(one: readonly number[][], two: readonly number[][]): number {
  const [a, b] = [drawn(one, TURNS), drawn(two, TURNS)];
  const groups = clusterTurns([...a, ...b]);
  const right = groups.filter((group, at) => group === (at < a.length ? 0 : 1)).length;
  return Math.max(right, groups.length - right) / groups.length;
}
const rows: string[][] = [];
const names = [...turns.keys()];
for (const [at, one] of names.entries())
  for (const two of names.slice(at + 1)) {
    if (one.startsWith("eSpeak") !== two.startsWith("eSpeak")) continue;
    const found = Array.from({ length: TALKS }, () => judge(turns.get(one)!, turns.get(two)!));
    const mean = found.reduce((sum, share) => sum + share, 0) / TALKS;
    rows.push([
      one,
      two,
      `${(100 * mean).toFixed(0)} %`,
      `${(100 * Math.min(...found)).toFixed(0)} %`,
    ]);
  }
/** One voice as if it were two: what a split means where there is one speaker. */
for (const name of names.slice(0, 5)) {
  const all = turns.get(name)!;
  const groups = clusterTurns(drawn(all, 2 * TURNS));
  const ones = groups.filter((group) => group === 1).length;
  rows.push([
    name,
    "nobody else",
    `${Math.min(ones, groups.length - ones)} of ${groups.length} split off`,
    "",
  ]);
}
process.stdout.write(
  renderTable(["voice", "other voice", "turns right", "worst talk"], rows, true),
);
