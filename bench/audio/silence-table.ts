import { spawnSync } from "node:child_process";
import silence from "../../audio/effects/silence.ts";
import { cutSpeech } from "./fault-tables.ts";
import { makeNoise, rms } from "./material.ts";
import { createRandom } from "./random.ts";
import { runEffect } from "./run-effect.ts";
import type { Bench, Table } from "./table.ts";

/** In frames. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Below this part of its loudest 10 ms the end of a piece is no speech: −45 dB. */
const SOFTEST = 10 ** (-45 / 20);
/** s from which a pause counts. */
const SHORTEST = 0.5;
/** s that stay of a pause after and before a word: what the effect leaves by default. */
const LEFT = [0.12, 0.08] as const;

/** The piece without what is soft at both ends. */
function tighten(piece: Float32Array, sampleRate: number): Float32Array {
  const width = sampleRate / 100;
  const levels = Array.from({ length: Math.floor(piece.length / width) }, (_, i) =>
    rms(piece.subarray(i * width, (i + 1) * width)),
  );
  const least = SOFTEST * Math.max(...levels);
  const first = levels.findIndex((level) => level > least);
  const last = levels.findLastIndex((level) => level > least);
  return piece.slice(first * width, (last + 1) * width);
}

/** Pieces of speech with pauses of nothing between them. */
function makeMaterial(speech: Float32Array, sampleRate: number) {
  const random = createRandom(7);
  const pieces = cutSpeech(speech, sampleRate).map((piece) => tighten(piece, sampleRate));
  const pauses: Stretch[] = [];
  let length = 0;
  for (const piece of pieces) {
    const pause = Math.round((0.7 + 0.8 * random.uniform()) * sampleRate);
    pauses.push({ start: length, end: length + pause });
    length += pause + piece.length;
  }
  const samples = new Float32Array(length);
  pauses.forEach(({ end }, i) => samples.set(pieces[i]!, end));
  return { samples, pauses };
}

const overlap = (a: Stretch, b: Stretch): number =>
  Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));

/** What ffmpeg takes for silence below a level. */
function detect(samples: Float32Array, sampleRate: number, level: number): Stretch[] {
  const raw = ["-f", "f32le", "-ar", String(sampleRate), "-ac", "1", "-i", "-"];
  const filter = `silencedetect=noise=${level}dB:d=${SHORTEST}`;
  const input = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const { stderr } = spawnSync("ffmpeg", [...raw, "-af", filter, "-f", "null", "-"], { input });
  const times = (name: string) =>
    Array.from(stderr.toString().matchAll(new RegExp(`${name}: ([\\d.]+)`, "g")), ([, time]) =>
      Math.round(Number(time) * sampleRate),
    );
  const ends = times("silence_end");
  return times("silence_start").map((start, i) => ({ start, end: ends[i] ?? samples.length }));
}

/** 10 ms each of the speech that are louder than a level and not soft beside the loudest. */
function audible(samples: Float32Array, sampleRate: number, level: number): Stretch[] {
  const width = sampleRate / 100;
  const parts = Array.from({ length: Math.floor(samples.length / width) }, (_, i) => ({
    start: i * width,
    end: (i + 1) * width,
  }));
  const levels = parts.map(({ start, end }) => rms(samples.subarray(start, end)));
  const least = Math.max(level, SOFTEST * levels.reduce((most, one) => Math.max(most, one), 0));
  return parts.filter((_, i) => levels[i]! > least);
}

/** Part of the speech that is left; part of the true pauses that is found, and of their ends. */
function score(
  found: readonly Stretch[],
  { pauses, speech }: { readonly pauses: readonly Stretch[]; readonly speech: readonly Stretch[] },
  sampleRate: number,
): string {
  const [after, before] = LEFT;
  const cuts = found.map(({ start, end }) => ({
    start: start + after * sampleRate,
    end: end - before * sampleRate,
  }));
  const lost = speech.filter((part) => cuts.some((cut) => overlap(part, cut) > 0)).length;
  const errors = pauses.flatMap((pause) => {
    const match = found.find((one) => overlap(one, pause) > 0.5 * (pause.end - pause.start));
    return match ? [Math.abs(match.start - pause.start), Math.abs(match.end - pause.end)] : [];
  });
  const near = errors.filter((error) => error <= 0.03 * sampleRate).length;
  const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  return [
    share(speech.length - lost, speech.length),
    share(errors.length / 2, pauses.length),
    share(near, 2 * pauses.length),
  ].join(" / ");
}

/** Pauses between pieces of speech over noise, beside ffmpeg with a level that knows the noise. */
export async function benchSilence({ speech, sampleRate, root }: Bench): Promise<Table> {
  const material = makeMaterial(speech, sampleRate);
  const noise = makeNoise("room", material.samples.length, sampleRate);
  const [loud, soft] = [rms(speech), rms(noise)];
  const rows: string[][] = [];
  for (const snr of [50, 40, 30, 20, 15]) {
    const level = loud / soft / 10 ** (snr / 20);
    const input = material.samples.map((x, i) => x + level * noise[i]!);
    const ours = await runEffect(silence, { shortest: SHORTEST }, [input], { sampleRate, root });
    const found = (ours.findings?.ranges ?? []).map(({ start, end }) => ({
      start: start * sampleRate,
      end: end * sampleRate,
    }));
    const parts = audible(material.samples, sampleRate, level * soft);
    const known = 20 * Math.log10(level * soft) + 10;
    const peers = [-40, Math.round(known)].map((at) => detect(input, sampleRate, at));
    rows.push([
      `${snr} dB`,
      ...[found, ...peers].map((one) => score(one, { ...material, speech: parts }, sampleRate)),
    ]);
  }
  return {
    title: "silence: speech kept / pauses found / ends within 30 ms",
    header: ["speech over noise", "ours", "silencedetect −40 dB", "silencedetect, noise + 10 dB"],
    rows,
  };
}
