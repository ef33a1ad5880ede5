// The built-in engine on the song by which classical methods were once measured: README.md of bench/audio says which.
import path from "node:path";
import { renderTable } from "#cli/command-kit/render-table.ts";
import { createScorer } from "./bss-eval.ts";
import type { Stereo } from "./multitracks.ts";
import { separate } from "./separate.ts";
import { addUp, readStereo, SAMPLE_RATE } from "./songs.ts";

/** Seconds. */
const LENGTH = 20;
/** Parts of the song, as the files of its stems name them. */
const PARTS = ["vocals", "drums", "bass", "melody"] as const;
/** Frames by which an MP3 file's sound may be moved. */
const REACH = 2500;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Names the folder of a copy of sevagh/freemusicdemixer.com.");
const read = (file: string) => readStereo(path.join(folder, file), [0, LENGTH]);

/** By how many frames a sound is later than another that has it: where both are most alike. */
function lateBy([sound]: Stereo, [whole]: Stereo): number {
  const from = 5 * SAMPLE_RATE;
  let best = { late: 0, alike: -Infinity };
  for (let late = -REACH; late <= REACH; late++) {
    let alike = 0;
    for (let i = from; i < from + 2 * SAMPLE_RATE; i++) alike += whole[i]! * sound[i + late]!;
    if (alike > best.alike) best = { late, alike };
  }
  return best.late;
}
const moved = (sound: Stereo, frames: number): Stereo =>
  sound.map((samples) => samples.map((_, i) => samples[i + frames] ?? 0)) as never;

const mix = read("test/paranoid_jaxius_mix.wav");
const raw = PARTS.map((part) => read(`web/assets/clips/paranoid_jaxius_${part}_pro.mp3`));
const late = lateBy(addUp(raw), mix);
const stems = Object.fromEntries(PARTS.map((part, i) => [part, moved(raw[i]!, late)])) as Record<
  (typeof PARTS)[number],
  Stereo
>;
const karaoke = addUp([stems.drums, stems.bass, stems.melody]);
const own = separate(["vocals", "drums", "bass"], mix);
const rest = mix.map((side, at) => side.map((x, i) => x - own.vocals[at as 0 | 1][i]!)) as never;

const score = createScorer(Object.values(stems));
/** dB, at its own level, as those methods were measured. */
function plainSdr(sound: Stereo, truth: Stereo): number {
  let [signal, off] = [0, 0];
  for (const [side, samples] of truth.entries())
    for (const [i, x] of samples.entries()) {
      signal += x ** 2;
      off += (x - sound[side]![i]!) ** 2;
    }
  return 10 * Math.log10(signal / off);
}
const show = (sound: Stereo, truth: Stereo): string => {
  const { siSdr, sir, sar } = score(sound, truth);
  return [plainSdr(sound, truth), siSdr, sir, sar].map((value) => value.toFixed(1)).join(" / ");
};
const rows = (
  [
    ["vocals", own.vocals, stems.vocals],
    ["karaoke", rest, karaoke],
    ["drums", own.drums, stems.drums],
    ["bass", own.bass, stems.bass],
  ] as const
).map(([name, ours, truth]) => [name, show(mix, truth), show(ours, truth)]);
process.stdout.write(`stems later than the mix by ${late} frames\n\n`);
process.stdout.write(renderTable(["stem", "mix: SDR / SI-SDR / SIR / SAR", "ours"], rows, true));
