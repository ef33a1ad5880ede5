// Makes the pairs of the listening test: bench/audio/listening/index.html plays them.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { createNarrator } from "#audio/narration/narrator.ts";
import { PERSONAS } from "#audio/narration/personas.ts";
import { refineSpeech } from "#audio/narration/refine/refine-speech.ts";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { openVoice } from "#cli/speech/open-voice.ts";

const OUT = path.join(import.meta.dirname, "listening");
const LUFS = -23;
const BITRATE = "28k";

/** Writes both at the same loudness. */
function write(name: string, samples: Float32Array, sampleRate: number): void {
  const meter = createLoudnessMeter({ sampleRate, channels: 1 });
  meter.push([samples]);
  const gain = 10 ** ((LUFS - meter.measure().integrated) / 20);
  const raw = ["-f", "f32le", "-ar", String(sampleRate), "-ac", "1", "-i", "-"];
  const coded = ["-c:a", "libopus", "-b:a", BITRATE, "-map_metadata", "-1", "-fflags", "+bitexact"];
  const tags = ["-flags:a", "+bitexact", "-metadata", "comment=synthetic-voice: generated"];
  const file = path.join(OUT, `${name}.opus`);
  execFileSync("ffmpeg", ["-v", "error", "-y", ...raw, ...coded, ...tags, file], {
    input: Buffer.from(samples.map((value) => gain * value).buffer),
  });
}

const voice = openVoice();
const narrator = createNarrator({ voice, refine: refineSpeech });
fs.mkdirSync(OUT, { recursive: true });
const persona = PERSONAS.maren;
for (const [language, line] of Object.entries(SAMPLE_LINES)) {
  // The same variant at the same pace and pitch: what differs is what is made of its sound.
  const plain = await voice.speak(line, {
    language,
    voice: persona.variant,
    rate: persona.rate,
    range: persona.range,
  });
  write(`${language}-plain`, plain.samples, plain.sampleRate);
  const ours = await narrator.synthesize(line, { language, persona });
  write(`${language}-ours`, ours.samples, ours.sampleRate);
}
narrator.close();
