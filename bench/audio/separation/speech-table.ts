import denoise from "../../../audio/effects/denoise.ts";
import { installMaterial } from "../material.ts";
import { measureSiSdr } from "../metrics.ts";
import { runEffect } from "../run-effect.ts";
import type { Bench, Table } from "../table.ts";
import type { Stereo } from "./multitracks.ts";
import { separate } from "./separate.ts";
import { addUp, renderJudged, SAMPLE_RATE, SONG_PACKAGES } from "./songs.ts";

/** dB of the speech over the music. */
const LEVELS = [0, 5, 10] as const;

const energyOf = (sound: Stereo): number =>
  sound.reduce((sum, samples) => sum + samples.reduce((own, x) => own + x * x, 0), 0);

/** Both channels as one. */
const scoreOf = (found: Stereo, truth: Stereo): number => {
  const flat = ([left, right]: Stereo) => Float32Array.from([...left, ...right]);
  return measureSiSdr(flat(found), flat(truth));
};

/** Read sentences in the middle of songs without their voices: what the speech preset makes of them, and the denoiser. */
export async function benchSpeechOverMusic({ material, root, quick }: Bench): Promise<Table> {
  installMaterial((line) => void process.stderr.write(`${line}\n`), SONG_PACKAGES);
  const sums = LEVELS.map(() => [0, 0, 0]);
  let count = 0;
  for (const { stems } of renderJudged(root)) {
    if (quick && count === 2) break;
    const { vocals: _, ...others } = stems;
    const music = addUp(Object.values(others));
    // The material is of another rate: a little higher and quicker, it is speech as well.
    const samples = Float32Array.from(music[0], (__, i) => material.speech[i]!);
    const speech: Stereo = [samples, samples];
    for (const [at, level] of LEVELS.entries()) {
      const gain = Math.sqrt(energyOf(speech) / energyOf(music)) * 10 ** (-level / 20);
      const mix = addUp([speech, music.map((side) => side.map((x) => gain * x)) as never]);
      const { samples: denoised } = await runEffect(denoise, {}, mix, {
        sampleRate: SAMPLE_RATE,
        root,
      });
      const answers = [mix, separate(["speech"], mix).speech, denoised as unknown as Stereo];
      for (const [i, answer] of answers.entries()) sums[at]![i]! += scoreOf(answer, speech);
    }
    count++;
  }
  return {
    title: `speech over music (${count} songs): SI-SDR dB, means`,
    header: ["speech over music", "input", "speech preset", "denoise"],
    rows: LEVELS.map((level, at) => [
      `${level} dB`,
      ...sums[at]!.map((sum) => (sum / count).toFixed(1)),
    ]),
  };
}
