// Writes the features of the songs of keep-beat-curves.ts for fit-beats.py:
//   node bench/audio/music/keep-beat-features.ts FOLDER fit
//   node bench/audio/music/keep-beat-features.ts FOLDER drawn FROM TO
// The second draws kinds of music, and sketches their curves instead of rendering them.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { barCandidates } from "#audio/music/bars.ts";
import { findBeats } from "#audio/music/beats.ts";
import { METERS } from "#audio/music/choose-tempo.ts";
import { findTempo, normalizeOnsets } from "#audio/music/tempo.ts";
import { TEMPO_FEATURES, tempoCandidates } from "#audio/music/tempo-features.ts";
import { type BeatCurves, drawCurves, readCurves } from "./beat-curves.ts";

const NEAR = 0.04;
const BEAT = 0.07;

const [folder, set, from, to] = process.argv.slice(2) as [string, string, string?, string?];
const name = [set, ...(from ? [from] : [])].join("-");
const rows: number[] = [];
const barRows: number[] = [];
let songs = 0;

function* songsOf(): Generator<BeatCurves & { readonly index: number }> {
  if (set === "drawn")
    for (let index = Number(from); index < Number(to); index++)
      yield { ...drawCurves(index), index };
  else
    for (const file of readdirSync(folder))
      if (file.startsWith(`${set}-`) && file.endsWith(".json"))
        yield { ...readCurves(join(folder, file)), index: Number(/\d+/.exec(file)![0]) };
}

for (const song of songsOf()) {
  const clear = normalizeOnsets(song.onsets.all, song.onsets.rate);
  const path = findTempo(clear, song.onsets.rate);
  const bpm = (60 * song.onsets.rate) / path.periods.toSorted()[path.periods.length >> 1]!;
  const perBar = song.beatsPerBar === 2 && song.division === 2 ? 4 : song.beatsPerBar;
  const meter = METERS.findIndex(
    (one) => one.beatsPerBar === perBar && one.division === song.division,
  );
  const candidates = tempoCandidates(song.onsets, song.chroma, path);
  const errors = candidates.map(({ ratio }) => Math.abs(bpm / ratio / song.bpm - 1));
  const right = errors.indexOf(Math.min(...errors));
  songs++;
  for (const [i, { ratio, features }] of candidates.entries())
    rows.push(
      songs,
      i === right && errors[i]! <= NEAR ? meter : -1,
      meter,
      song.index,
      ratio,
      ...features,
    );
  // A pulse has no bars.
  if (errors[right]! > NEAR || song.name === "pulse") continue;
  const { ratio } = candidates[right]!;
  const tempo = { ...path, periods: path.periods.map((period) => period * ratio) };
  const { beats } = findBeats(clear, song.onsets.rate, tempo);
  const own = { ...METERS[meter]!, beatsPerBar: song.beatsPerBar };
  const bars = barCandidates(beats, own, song.onsets, song.chroma);
  const lines = song.beats.filter((_, i) => i % song.beatsPerBar === 0);
  // How many bar lines each candidate meets.
  const hits = bars.map(({ first, shift }) => {
    const found = beats.flatMap((time, i) =>
      (i - first) % song.beatsPerBar === 0 && i + 1 < beats.length
        ? [time + shift * (beats[i + 1]! - time)]
        : [],
    );
    return lines.filter((time) => found.some((one) => Math.abs(one - time) < BEAT)).length;
  });
  const highest = Math.max(...hits);
  if (highest < 0.7 * lines.length) continue;
  for (const [i, { features }] of bars.entries())
    barRows.push(songs, Number(hits[i] === highest), song.index, ...features);
}
writeFileSync(join(folder, `${name}-tempo.f32`), new Uint8Array(Float32Array.from(rows).buffer));
writeFileSync(join(folder, `${name}-bars.f32`), new Uint8Array(Float32Array.from(barRows).buffer));
process.stdout.write(`${songs} songs, ${TEMPO_FEATURES} features\n`);
