import { readFile } from "node:fs/promises";
import path from "node:path";
import type { NetSession } from "#audio/nets/net-session.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { voiceDistance } from "#audio/speakers/cluster.ts";
import { createEmbeddingNet, createSegmentationNet } from "#audio/speakers/speaker-nets.ts";
import type { SpeakerSegmentsForm, VoiceEmbeddingForm } from "#core/models/forms.ts";
import { openNodeSession } from "../../audio/nets/node-session.ts";
import { openAudioFile } from "../../audio/open-file.ts";
import { studioThreads } from "../../audio/studio/run-studio.ts";
import { SPEECH } from "./material.ts";
import type { CheckOptions, ModelCheck } from "./model-check.ts";

/** A sample with another voice. */
const OTHER = "runtime/public/samples/tts-en.mp3";
/** Per cent of the frames of speech, and of the frames of silence, that have to be right. */
const MIN_FRAMES = 80;
/** By how much farther another voice has to be than the same one. */
const MIN_DISTANCE = 0.1;

async function readMono(home: string, file: string, sampleRate: number): Promise<Float32Array> {
  const source = await openAudioFile(path.join(home, file));
  const blocks: Float32Array[][] = [];
  const to = { sampleRate, channels: 1 } as const;
  for await (const block of convertBlocks(source.blocks(), source.format, to))
    blocks.push(block.map((samples) => samples.slice()));
  source.close();
  return joinBlocks(blocks, 1)[0]!;
}

const openGraph = async ({ files }: CheckOptions): Promise<NetSession> =>
  openNodeSession(await readFile(files["graph"]!), studioThreads());

/** Five seconds of speech and five of silence: one speaker, then none. */
export async function checkSegments(
  form: SpeakerSegmentsForm,
  options: CheckOptions,
): Promise<ModelCheck> {
  const speech = await readMono(options.home, SPEECH, form.sampleRate);
  const half = form.samples / 2;
  const window = new Float32Array(form.samples);
  window.set(speech.subarray(0, half));
  const net = createSegmentationNet(await openGraph(options), form);
  try {
    const start = performance.now();
    const active = await net.segment(window);
    const seconds = (performance.now() - start) / 1000;
    const middle = Math.round(active.length / 2);
    const rightIn = (frames: Uint8Array, isActive: boolean): number =>
      (100 * frames.filter((set) => set > 0 === isActive).length) / frames.length;
    // A second around the change is not counted.
    const value = Math.min(
      rightIn(active.subarray(0, middle - 30), true),
      rightIn(active.subarray(middle + 30), false),
    );
    return {
      measure: "frames",
      value,
      limit: MIN_FRAMES,
      passed: value >= MIN_FRAMES,
      on: `${SPEECH}, then silence`,
      realTime: form.samples / form.sampleRate / seconds,
    };
  } finally {
    await net.close();
  }
}

/** Two halves of what one voice says, and another voice. */
export async function checkVoices(
  form: VoiceEmbeddingForm,
  options: CheckOptions,
): Promise<ModelCheck> {
  const { home } = options;
  const speech = await readMono(home, SPEECH, form.sampleRate);
  const half = Math.floor(speech.length / 2);
  const other = await readMono(home, OTHER, form.sampleRate);
  const net = createEmbeddingNet(await openGraph(options), form);
  try {
    const start = performance.now();
    const sounds = [speech.subarray(0, half), speech.subarray(half), other.subarray(0, half)];
    const voices: Float32Array[] = [];
    for (const sound of sounds) voices.push(await net.embed(net.featuresOf(sound)));
    const seconds = (performance.now() - start) / 1000;
    const [one, same, another] = voices as [Float32Array, Float32Array, Float32Array];
    const value = voiceDistance(one, another) - voiceDistance(one, same);
    return {
      measure: "distance",
      value,
      limit: MIN_DISTANCE,
      passed: value >= MIN_DISTANCE,
      on: `${SPEECH} in two halves, and ${OTHER}`,
      realTime: (3 * half) / form.sampleRate / seconds,
    };
  } finally {
    await net.close();
  }
}
