import type { Analyzer } from "#audio/effect.ts";
import { type Breath, createBreathFinder } from "#audio/restoration/breaths/find-breaths.ts";
import { addBreaths } from "../breaths.ts";
import { installMaterial, listMaterial, readAudio, rms, scaled } from "../material.ts";
import { countMatches } from "../metrics.ts";
import { createRandom } from "../random.ts";
import {
  BREATH_PACKAGES,
  breathsOf,
  measureFrames,
  RATE,
  readLabeled,
  readPrompts,
  speechIn,
} from "./labeled-speech.ts";

type Find = (sensitivity: number, sampleRate: number) => Analyzer<readonly Breath[]>;

/** Voices that no weight was learned from. */
const JUDGES = ["fr_CA_f_June", "ru_RU_f_IvrvoiceRU"] as const;

const scores = (recall: number, precision: number) =>
  [(2 * recall * precision) / Math.max(1e-9, recall + precision), recall, precision].map((x) =>
    x.toFixed(3),
  );

/**
 * Breaths of a real mouth, in recordings and voices that nothing was learned from. A find counts as
 * wrong where 40 ms or more of labelled speech lie in it.
 */
export function judgeRealBreaths(root: string, quick: boolean, find: Find = createBreathFinder) {
  installMaterial((line) => void process.stderr.write(`${line}\n`), BREATH_PACKAGES);
  const detected = (samples: Float32Array, sensitivity: number) => {
    const finder = find(sensitivity / 100, RATE);
    finder.push([samples]);
    return finder.finish();
  };
  const sensitivities = quick ? [50] : [25, 50, 75];
  const recordings = readLabeled(3, quick ? 40 : 8);
  const known = recordings.map((one) => ({
    ...one,
    breaths: breathsOf(measureFrames(one.samples), one.pauses),
  }));
  const minutes = recordings.reduce((sum, { samples }) => sum + samples.length / RATE / 60, 0);
  const rows: string[][] = [];
  for (const sensitivity of sensitivities) {
    const sums = { breaths: 0, hit: 0, right: 0, wrong: 0, speech: 0 };
    for (const { samples, pauses, breaths } of known) {
      const found = detected(samples, sensitivity);
      const { recall } = countMatches(found, breaths);
      sums.breaths += breaths.length;
      sums.hit += Math.round(recall * breaths.length);
      for (const one of found) {
        const spoken = speechIn(one, pauses);
        sums.speech += spoken;
        if (countMatches([one], breaths).wrong === 0) sums.right++;
        else if (spoken >= 0.04) sums.wrong++;
      }
    }
    const precision = sums.right / Math.max(1, sums.right + sums.wrong);
    const touched = `${(sums.speech / minutes).toFixed(2)} s a minute`;
    const name = `${sums.breaths} real, as recorded`;
    rows.push([name, `${sensitivity} %`, ...scores(sums.hit / sums.breaths, precision), touched]);
  }
  const clips = known.flatMap(({ samples, breaths }) =>
    breaths
      .filter(({ start, end }) => end - start > 0.15)
      .map(({ start, end }) => fadeEnds(samples.slice(start * RATE, end * RATE))),
  );
  const make = (_: number, random: ReturnType<typeof createRandom>) =>
    clips[Math.floor(random.uniform() * clips.length)]!;
  for (const voice of JUDGES) {
    const segments = readPrompts(voice, quick ? 8 : 40);
    const random = createRandom(11);
    const { samples, breaths } = addBreaths(segments, RATE, random, { make, under: [16, 30] });
    const inSpeech = segments.reduce((sum, segment) => sum + segment.length / RATE / 60, 0);
    for (const sensitivity of sensitivities) {
      const ranges = detected(samples, sensitivity).map(({ start, end }) => ({
        start: start * RATE,
        end: end * RATE,
      }));
      const { recall, precision, wrong } = countMatches(ranges, breaths);
      const name = `${breaths.length} real, between prompts of ${voice}`;
      const rate = `${(wrong / inSpeech).toFixed(2)} finds a minute`;
      rows.push([name, `${sensitivity} %`, ...scores(recall, precision), rate]);
    }
  }
  const read = listMaterial(root).sentences.map((file) => readAudio(file, RATE));
  const length = read.reduce((sum, samples) => sum + samples.length / RATE / 60, 0);
  for (const sensitivity of sensitivities) {
    const count = read.reduce((sum, samples) => sum + detected(samples, sensitivity).length, 0);
    const rate = `${(count / length).toFixed(2)} finds a minute`;
    rows.push(["read sentences, untouched", `${sensitivity} %`, "–", "–", "–", rate]);
  }
  return rows;
}

/** At an RMS of 1, its ends faded over 10 ms. */
function fadeEnds(samples: Float32Array): Float32Array {
  const faded = samples.map((x, i) => x * Math.min(1, i / 160, (samples.length - 1 - i) / 160));
  return scaled(faded, 1 / rms(faded));
}
