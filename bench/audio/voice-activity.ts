// Pauses that the silence remover finds in the mixtures of denoise/keep-mixtures.ts, without and with
// its voice activity, and those that the graph of Silero VAD finds. See README.md.
//   node bench/audio/voice-activity.ts FOLDER/judge --model silero_vad_16k_op15.onnx
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import silence from "#audio/effects/silence.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { openNodeSession } from "#cli/audio/nets/node-session.ts";
import { levelsOf, SHORTEST } from "./pauses.ts";
import { runEffect } from "./run-effect.ts";
import { resample } from "./score.ts";

const SAMPLE_RATE = 48_000;
const VAD_RATE = 16_000;
/** Samples of a step, and of the context before it. */
const [STEP, CONTEXT] = [512, 64] as const;
const THRESHOLD = 0.5;
/** Level of a speaking voice below its loudest 10 ms, as a factor. */
const SOFTEST = 10 ** (-35 / 20);
/** Units of 10 ms that stay after and before a word. */
const [AFTER, BEFORE] = [12, 8] as const;
/** The recordings of this voice have a background of their own. */
const NOISY_VOICE = "bogota";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: "string" } },
});
const [folder] = positionals;
if (!folder || !values.model) throw new Error("voice-activity FOLDER --model FILE");
const root = path.resolve(import.meta.dirname, "../..");
const session = await openNodeSession(readFileSync(values.model), 1);

/** Probability of speech in each step. */
async function measureActivity(net: NetSession, samples: Float32Array): Promise<number[]> {
  const found: number[] = [];
  const input = new Float32Array(CONTEXT + STEP);
  let state = new Float32Array(2 * 128);
  for (let at = 0; at + STEP <= samples.length; at += STEP) {
    input.copyWithin(0, STEP);
    input.set(samples.subarray(at, at + STEP), CONTEXT);
    const { output, stateN } = await net.run({
      input: { data: input, dims: [1, input.length] },
      state: { data: state, dims: [2, 1, 128] },
      sr: { data: BigInt64Array.of(BigInt(VAD_RATE)), dims: [] },
    });
    state = Float32Array.from(stateN!.data);
    found.push(output!.data[0]!);
  }
  return found;
}

/** Marks the units of pauses of half a second or more, without what stays at both ends. */
function markPauses(isActive: readonly boolean[]): boolean[] {
  const marks = isActive.map(() => false);
  for (let start = 0; start < isActive.length; start++) {
    if (isActive[start]) continue;
    let end = start;
    while (end < isActive.length && !isActive[end]) end++;
    if (end - start >= 100 * SHORTEST)
      marks.fill(true, start + AFTER, Math.max(start, end - BEFORE));
    start = end;
  }
  return marks;
}

interface Counts {
  pauses: number;
  speech: number;
  readonly found: number[];
  readonly cut: number[];
}
const counts = new Map<string, Counts>();

function count(
  key: string,
  truth: { readonly pauses: readonly boolean[]; readonly active: readonly boolean[] },
  engines: readonly (readonly boolean[])[],
): void {
  const sum = counts.get(key) ?? { pauses: 0, speech: 0, found: [0, 0, 0], cut: [0, 0, 0] };
  counts.set(key, sum);
  for (const [at, isActive] of truth.active.entries()) {
    if (isActive) sum.speech++;
    if (truth.pauses[at]) sum.pauses++;
    for (const [engine, marks] of engines.entries()) {
      if (isActive && marks[at]) sum.cut[engine]!++;
      if (truth.pauses[at] && marks[at]) sum.found[engine]!++;
    }
  }
}

for (const file of readdirSync(folder).filter((name) => /-(5|10)\.f32$/.test(name))) {
  const [noise, voice, snr] = path.basename(file, ".f32").split("-") as [string, string, string];
  if (voice === NOISY_VOICE) continue;
  const all = new Float32Array(new Uint8Array(readFileSync(path.join(folder, file))).buffer);
  const speech = all.subarray(0, all.length / 4);
  const input = all.subarray(all.length / 4, all.length / 2);
  const levels = levelsOf(speech, SAMPLE_RATE);
  const loudest = levels.reduce((max, level) => Math.max(max, level), 0);
  const active = Array.from(levels, (level) => level > SOFTEST * loudest);
  const options = { sampleRate: SAMPLE_RATE, root };
  const own = [];
  for (const unspoken of [false, true]) {
    const given = { shortest: SHORTEST, unspoken };
    const { findings } = await runEffect(silence, given, [input], options);
    const marks = active.map(() => false);
    for (const { start, end } of findings?.ranges ?? [])
      marks.fill(true, Math.round(100 * start) + AFTER, Math.round(100 * end) - BEFORE);
    own.push(marks);
  }
  const activity = await measureActivity(session, resample(input, SAMPLE_RATE, VAD_RATE));
  const vad = markPauses(
    active.map((_, at) => (activity[Math.floor((at * VAD_RATE) / 100 / STEP)] ?? 0) >= THRESHOLD),
  );
  for (const key of [noise, `all at ${snr} dB`])
    count(key, { pauses: markPauses(active), active }, [...own, vad]);
}
const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
process.stdout.write(
  "| noise | levels: pauses, speech cut | ours | Silero VAD |\n|---|---|---|---|\n",
);
for (const [key, { pauses, speech, found, cut }] of counts) {
  const cells = [0, 1, 2].map(
    (engine) => `${percent(found[engine]!, pauses)}, ${percent(cut[engine]!, speech)}`,
  );
  process.stdout.write(`| ${[key, ...cells].join(" | ")} |\n`);
}
process.exit(0);
