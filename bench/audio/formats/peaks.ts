import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Block } from "#audio/effect.ts";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { createLimiter } from "#audio/signal/limiter.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import { createResult } from "#cli/audio/write-file.ts";

// Prints by how many dB each lossy encoder raises the true peak of sounds that were limited to a ceiling:
// `node bench/audio/formats/peaks.ts`. Needs ffmpeg, which decodes AAC.

const RATE = 48_000;
const FORMAT = { sampleRate: RATE, channels: 2 };
/** dBTP */
const CEILING = -1.5;
const SECONDS = 4;
let seed = 1;
const noise = (): number => ((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
const wave = (hertz: number, i: number): number => Math.sin((2 * Math.PI * hertz * i) / RATE);
const decay = (speed: number, i: number): number => Math.exp((-speed * (i % 24_000)) / RATE);
const PROGRAMS: Readonly<Record<string, (i: number) => number>> = {
  speech: (i) => Math.max(0, wave(3, i)) ** 2 * (wave(150, i) / 2 + wave(450, i) / 4 + noise() / 8),
  drums: (i) => decay(25, i) * wave(60, i % 24_000) + 0.4 * noise() * decay(40, i + 12_000),
  music: (i) => 0.3 * (wave(220, i) + wave(277, i) + wave(440, i)) + 0.3 * noise() * decay(20, i),
  noise: () => noise() / 2,
  square: (i) => Math.sign(wave(110, i)),
  tone: (i) => wave(997, i),
};
const ENDINGS: readonly (readonly [OutputFormat, string])[] = [
  ["mp3", "mp3"],
  ["m4a", "m4a"],
  ["opus", "opus"],
  ["vorbis", "ogg"],
];

/** dB by which a sound's true peak is above the ceiling that it was limited to, once it is decoded. */
async function raiseOf(file: string, output: OutputFormat, sound: Block): Promise<number> {
  const result = createResult({ file, output, tags: {}, duration: SECONDS });
  await result.write(sound, FORMAT);
  await result.finish();
  const source = await openAudioFile(file);
  const meter = createLoudnessMeter(source.format);
  for await (const block of source.blocks()) meter.push(block);
  source.close();
  return meter.measure().truePeak - CEILING;
}

/** A program with a gain in dB, behind a limiter. */
function limited(valueAt: (i: number) => number, gain: number): Block {
  const limiter = createLimiter(FORMAT, { ceiling: CEILING, gain: 10 ** (gain / 20) });
  const plane = Float32Array.from({ length: SECONDS * RATE }, (_, i) => valueAt(i));
  const first = limiter.process([plane, plane])!.map((samples) => samples.slice());
  return joinBlocks([first, limiter.finish()!], FORMAT.channels);
}

const folder = mkdtempSync(path.join(tmpdir(), "peaks-"));
try {
  for (const [name, valueAt] of Object.entries(PROGRAMS))
    for (const gain of [0, 4, 16]) {
      seed = 1;
      const sound = limited(valueAt, gain);
      const row = [name.padEnd(7), `+${gain} dB`.padEnd(7)];
      for (const [output, ending] of ENDINGS) {
        const raise = await raiseOf(path.join(folder, `a.${ending}`), output, sound);
        row.push(`${output} ${raise.toFixed(2)}`.padEnd(12));
      }
      process.stdout.write(`${row.join(" ")}\n`);
    }
} finally {
  rmSync(folder, { recursive: true });
}
