// Prints how far the starts of cues are from where espeak-ng begins to speak, for parts of
// several sentences, as recognizers return them: `node bench/audio/alignment/cues.ts`
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { alignPart } from "#audio/alignment/align-part.ts";
import { alignSource } from "#audio/alignment/align-source.ts";
import type { AlignReading } from "#audio/alignment/time-lines.ts";
import { partOfSource } from "#audio/media/part-of-source.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import { createResult } from "#cli/audio/write-file.ts";
import { openVoice } from "#cli/speech/open-voice.ts";
import { TEXTS } from "./readings.ts";

const VOICES = { en: ["en-us", "en-gb+f3", "en-us+m7"], de: ["de", "de+f2", "de+m3"] } as const;
/** Seconds between lines. */
const PAUSES = [0.7, 0.3, 1.4, 0.5, 2.5, 0.9];
/** Lines of a part: recognizers return several sentences at once. */
const LINES = 3;
/** What a recognizer makes of a line. */
const RECOGNIZED: Readonly<Record<string, (line: string, other: string) => string>> = {
  "as spoken": (line) => line,
  "second word wrong": (line, other) => replaceWord(line, 1, other.split(" ")[2]!),
};

function replaceWord(line: string, at: number, word: string): string {
  const words = line.split(" ");
  words[at] = word;
  return words.join(" ");
}

const signal = new AbortController().signal;
const folder = mkdtempSync(path.join(tmpdir(), "cues-"));

/** A line as espeak-ng speaks it, without silence at its ends. */
async function speak(text: string, voice: string) {
  const file = path.join(folder, "line.wav");
  execFileSync("espeak-ng", ["-v", voice, "-s", "150", "-w", file, text]);
  const source = await openAudioFile(file);
  const parts: number[] = [];
  for await (const [plane] of source.blocks()) parts.push(...plane!);
  source.close();
  const isVoice = (sample: number): boolean => Math.abs(sample) > 0.01;
  const samples = Float32Array.from(
    parts.slice(parts.findIndex(isVoice), parts.findLastIndex(isVoice) + 1),
  );
  return { samples, sampleRate: source.format.sampleRate };
}

async function recordingOf(texts: readonly string[], voice: string) {
  const spoken: { text: string; from: number; to: number }[] = [];
  const file = path.join(folder, `${voice}.wav`);
  const result = createResult({ file, output: "wav16", tags: {}, duration: 0 });
  let time = 0;
  for (const at of texts.keys()) {
    const { samples, sampleRate } = await speak(texts[at]!, voice);
    const pause = PAUSES[at % PAUSES.length]!;
    // A room is never silent.
    const silence = Float32Array.from(
      { length: Math.round(pause * sampleRate) },
      (_, i) => 1e-4 * Math.sin(i * i),
    );
    await result.write([silence], { sampleRate, channels: 1 });
    await result.write([samples], { sampleRate, channels: 1 });
    time += silence.length / sampleRate;
    spoken.push({ text: texts[at]!, from: time, to: time + samples.length / sampleRate });
    time += samples.length / sampleRate;
  }
  await result.finish();
  return { file, spoken };
}

const align =
  (file: string): AlignReading =>
  async (request, onProgress) => {
    const source = await openAudioFile(file);
    try {
      const part = request.part ? partOfSource(source, request.part) : source;
      return (await alignSource(part, request, onProgress)) ?? { words: [], distance: Infinity };
    } finally {
      source.close();
    }
  };

const voice = openVoice();
console.log("language | voice | recognized | cues | within 0.1 s | median | worst");
for (const [language, voices] of Object.entries(VOICES))
  for (const name of voices) {
    const texts = TEXTS[language]!;
    const { file, spoken } = await recordingOf(texts, name);
    for (const [recognized, change] of Object.entries(RECOGNIZED)) {
      const errors: number[] = [];
      for (let first = 0; first < spoken.length; first += LINES) {
        const own = spoken.slice(first, first + LINES);
        const text = own
          .map((line, at) => `${change(line.text, texts[(first + at + 1) % texts.length]!)}.`)
          .join(" ");
        const start = first === 0 ? 0 : spoken[first - 1]!.to;
        const part = { start, end: own.at(-1)!.to, text, finished: true };
        const lines = await alignPart(part, language, { align: align(file), voice, signal });
        for (const [at, { from }] of own.entries())
          errors.push(Math.abs((lines[at]?.from ?? Infinity) - from));
      }
      errors.sort((a, b) => a - b);
      const within = errors.filter((error) => error <= 0.1).length / errors.length;
      const cells = [language, name, recognized, errors.length, `${Math.round(100 * within)} %`];
      const median = errors[errors.length >> 1]!;
      console.log([...cells, median.toFixed(2), errors.at(-1)!.toFixed(2)].join(" | "));
    }
  }
voice.close();
rmSync(folder, { recursive: true });
