// Speech with known changes of level: what the leveler leaves of them. See README.md.
//   node bench/audio/leveling.ts
import path from "node:path";
import level from "#audio/effects/level.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { createReader, fliteFiles, judgedVoices, longFiles, PROMPTS } from "./denoise/voices.ts";
import { listMaterial, makeNoise, mix } from "./material.ts";
import { createRandom, type Random } from "./random.ts";
import { runEffect } from "./run-effect.ts";

const RATE = 16_000;
const SECONDS = 180;
const root = path.resolve(import.meta.dirname, "../..");
const read = createReader(RATE);

/** Integrated loudness in LUFS. */
function loudnessOf(samples: Float32Array): number {
  const meter = createLoudnessMeter({ sampleRate: RATE, channels: 1 });
  meter.push([samples]);
  return meter.measure().integrated;
}

interface Scene {
  readonly name: string;
  /** Folders of voices that take turns. */
  readonly voices: readonly (readonly string[])[];
  /** Difference in dB that a step may have, up and down from −23 LUFS. */
  readonly step: number;
  /** Minimum and maximum duration of a level in seconds. */
  readonly lasts: readonly [number, number];
  /** dB of noise below the softest part; null for none. */
  readonly noise: number | null;
  /** Whether each turn has a level of its own, or each speaker. */
  readonly by: "turn" | "speaker";
}

/** A sentence at −23 LUFS; speech of one voice varies between sentences as it was recorded. */
function sentencesOf(files: readonly string[], random: Random): () => Float32Array {
  const sum = files
    .slice(0, 40)
    .map((file) => loudnessOf(read(file)))
    .filter(Number.isFinite);
  const mean = sum.reduce((a, b) => a + b, 0) / sum.length;
  return () => {
    const samples = read(files[Math.floor(random.uniform() * files.length)]!).slice(0, 8 * RATE);
    // The loudness of the voice as a whole is equalized, that of a sentence is left as it is.
    const factor = 10 ** ((-23 - mean) / 20);
    return samples.map((value) => value * factor);
  };
}

function makeScene(scene: Scene, seed: number) {
  const random = createRandom(seed);
  const gains = new Float32Array(SECONDS * RATE);
  const input = new Float32Array(SECONDS * RATE);
  const speakers = scene.voices.map((files) => sentencesOf(files, random));
  const own = speakers.map((_, i) => (i === 0 ? 0 : (i % 2 === 0 ? 1 : -1) * scene.step));
  for (let at = RATE / 2, turn = 0; at < input.length; turn++) {
    const speaker = turn % speakers.length;
    const drawn = scene.step * (2 * random.uniform() - 1);
    const gain = scene.by === "speaker" ? own[speaker]! : turn % 2 === 0 ? 0 : drawn;
    const [min, max] = scene.lasts;
    const until = at + (min + (max - min) * random.uniform()) * RATE;
    while (at < Math.min(until, input.length)) {
      const sentence = speakers[speaker]!();
      const part = sentence.subarray(0, Math.max(0, input.length - at));
      gains.fill(gain, at);
      input.set(
        part.map((value) => value * 10 ** (gain / 20)),
        at,
      );
      at += sentence.length + Math.floor((0.15 + 0.6 * random.uniform()) * RATE);
    }
  }
  const recorded =
    scene.noise === null ? input : mix(input, makeNoise("room", input.length, RATE), scene.noise);
  return { ideal: recorded.map((value, i) => value / 10 ** (gains[i]! / 20)), input: recorded };
}

/** Short-term loudness (3 s) each second, where there is speech. */
function shortTermOf(samples: Float32Array): number[] {
  const found: number[] = [];
  for (let at = 0; at + 3 * RATE <= samples.length; at += RATE) {
    const meter = createLoudnessMeter({ sampleRate: RATE, channels: 1 });
    meter.push([samples.subarray(at, at + 3 * RATE)]);
    found.push(meter.measure().shortTerm);
  }
  return found;
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))]!;

/** Distances in LU from the ideal, without the difference of the whole. */
function distances(found: readonly number[], ideal: readonly number[]): number[] {
  const both = found.flatMap((value, i) =>
    ideal[i]! > -35 && value > -60 ? [value - ideal[i]!] : [],
  );
  const middle = quantile(both, 0.5);
  return both.map((value) => Math.abs(value - middle));
}

const folder = (name: string) => longFiles(path.join(PROMPTS, name), ".wav", 60_000);
const isFit = process.argv.includes("--fit");
/** Seven voices; those by which the costs were chosen are others. */
const [menardi, ivr, moscow, bogota, june, carlo, allison] = isFit
  ? [
      ...["awb", "rms", "slt", "kal16"].map(fliteFiles),
      listMaterial(root).sentences.filter((file) => /-(0880|0930)\.wav$/.test(file)),
      longFiles(path.join(PROMPTS, "fr"), ".gsm", 6000),
      folder("es_MX_f_Allison"),
    ]
  : [
      folder("it_IT_f_Menardi"),
      folder("ru_RU_f_IvrvoiceRU"),
      judgedVoices(root)["moscow"],
      judgedVoices(root)["bogota"],
      folder("fr_CA_f_June"),
      folder("it_IT_m_Carlo"),
      folder("en_US_f_Allison"),
    ];
const scenes: readonly Scene[] = [
  {
    name: "one voice, no steps",
    voices: [menardi!],
    step: 0,
    lasts: [15, 30],
    noise: null,
    by: "turn",
  },
  {
    name: "one voice, steps of 3 dB",
    voices: [ivr!],
    step: 3,
    lasts: [12, 30],
    noise: null,
    by: "turn",
  },
  {
    name: "one voice, steps to 6 dB",
    voices: [moscow!],
    step: 6,
    lasts: [8, 25],
    noise: null,
    by: "turn",
  },
  {
    name: "one voice, steps to 12 dB",
    voices: [menardi!],
    step: 12,
    lasts: [8, 25],
    noise: null,
    by: "turn",
  },
  {
    name: "two voices, 6 dB apart",
    voices: [bogota!, moscow!],
    step: 6,
    lasts: [4, 15],
    noise: null,
    by: "speaker",
  },
  {
    name: "two voices, 10 dB apart",
    voices: [june!, carlo!],
    step: 10,
    lasts: [4, 15],
    noise: null,
    by: "speaker",
  },
  {
    name: "three voices, 8 dB",
    voices: [allison!, menardi!, ivr!],
    step: 8,
    lasts: [5, 20],
    noise: null,
    by: "speaker",
  },
  {
    name: "quick turns, 8 dB",
    voices: [june!, allison!],
    step: 8,
    lasts: [1, 5],
    noise: null,
    by: "speaker",
  },
  {
    name: "steps to 9 dB in noise",
    voices: [carlo!],
    step: 9,
    lasts: [8, 25],
    noise: 20,
    by: "turn",
  },
  {
    name: "two voices in noise, 6 dB",
    voices: [allison!, bogota!],
    step: 6,
    lasts: [5, 15],
    noise: 15,
    by: "speaker",
  },
];

const seed = isFit ? 50 : 1;
const totals: number[] = [];
console.log(
  "recording                     moves   input: mean  95 %   result: mean  95 %   within 1 LU",
);
for (const [i, scene] of scenes.entries()) {
  const { ideal, input } = makeScene(scene, 1000 * seed + i);
  const { samples, findings, seconds } = await runEffect(level, {}, [input], {
    sampleRate: RATE,
    root,
  });
  const goal = shortTermOf(ideal);
  const before = distances(shortTermOf(input), goal);
  const after = distances(shortTermOf(samples[0]!), goal);
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const within = after.filter((value) => value <= 1).length / after.length;
  totals.push(within);
  console.log(
    [
      scene.name.padEnd(29),
      String(findings?.changes ?? 0).padStart(5),
      mean(before).toFixed(2).padStart(13),
      quantile(before, 0.95).toFixed(1).padStart(6),
      mean(after).toFixed(2).padStart(13),
      quantile(after, 0.95).toFixed(1).padStart(6),
      `${Math.round(100 * within)} %`.padStart(12),
      `${((seconds / SECONDS) * 1000).toFixed(1)} ms/s`,
    ].join(" "),
  );
}
console.log(
  `within 1 LU: ${Math.round((100 * totals.reduce((a, b) => a + b, 0)) / totals.length)} %`,
);
