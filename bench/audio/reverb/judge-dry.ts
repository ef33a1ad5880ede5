// What the reverb remover leaves of dry speech, and what it gains in rooms. See ../README.md.
//   node bench/audio/reverb/judge-dry.ts fit|judge [--before CHECKOUT] [--only TEXT]
// --before: a checkout (git worktree) of what it is compared with, in the same run.
import path from "node:path";
import { parseArgs } from "node:util";
import type reverbEffect from "#audio/effects/reverb.ts";
import { convolve } from "../convolve.ts";
import { installMaterial, rms, roomNoise, whiteNoise } from "../material.ts";
import { measureSiSdr, measureStoi } from "../metrics.ts";
import { createRandom } from "../random.ts";
import { type Box, earlyPart, makeRoom } from "../room.ts";
import { runEffect } from "../run-effect.ts";
import { resample } from "../score.ts";
import { createReader, speak } from "../denoise/voices.ts";
import { dryVoices, VOICE_PACKAGES } from "./dry-voices.ts";

const RATE = 48_000;
const SECONDS = 12;
/** A second counts if it is not softer than this beside the mean. */
const SPEECH_DB = -15;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { before: { type: "string" }, only: { type: "string", default: "" } },
});
const set = positionals[0] === "judge" ? "judge" : "fit";
const root = path.resolve(import.meta.dirname, "../../..");
installMaterial((line) => void process.stderr.write(`${line}\n`), VOICE_PACKAGES);

const checkouts = [...(values.before ? [path.resolve(values.before)] : []), root];
const effects = await Promise.all(
  checkouts.map(async (checkout) => {
    const file = path.join(checkout, "audio/effects/reverb.ts");
    return ((await import(file)) as { default: typeof reverbEffect }).default;
  }),
);
interface Result {
  readonly samples: Float32Array;
  /** Reverb time in seconds that it measures. */
  readonly seconds: number;
}
async function runAll(input: Float32Array, sampleRate: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const effect of effects) {
    const { samples, findings } = await runEffect(effect, {}, [input], { sampleRate, root });
    results.push({ samples: samples[0]!, seconds: findings?.figures?.["decaySeconds"] ?? 0 });
  }
  return results;
}

const readers = new Map([RATE, 8000].map((rate) => [rate, createReader(rate)]));
const voices = dryVoices(set);
const seedOf = (...numbers: readonly number[]): number =>
  numbers.reduce((seed, x) => 37 * seed + x, set === "fit" ? 11 : 13);
const speech = (v: number, seconds = SECONDS, sampleRate = RATE) =>
  speak(voices[v]![1], {
    length: seconds * sampleRate,
    sampleRate,
    random: createRandom(seedOf(v)),
    read: readers.get(sampleRate)!,
  });
const decibels = (level: number) => 10 ** (level / 20);
const add = (samples: Float32Array, noise: Float32Array, dbfs: number) => {
  const gain = decibels(dbfs) / rms(noise);
  return samples.map((x, i) => x + gain * noise[i]!);
};
/** Pieces of 1.5 s, each followed by a pause that is as long again or longer. */
function withPauses(v: number): Float32Array {
  const whole = speech(v);
  const out = new Float32Array(4 * SECONDS * RATE);
  const random = createRandom(seedOf(v, 1));
  let at = 0;
  for (let from = 0; from < whole.length; from += 1.5 * RATE) {
    const part = whole.slice(from, from + 1.5 * RATE);
    part.forEach((x, i) => (part[i] = x * Math.min(1, i / 480, (part.length - i) / 480)));
    if (at + part.length > out.length) break;
    out.set(part, at);
    at += part.length + Math.floor((1.5 + 2.5 * random.uniform()) * RATE);
  }
  return out;
}
/** Silence or soft noise, then speech. */
function startsLate(v: number, seconds: number, dbfs: number | null): Float32Array {
  const out = new Float32Array((seconds + SECONDS) * RATE);
  out.set(speech(v), seconds * RATE);
  return dbfs === null ? out : add(out, whiteNoise(out.length, createRandom(seedOf(v, 2))), dbfs);
}
const withNoise = (v: number, kind: "white" | "room", dbfs: number) => {
  const random = createRandom(seedOf(v, 3));
  const clean = speech(v);
  const noise =
    kind === "white" ? whiteNoise(clean.length, random) : roomNoise(clean.length, RATE, random);
  return add(clean, noise, dbfs);
};

/** Dry speech, with the noise that recordings have: speech is at −23 dBFS. */
const KINDS: Readonly<Record<string, (v: number) => Float32Array>> = {
  plain: (v) => speech(v),
  "3 s": (v) => speech(v, 3),
  "one word": (v) => speech(v, 1),
  "one minute": (v) => speech(v, 60),
  "8 kHz": (v) => speech(v, SECONDS, 8000),
  pauses: withPauses,
  "pauses, white −60": (v) => {
    const samples = withPauses(v);
    return add(samples, whiteNoise(samples.length, createRandom(seedOf(v, 4))), -60);
  },
  "white −70": (v) => withNoise(v, "white", -70),
  "white −55": (v) => withNoise(v, "white", -55),
  "white −43": (v) => withNoise(v, "white", -43),
  "room −55": (v) => withNoise(v, "room", -55),
  "room −43": (v) => withNoise(v, "room", -43),
  "after 1 min of silence": (v) => startsLate(v, 60, null),
  "after 2 min of white −72": (v) => startsLate(v, 120, -72),
};
const RATES: Readonly<Record<string, number>> = { "8 kHz": 8000 };

const decibelsOf = (signal: number, error: number) =>
  10 * Math.log10(signal / Math.max(error, 1e-12 * signal, 1e-20));

/** Ratio of the input to what is changed, of all and of the worst second of speech. */
function measureChange(input: Float32Array, output: Float32Array, sampleRate: number) {
  const sums = (from: number, to: number) => {
    let [signal, error] = [0, 0];
    for (let i = from; i < to; i++) {
      signal += input[i]! ** 2;
      error += (input[i]! - output[i]!) ** 2;
    }
    return [signal, error] as const;
  };
  const [signal, error] = sums(0, input.length);
  const limit = (signal / input.length) * 10 ** (SPEECH_DB / 10) * sampleRate;
  let worst = Infinity;
  for (let from = 0; from + sampleRate <= input.length; from += sampleRate / 2) {
    const [part, lost] = sums(from, from + sampleRate);
    if (part > limit) worst = Math.min(worst, decibelsOf(part, lost));
  }
  return { all: decibelsOf(signal, error), worst };
}

const show = (...cells: readonly string[]): void =>
  void process.stdout.write(`| ${cells.join(" | ")} |\n`);
const head = (...cells: readonly string[]): void => {
  show(...cells);
  show(...cells.map(() => "---"));
};
const versionNames = values.before ? ["before", "now"] : ["now"];
const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;

async function showDry(): Promise<void> {
  head(
    "dry speech",
    "voice",
    "reverb time",
    ...versionNames.map((name) => `${name}, worst second`),
  );
  const summary: string[][] = [];
  for (const [kind, make] of Object.entries(KINDS)) {
    if (!`dry ${kind}`.includes(values.only)) continue;
    const rate = RATES[kind] ?? RATE;
    const all = effects.map((): number[] => []);
    for (const [v, [name]] of voices.entries()) {
      const input = make(v);
      const results = await runAll(input, rate);
      const changes = results.map(({ samples }) => measureChange(input, samples, rate));
      for (const [i, { all: ratio }] of changes.entries()) all[i]!.push(ratio);
      show(
        kind,
        name,
        results.map(({ seconds }) => seconds.toFixed(3)).join(", "),
        ...changes.map(({ all: ratio, worst }) => `${ratio.toFixed(1)}, ${worst.toFixed(1)}`),
      );
    }
    const cells = all.map(
      (list) => `${list.filter((x) => x < 40).length}, ${Math.min(...list).toFixed(1)}`,
    );
    summary.push([kind, ...cells]);
  }
  process.stdout.write("\n");
  head(`of ${voices.length} voices`, ...versionNames.map((name) => `${name}: below 40 dB, least`));
  for (const row of summary) show(...row);
}

/** Boxes with other places than those of other programs. */
const BOXES: Readonly<Record<"fit" | "judge", readonly Box[]>> = {
  fit: [
    { room: [4.4, 3.7, 2.6], source: [1.2, 1.4, 1.5], ear: [2.5, 2.3, 1.3], seed: 21 },
    { room: [7.6, 4.9, 2.9], source: [5.6, 1.3, 1.7], ear: [3.3, 3.2, 1.2], seed: 22 },
  ],
  judge: [
    { room: [3.6, 3.1, 2.5], source: [0.9, 1.1, 1.4], ear: [2.1, 1.9, 1.2], seed: 31 },
    { room: [5.3, 4.2, 2.8], source: [3.9, 2.8, 1.6], ear: [1.8, 1.5, 1.4], seed: 32 },
    { room: [9.2, 6.1, 3.4], source: [2.7, 4.4, 1.7], ear: [5.1, 2.6, 1.5], seed: 33 },
  ],
};
/** Reverb time in seconds, and what else is done to the recording. */
const ROOMS = [
  ...[0.15, 0.2, 0.25, 0.3, 0.4, 0.7, 1, 1.6].map((t60) => ({ t60, fault: "" })),
  ...["3 s", "white −43", "gate"].flatMap((fault) => [0.4, 0.8].map((t60) => ({ t60, fault }))),
];
const ROOM_VOICES = 6;

/** Sets what is 25 dB softer than the mean to 0, in parts of 0.1 s. */
function gate(samples: Float32Array): Float32Array {
  const [out, size] = [samples.slice(), RATE / 10];
  const limit = rms(samples) * decibels(-25);
  for (let at = 0; at < out.length; at += size)
    if (rms(out.subarray(at, at + size)) < limit) out.fill(0, at, at + size);
  return out;
}

function listen(clean: Float32Array, room: Float32Array, fault: string): Float32Array {
  const input = convolve(clean, room);
  if (fault === "gate") return gate(input);
  if (fault !== "white −43") return input;
  return add(input, whiteNoise(input.length, createRandom(seedOf(9))), -43);
}

interface RoomRow {
  readonly seconds: readonly number[];
  readonly scores: readonly (readonly [siSdr: number, stoi: number])[];
}

async function judgeRoom(v: number, room: Float32Array, fault: string): Promise<RoomRow> {
  const clean = speech(v, fault === "3 s" ? 3 : SECONDS);
  const input = listen(clean, room, fault);
  const target = convolve(clean, earlyPart(room, RATE));
  const results = await runAll(input, RATE);
  const at = (samples: Float32Array) => resample(samples, RATE, 10_000);
  return {
    seconds: results.map(({ seconds }) => seconds),
    scores: [input, ...results.map(({ samples }) => samples)].map((samples) => [
      measureSiSdr(samples, target),
      measureStoi(at(samples), at(target)),
    ]),
  };
}

async function showRooms(): Promise<void> {
  process.stdout.write("\n");
  const gains = versionNames.map((name) => `${name}: gains`);
  head("room", "reverb times", "input", ...versionNames, ...gains);
  for (const { t60, fault } of ROOMS) {
    if (!`rooms ${t60} ${fault}`.includes(values.only)) continue;
    const rows: RoomRow[] = [];
    for (let i = 0; i < ROOM_VOICES; i++) {
      const v = Math.floor((i * voices.length) / ROOM_VOICES);
      const boxes = BOXES[set];
      rows.push(await judgeRoom(v, makeRoom(t60, RATE, boxes[i % boxes.length]!), fault));
    }
    const meanOf = (version: number, score: 0 | 1) =>
      mean(rows.map(({ scores }) => scores[version]![score]));
    show(
      `T60 ${t60} s ${fault}`,
      effects
        .map((_, i) => rows.map(({ seconds }) => seconds[i]!.toFixed(2)).join(" "))
        .join(" · "),
      ...[-1, ...effects.keys()].map(
        (i) => `${meanOf(i + 1, 0).toFixed(2)} / ${meanOf(i + 1, 1).toFixed(4)}`,
      ),
      ...effects.map((_, i) =>
        rows.map(({ scores }) => (scores[i + 1]![0] - scores[0]![0]).toFixed(1)).join(" "),
      ),
    );
  }
}

if ("dry".includes(values.only) || values.only.startsWith("dry")) await showDry();
if ("rooms".includes(values.only) || values.only.startsWith("rooms")) await showRooms();
process.exit(0);
