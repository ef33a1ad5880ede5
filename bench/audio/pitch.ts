// Measures the pitch meter of singing on voices whose pitch is known, beside that of speech and,
// with `--swift-f0 FILE`, that of a neural network (MIT, lars76/swift-f0): README.md says how.
import { readFileSync } from "node:fs";
import { PITCH_RATE, trackPitch } from "#audio/profile/pitch-meter.ts";
import { createPitchAnalyzer } from "#audio/music/singing/sung-pitch.ts";
import { createResampler } from "#audio/signal/resample.ts";
import { renderTable } from "#cli/command-kit/render-table.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import {
  CURVE_STEP,
  curveOf,
  type MadeVoice,
  PLAIN_VOICE,
  singCurve,
  type Vowel,
} from "./music/made-singer.ts";
import { createRandom } from "./random.ts";

const RATE = 16_000;
/** Voices on which constants were chosen with `--choose`, and those that judge. */
const VOWELS: Readonly<Record<"choose" | "judge", readonly Vowel[]>> = {
  choose: [[715, 1220, 2590]],
  judge: [
    [310, 2300, 3000],
    [320, 800, 2300],
    [450, 2000, 2700],
    [850, 1300, 2800],
  ],
};
const set = process.argv.includes("--choose") ? "choose" : "judge";
const seed = set === "choose" ? 1 : 1000;
const swift = process.argv.indexOf("--swift-f0");

interface Case {
  readonly name: string;
  readonly curve: readonly number[];
  readonly voice?: Partial<MadeVoice>;
  /** dB of the voice over white noise. */
  readonly snr?: number;
}

const scale = (first: number, seconds: number): number[] =>
  curveOf(
    [0, 2, 4, 5, 7, 9, 11, 12, 7, 4, 0].map((step, i) => ({
      note: first + step,
      seconds,
      ...(i % 3 === 2 && { pause: 0.2 }),
    })),
  );
const song = (vibrato = 0): number[] =>
  curveOf(
    [57, 60, 64, 62, 60, 69, 67, 64, 72, 71, 69, 64].map((note, i) => ({
      note,
      seconds: i % 4 === 3 ? 0.9 : 0.35,
      ...(i % 4 === 3 && { pause: 0.3 }),
    })),
    { vibrato },
  );
/** With a consonant of 80 ms in front of every 40th step. */
const withConsonants = (curve: readonly number[]): number[] =>
  curve.map((hertz, i) => (i % 40 < 8 ? 0 : hertz));
const glide = (from: number, to: number): number[] =>
  Array.from({ length: 400 }, (_, i) => from * (to / from) ** (i / 399));

const CASES: readonly Case[] = [
  { name: "low voice, 82 to 165 Hz", curve: scale(40, 0.4) },
  { name: "middle voice, 220 to 440 Hz", curve: scale(57, 0.4) },
  { name: "high voice, 523 to 1,047 Hz", curve: scale(72, 0.4).map((f) => Math.min(f, 1040)) },
  { name: "short notes, 120 ms", curve: scale(57, 0.12) },
  { name: "glides, two octaves in 4 s", curve: [...glide(110, 440), ...glide(880, 220)] },
  { name: "vibrato of 100 cents", curve: song(100) },
  { name: "consonants", curve: withConsonants(song()) },
  { name: "breathy", curve: song(), voice: { breath: 0.08 } },
  { name: "no fundamental", curve: song(), voice: { fundamental: 0 } },
  { name: "creaky, every second period softer", curve: song(), voice: { alternation: 0.2 } },
  ...[20, 10, 5, 0].map((snr) => ({ name: `noise, ${snr} dB`, curve: song(30), snr })),
];

type Track = (
  samples: Float32Array,
) => Promise<(seconds: number) => number> | ((s: number) => number);
const own: Track = (samples) => {
  const meter = createPitchAnalyzer({ sampleRate: RATE });
  meter.push([samples]);
  const { hertz } = meter.finish();
  return (seconds) => hertz[Math.round(seconds / 0.01)] ?? 0;
};
const speech: Track = (samples) => {
  const resampler = createResampler(RATE, PITCH_RATE, 1);
  const parts = [
    resampler.process([samples])?.map((part) => part.slice()) ?? null,
    resampler.finish()?.map((part) => part.slice()) ?? null,
  ];
  const hertz = trackPitch(joinBlocks(parts, 1)[0]!);
  return (seconds) => hertz[Math.round(seconds / 0.01)] ?? 0;
};
const METERS: [string, Track][] = [
  ["singing", own],
  ["speech", speech],
];
if (swift > 0) METERS.push(["SwiftF0", await openSwift(process.argv[swift + 1]!)]);

async function openSwift(file: string): Promise<Track> {
  const ort = await import("onnxruntime-web");
  const session = await ort.InferenceSession.create(readFileSync(file));
  return async (samples) => {
    const input = new ort.Tensor("float32", samples, [1, samples.length]);
    const out = await session.run({ [session.inputNames[0]!]: input });
    const [pitch, confidence] = session.outputNames.map((name) => out[name]!.data as Float32Array);
    // Windows of 1,024 samples, 256 apart and centered, and the threshold of its authors.
    return (seconds) => {
      const at = Math.max(0, Math.min(pitch!.length - 1, Math.round((seconds * RATE) / 256)));
      return confidence![at]! >= 0.9 ? pitch![at]! : 0;
    };
  };
}

interface Counts {
  voiced: number;
  unvoiced: number;
  right: number;
  octave: number;
  missed: number;
  invented: number;
}
async function judge({ curve, voice, snr }: Case, track: Track): Promise<Counts> {
  const counts = { voiced: 0, unvoiced: 0, right: 0, octave: 0, missed: 0, invented: 0 };
  for (const [at, vowel] of VOWELS[set].entries()) {
    const random = createRandom(seed + at);
    const padded = [...Array<number>(30).fill(-1), ...curve, ...Array<number>(30).fill(-1)];
    const samples = singCurve(padded, RATE, { random, voice: { ...PLAIN_VOICE, ...voice, vowel } });
    const noise = snr === undefined ? 0 : 0.1 * 10 ** (-snr / 20);
    const pitchAt = await track(samples.map((x) => x + noise * random.normal()));
    for (let i = 3; i < padded.length - 3; i++) {
      // Where voicing changes within 20 ms, neither answer is wrong.
      const near = padded.slice(i - 2, i + 3);
      const known = padded[i]!;
      if (near.some((hertz) => hertz > 0 !== known > 0)) continue;
      const found = pitchAt(i * CURVE_STEP);
      if (known <= 0) {
        counts.unvoiced++;
        if (found > 0) counts.invented++;
        continue;
      }
      counts.voiced++;
      if (found <= 0) {
        counts.missed++;
        continue;
      }
      const cents = 1200 * Math.log2(found / known);
      if (Math.abs(cents) <= 50) counts.right++;
      else if (
        Math.abs(Math.abs(cents) - 1200 * Math.max(1, Math.round(Math.abs(cents) / 1200))) <= 50
      )
        counts.octave++;
    }
  }
  return counts;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : ((100 * part) / whole).toFixed(1);
const rows: string[][] = [];
for (const one of CASES) {
  const cells: string[] = [];
  for (const [, track] of METERS) {
    const { voiced, unvoiced, right, octave, missed, invented } = await judge(one, track);
    cells.push(
      `${percent(right, voiced)} · ${percent(octave, voiced)} · ${percent(missed, voiced)} · ${percent(invented, unvoiced)}`,
    );
  }
  rows.push([one.name, ...cells]);
}
process.stdout.write(
  `within 50 cents · octave errors · missed · invented, in % of the voiced, and of the unvoiced frames\n\n${renderTable(["", ...METERS.map(([name]) => name)], rows, true)}`,
);
