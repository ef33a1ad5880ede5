import { spawnSync } from "node:child_process";
import silence from "../../audio/effects/silence.ts";
import { createFilter, designBiquad } from "../../audio/signal/biquad.ts";
import { cutSpeech } from "./fault-tables.ts";
import { makeNoise, rms } from "./material.ts";
import { createRandom } from "./random.ts";
import { runEffect } from "./run-effect.ts";
import type { Bench, Table } from "./table.ts";

/** In frames. */
interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** Part of the loudest 10 ms below which all is the recordings' own background: −40 dB. */
const SOFTEST = 10 ** (-40 / 20);
/** s from which a pause counts. */
const SHORTEST = 0.5;
/** s that stay of a pause after and before a word: what the effect leaves by default. */
const LEFT = [0.12, 0.08] as const;

/** Without what lies below any voice: some of the recordings rumble as loudly as they speak. */
function withoutRumble(samples: Float32Array, sampleRate: number): Float32Array {
  const out = samples.slice();
  const stage = designBiquad("highpass", { frequency: 70 }, sampleRate);
  createFilter([stage, stage]).run(out);
  return out;
}

/** Levels of 10 ms each. */
function levelsOf(samples: Float32Array, sampleRate: number): Float32Array {
  const width = sampleRate / 100;
  const voice = withoutRumble(samples, sampleRate);
  return Float32Array.from({ length: Math.floor(voice.length / width) }, (_, i) =>
    rms(voice.subarray(i * width, (i + 1) * width)),
  );
}

const softestOf = (levels: Float32Array): number =>
  SOFTEST * levels.reduce((most, level) => Math.max(most, level), 0);

/** The piece without what is soft at both ends; empty where all of it is. */
function tighten(piece: Float32Array, sampleRate: number, least: number): Float32Array {
  const width = sampleRate / 100;
  const levels = levelsOf(piece, sampleRate);
  const first = levels.findIndex((level) => level > least);
  const last = levels.findLastIndex((level) => level > least);
  return piece.slice(Math.max(0, first) * width, (last + 1) * width);
}

/** Pieces of speech with pauses of nothing between them. */
function makeMaterial(speech: Float32Array, sampleRate: number) {
  const random = createRandom(7);
  const least = softestOf(levelsOf(speech, sampleRate));
  const pieces = cutSpeech(speech, sampleRate)
    .map((piece) => tighten(piece, sampleRate, least))
    .filter((piece) => piece.length > 0);
  const pauses: TimeSpan[] = [];
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

const overlap = (a: TimeSpan, b: TimeSpan): number =>
  Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));

/** What ffmpeg takes for silence below a level. */
function detect(samples: Float32Array, sampleRate: number, level: number): TimeSpan[] {
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
function audible(samples: Float32Array, sampleRate: number, level: number): TimeSpan[] {
  const width = sampleRate / 100;
  const levels = levelsOf(samples, sampleRate);
  const least = Math.max(level, softestOf(levels));
  return Array.from(levels, (_, i) => ({ start: i * width, end: (i + 1) * width })).filter(
    (_, i) => levels[i]! > least,
  );
}

/** Part of the speech that is left; part of the true pauses that is found, and of their ends. */
function score(
  found: readonly TimeSpan[],
  {
    pauses,
    speech,
  }: { readonly pauses: readonly TimeSpan[]; readonly speech: readonly TimeSpan[] },
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
  const heard = rms(withoutRumble(noise, sampleRate));
  const rows: string[][] = [];
  for (const snr of [50, 40, 30, 20, 15]) {
    const level = loud / soft / 10 ** (snr / 20);
    const input = material.samples.map((x, i) => x + level * noise[i]!);
    const ours = await runEffect(silence, { shortest: SHORTEST }, [input], { sampleRate, root });
    const found = (ours.findings?.ranges ?? []).map(({ start, end }) => ({
      start: start * sampleRate,
      end: end * sampleRate,
    }));
    const parts = audible(material.samples, sampleRate, level * heard);
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
