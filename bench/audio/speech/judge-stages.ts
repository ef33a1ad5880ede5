// What each stage of the built-in voices does to DNSMOS. See ../README.md.
//   node bench/audio/speech/judge-stages.ts MODEL [--persona maren] [--languages en,de]
import { parseArgs } from "node:util";
import { createNarrator } from "#audio/narration/narrator.ts";
import { type Persona, personaOf } from "#audio/narration/personas.ts";
import { refineSpeech } from "#audio/narration/refine/refine-speech.ts";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import { openVoice } from "#cli/speech/open-voice.ts";
import { loadDnsmos } from "../dnsmos.ts";
import { rms, scaled } from "../material.ts";
import { resample } from "../score.ts";
import { PANGRAMS } from "./pangrams.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    persona: { type: "string", default: "maren" },
    languages: { type: "string", default: "en,de,fr,es,it,nl,ru,id" },
  },
});
const persona = personaOf(values.persona);
if (!persona || !positionals[0]) throw new Error("Needs a model and a persona.");
const dnsmos = await loadDnsmos(positionals[0]);
const voice = openVoice();
const narrator = createNarrator({ voice, refine: refineSpeech });

const NONE: Persona = {
  ...persona,
  formant: 0,
  tone: { tilt: 0, warmth: 0, presence: 0 },
  breath: 0,
  waver: 0,
};
const STAGES: Readonly<Record<string, Partial<Persona>>> = {
  formant: { formant: persona.formant },
  tilt: { tone: { ...NONE.tone, tilt: persona.tone.tilt } },
  warmth: { tone: { ...NONE.tone, warmth: persona.tone.warmth } },
  presence: { tone: { ...NONE.tone, presence: persona.tone.presence } },
  breath: { breath: persona.breath },
  waver: { waver: persona.waver },
};
const without = (name: string): Persona => {
  const { tone } = persona;
  const flat = name in tone ? { tone: { ...tone, [name]: 0 } } : { [name]: 0 };
  return { ...persona, ...flat };
};

/** Mean over the languages, at one level. */
async function judge(speak: (text: string, language: string) => Promise<Float32Array>) {
  const scores: number[] = [];
  for (const language of values.languages.split(",")) {
    const samples = await speak(`${SAMPLE_LINES[language]} ${PANGRAMS[language]}`, language);
    scores.push(await dnsmos(scaled(samples, 10 ** (-26 / 20) / rms(samples))));
  }
  return scores.reduce((sum, x) => sum + x, 0) / scores.length;
}
const narrated = (as: Persona) => (text: string, language: string) =>
  narrator
    .synthesize(text, { language, persona: as })
    .then(({ samples, sampleRate }) => resample(samples, sampleRate, 16_000));

const show = (name: string, score: number): void =>
  void process.stdout.write(`| ${name} | ${score.toFixed(2)} |\n`);
process.stdout.write("| voice | DNSMOS |\n|---|---|\n");
const plain = await judge(async (text, language) => {
  const { variant, rate, range } = persona;
  const speech = await voice.speak(text, { language, voice: variant, rate, range });
  return resample(speech.samples, speech.sampleRate, 16_000);
});
show("the voice as it comes", plain);
show("all-pass filters and limiter alone", await judge(narrated(NONE)));
for (const [name, stage] of Object.entries(STAGES))
  show(`with ${name}`, await judge(narrated({ ...NONE, ...stage })));
show("all", await judge(narrated(persona)));
for (const name of Object.keys(STAGES))
  show(`all but ${name}`, await judge(narrated(without(name))));
narrator.close();
process.exit(0);
