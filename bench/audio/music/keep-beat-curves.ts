// Writes the curves of made songs, from which fit-beats.ts makes features:
//   node bench/audio/music/keep-beat-curves.ts FOLDER fit|judge FROM TO
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createChromaMeter } from "#audio/music/chroma-meter.ts";
import { createOnsetMeter } from "#audio/music/onset-meter.ts";
import { BEAT_RATE, type BeatSet, makeBeatSong } from "./beat-songs.ts";

const SECONDS = 24;
const [folder, set, from, to] = process.argv.slice(2) as [string, BeatSet, string, string];
mkdirSync(folder, { recursive: true });
for (let index = Number(from); index < Number(to); index++) {
  const file = join(folder, `${set}-${index}.json`);
  if (existsSync(file)) continue;
  const { samples, beats, bpm, idiom, kinds } = makeBeatSong(set, index, SECONDS);
  const onsets = createOnsetMeter(BEAT_RATE);
  const chroma = createChromaMeter(BEAT_RATE);
  onsets.push(samples);
  chroma.push(samples);
  const found = onsets.finish();
  const tones = chroma.finish();
  const text = (values: Float32Array) =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("base64");
  writeFileSync(
    file,
    JSON.stringify({
      beats,
      bpm,
      kinds,
      name: idiom.name,
      beatsPerBar: idiom.beatsPerBar,
      division: idiom.division,
      rate: found.rate,
      curves: [found.all, found.low, found.mid, found.high].map(text),
      chromaRate: tones.rate,
      chroma: text(tones.values),
    }),
  );
}
