import { installMaterial, loadSpeech } from "../material.ts";
import { measureSiSdr } from "../metrics.ts";
import type { Bench, Table } from "../table.ts";
import type { Stereo } from "./multitracks.ts";
import { separate, separatePreset } from "./separate.ts";
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

/** Read sentences in the middle of songs without their voices: what the masks for vocals make of them, and the speech preset. */
export async function benchSpeechOverMusic({ root, quick }: Bench): Promise<Table> {
  installMaterial((line) => void process.stderr.write(`${line}\n`), SONG_PACKAGES);
  // At the songs' rate, whatever that of the bench is.
  const read = loadSpeech(SAMPLE_RATE, root);
  const sums = LEVELS.map(() => [0, 0, 0, 0, 0]);
  let count = 0;
  for (const { stems } of renderJudged(root)) {
    if (quick && count === 2) break;
    const { vocals: _, ...others } = stems;
    const music = addUp(Object.values(others));
    const samples = Float32Array.from(music[0], (__, i) => read[i]!);
    const speech: Stereo = [samples, samples];
    for (const [at, level] of LEVELS.entries()) {
      const gain = Math.sqrt(energyOf(speech) / energyOf(music)) * 10 ** (-level / 20);
      const beneath = music.map((side) => side.map((x) => gain * x)) as unknown as Stereo;
      const mix = addUp([speech, beneath]);
      const { speech: separated, music: rest } = await separatePreset("speech", mix, root);
      const answers = [mix, separate(["speech"], mix).speech, separated!];
      for (const [i, answer] of answers.entries()) sums[at]![i]! += scoreOf(answer, speech);
      // What the translator keeps beneath a dub, as it is.
      sums[at]![3]! += scoreOf(mix, beneath);
      sums[at]![4]! += scoreOf(rest!, beneath);
    }
    count++;
  }
  return {
    title: `speech over music (${count} songs): SI-SDR dB, means`,
    header: ["speech over music", "input", "masks", "speech preset", "music, input", "music kept"],
    rows: LEVELS.map((level, at) => [
      `${level} dB`,
      ...sums[at]!.map((sum) => (sum / count).toFixed(1)),
    ]),
  };
}
