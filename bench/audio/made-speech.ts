// Measures what the built-in voice says: README.md of bench/audio says how.
import path from "node:path";
import { createNarrator } from "#audio/narration/narrator.ts";
import { PERSONAS } from "#audio/narration/personas.ts";
import { refineSpeech } from "#audio/narration/refine/refine-speech.ts";
import { createResampler } from "#audio/signal/resample.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { renderTable } from "#cli/command-kit/render-table.ts";
import { listMaterial, readAudio, rms, scaled } from "./material.ts";
import { type Buzz, BUZZ_RATE, measureBuzz } from "./speech/buzz.ts";
import { openTracedVoice } from "./speech/traced-voice.ts";
import { pageOf } from "./speech/pages.ts";
import { PANGRAMS } from "./speech/pangrams.ts";
import { judgeWordTimes, summaryOf } from "./speech/word-times.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const option = (name: string): string[] | null => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : process.argv[at + 1]!.split(",");
};
const languages = option("languages") ?? Object.keys(PANGRAMS);
const selected = option("only") ?? ["words", "buzz"];
const opened = openTracedVoice();
const print = (title: string, header: readonly string[], rows: readonly string[][]): void =>
  void process.stdout.write(`\n${title}\n\n${renderTable(header, rows, true)}`);

/** At the rate and the level at which readers are measured. */
function alike(samples: Float32Array, sampleRate: number): Float32Array {
  const resampler = createResampler(sampleRate, BUZZ_RATE, 1);
  const parts = [resampler.process([samples])?.map((part) => part.slice()) ?? null];
  parts.push(resampler.finish()?.map((part) => part.slice()) ?? null);
  const [out] = joinBlocks(parts, 1);
  return scaled(out!, 10 ** (-23 / 20) / rms(out!));
}
const cells = ({ pulses, crest, flux }: Buzz): string[] => [
  pulses.toFixed(3),
  crest.toFixed(1),
  flux.toFixed(3),
];

if (selected.includes("words")) {
  const rows: string[][] = [];
  for (const language of languages) {
    const text = `${PANGRAMS[language]!}\n\n${pageOf(ROOT, language)}`;
    const options = { language, persona: PERSONAS.maren };
    const {
      sentences,
      words,
      reported: known,
      ...found
    } = await judgeWordTimes(opened, text, options);
    const [events, sound] = [summaryOf(found.events), summaryOf(found.sound)];
    rows.push([
      language,
      String(sentences),
      String(words),
      String(known),
      `${events.worst.toFixed(1)} ms`,
      `${sound.median.toFixed(0)} / ${sound.worst.toFixed(0)} ms`,
      `${Math.min(events.within, sound.within).toFixed(1)} %`,
    ]);
  }
  const header = [
    "",
    "sentences",
    "words",
    "told",
    "from events",
    "from the sound",
    "within 60 ms",
  ];
  print("A pangram and a page of prose, spoken by Maren", header, rows);
}
if (selected.includes("buzz")) {
  const rows: string[][] = [];
  const readers = listMaterial(ROOT).sentences.map((file) => readAudio(file, BUZZ_RATE));
  for (const [at, samples] of readers.entries())
    rows.push([
      `reader ${at + 1}`,
      ...cells(measureBuzz(scaled(samples, 10 ** (-23 / 20) / rms(samples)))),
    ]);
  const narrator = createNarrator({ voice: opened.voice, refine: refineSpeech });
  for (const language of languages) {
    const text = PANGRAMS[language]!;
    for (const name of ["maren", "tarvel"] as const) {
      const persona = PERSONAS[name];
      const { samples, sampleRate } = await opened.voice.speak(text, {
        language,
        voice: persona.variant,
        rate: persona.rate,
      });
      const ours = await narrator.synthesize(text, { language, persona });
      rows.push([
        `${language}, ${persona.variant} as it comes`,
        ...cells(measureBuzz(alike(samples, sampleRate))),
      ]);
      rows.push([
        `${language}, ${name}`,
        ...cells(measureBuzz(alike(ours.samples, ours.sampleRate))),
      ]);
    }
  }
  const header = ["", "pulses 2 to 6 kHz", "crest dB", "flux"];
  print("Buzz", header, rows);
}
opened.voice.close();
