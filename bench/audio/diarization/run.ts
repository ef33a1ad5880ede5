// Diarization error rates of dialogues whose turns are known. See README.md.
//   node bench/audio/diarization/run.ts [--models FOLDER] [--threshold 0.2]
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { findSpeakers } from "#audio/speakers/find-speakers.ts";
import {
  createEmbeddingNet,
  createSegmentationNet,
  type SpeakerNets,
} from "#audio/speakers/speaker-nets.ts";
import { openNodeSession } from "#cli/audio/nets/node-session.ts";
import { renderTable } from "#cli/command-kit/render-table.ts";
import { loadRegistry } from "#cli/models/registry.ts";
import { openVoice } from "#cli/speech/open-voice.ts";
import { speakerPair } from "#core/models/speaker-models.ts";
import { listFiles, readAudio } from "../material.ts";
import { createRandom } from "../random.ts";
import { resample } from "../score.ts";
import { compareTurns, type DiarizationErrors, errorRate } from "./error-rate.ts";
import { type Dialogue, makeDialogue, RATE, trimmed } from "./make-dialogue.ts";
import { scaleOf, timbreNet, trueSegments, trueVoices } from "./test-nets.ts";

const SOUNDS = "/usr/share/asterisk/sounds";
const PEOPLE = ["en_US_f_Allison", "fr_CA_f_June", "it_IT_m_Carlo", "ru_RU_f_IvrvoiceRU"];
/** Voices that set the scale of timbre, and are in no dialogue. */
const APART = ["it_IT_f_Menardi", "es_MX_f_Allison"];
const MADE = ["f2", "f4", "m3", "m6"];
const LINES = [
  "The kettle had just begun to sing when the snow came over the hills.",
  "Nobody on the ferry knew which harbor it was, and nobody asked.",
  "She counted the hives and wrote a number down in a small green book.",
  "We could take the road along the river instead, if it is not flooded.",
  "He asked twice, and twice the answer was no.",
  "In the evening the wind turned to the north, and it became cold.",
  "There were seven doors, and one of them was open.",
  "I have never heard that story told like this before.",
];
const TURNS = 24;
const DIALOGUES = 5;
const COLLAR = 0.25;

const { values } = parseArgs({
  options: { models: { type: "string" }, threshold: { type: "string", default: "0.5" } },
});

const promptsOf = (folder: string): Float32Array[] =>
  listFiles(path.join(SOUNDS, folder), ".wav")
    .filter((file) => statSync(file).size > 2 * 16_000 && statSync(file).size < 7 * 16_000)
    .slice(0, 40)
    .map((file) => trimmed(readAudio(file, RATE)));

async function spokenBy(variants: readonly string[]): Promise<Float32Array[][]> {
  const voice = openVoice();
  const all: Float32Array[][] = [];
  for (const variant of variants) {
    const clips: Float32Array[] = [];
    for (const text of LINES) {
      const { samples, sampleRate } = await voice.speak(text, { language: "en", voice: variant });
      clips.push(trimmed(resample(samples, sampleRate, RATE)));
    }
    all.push(clips);
  }
  voice.close();
  return all;
}

const people = PEOPLE.map(promptsOf);
const made = await spokenBy(MADE);
const scale = scaleOf(APART.flatMap(promptsOf));
const SETS: Readonly<Record<string, readonly (readonly Float32Array[])[]>> = {
  "two people": people.slice(0, 2),
  "four people": people,
  "two voices of eSpeak NG": [made[0]!, made[2]!],
  "four voices of eSpeak NG": made,
};

async function openModels(folder: string): Promise<SpeakerNets> {
  const home = path.resolve(import.meta.dirname, "../../..");
  const { segmentation, embedding } = speakerPair(loadRegistry(home, home))!;
  const open = (file: string) => openNodeSession(readFileSync(path.join(folder, file)), 2);
  return {
    segmentation: createSegmentationNet(await open(segmentation.files[0]!.path), segmentation.form),
    embedding: createEmbeddingNet(await open(embedding.files[0]!.path), embedding.form),
  };
}
const models = values.models === undefined ? null : await openModels(values.models);

type Method = (dialogue: Dialogue, seed: number) => SpeakerNets;
const METHODS: Readonly<Record<string, Method>> = {
  "known turns, made embeddings": (dialogue, seed) => {
    const segmentation = trueSegments(dialogue);
    const options = { spread: 0.6, random: createRandom(seed) };
    return { segmentation, embedding: trueVoices(dialogue, segmentation.window, options) };
  },
  "known turns, timbre": (dialogue) => ({
    segmentation: trueSegments(dialogue),
    embedding: timbreNet(scale, Number(values.threshold)),
  }),
  ...(models && { "both models": () => models }),
};

const rows: string[][] = [];
for (const [set, voices] of Object.entries(SETS))
  for (const [method, netsOf] of Object.entries(METHODS))
    for (const count of [voices.length, null]) {
      const sums = { missed: 0, falseAlarm: 0, confusion: 0, speech: 0 };
      let worst = 0;
      const counts: number[] = [];
      for (let seed = 1; seed <= DIALOGUES; seed++) {
        const dialogue = makeDialogue(voices, TURNS, createRandom(seed));
        async function* blocks() {
          yield [dialogue.samples];
        }
        const found = await findSpeakers(netsOf(dialogue, seed), blocks(), { count });
        const seconds = dialogue.samples.length / RATE;
        const errors = compareTurns(dialogue.turns, found.turns, { seconds, collar: COLLAR });
        for (const key of Object.keys(sums) as (keyof DiarizationErrors)[])
          sums[key] += errors[key];
        worst = Math.max(worst, errorRate(errors));
        counts.push(found.voices.length);
      }
      const percent = (value: number): string => `${((100 * value) / sums.speech).toFixed(1)} %`;
      rows.push([
        set,
        method,
        count === null ? `found: ${counts.join(", ")}` : "given",
        `${errorRate(sums).toFixed(1)} %`,
        ...[sums.missed, sums.falseAlarm, sums.confusion].map(percent),
        `${worst.toFixed(1)} %`,
      ]);
    }
const HEAD = ["voices", "with", "speakers", "DER", "missed", "false alarm", "confused", "worst"];
process.stdout.write(renderTable(HEAD, rows, true));
