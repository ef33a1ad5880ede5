import { createNarrator } from "#audio/narration/narrator.ts";
import type { Persona } from "#audio/narration/personas.ts";
import { refineSpeech } from "#audio/narration/refine/refine-speech.ts";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import type { openTracedVoice } from "./traced-voice.ts";

/** Seconds that a word may be off. */
const ALLOWED = 0.06;
/** Seconds of an envelope's step, of what is compared around a word, and of how far it is moved. */
const STEP = 0.004;
const AROUND = 0.16;
const MOVED = 0.1;

/** How far words are from where they should be, in milliseconds. */
export interface WordTimes {
  readonly sentences: number;
  readonly words: number;
  /** Words whose beginning the voice's program tells; the others share the time between them. */
  readonly reported: number;
  /** Between the times that are written and those that the program tells, … */
  readonly events: readonly number[];
  /** … and by how much the finished sound is late beside the sound of the program, around each word. */
  readonly sound: readonly number[];
}

/** Level in dB, step by step; in steps that are longer by `pace` in the sound that is made of it. */
function envelopeOf(samples: Float32Array, sampleRate: number, pace: number): Float64Array {
  const size = (STEP * sampleRate) / pace;
  const out = new Float64Array(Math.floor(samples.length / size));
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    // Two steps long, so that single pulses of the voice do not show.
    const from = Math.max(0, Math.floor((i - 0.5) * size));
    const to = Math.min(samples.length, Math.floor((i + 1.5) * size));
    for (let at = from; at < to; at++) sum += samples[at]! ** 2;
    out[i] = 10 * Math.log10(sum / Math.max(1, to - from) + 1e-6);
  }
  return out;
}

/** A stretch of an envelope, silent beyond its ends. */
const stretch = (levels: Float64Array, from: number, count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => levels[from + i] ?? -60);

/** Pearson's, of a stretch of one and a stretch of the other. */
function alike(a: Float64Array, b: Float64Array): number {
  const count = a.length;
  let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [x, y] = [a[i]!, b[i]!];
    sa += x;
    sb += y;
    saa += x * x;
    sbb += y * y;
    sab += x * y;
  }
  const spread = Math.sqrt((saa - (sa * sa) / count) * (sbb - (sb * sb) / count));
  return spread > 0 ? (sab - (sa * sb) / count) / spread : 0;
}

/** Seconds by which the second is late around a time. */
function lateness(raw: Float64Array, made: Float64Array, at: number): number {
  const count = Math.round((2 * AROUND) / STEP);
  const from = Math.round((at - AROUND) / STEP);
  const maxShift = Math.round(MOVED / STEP);
  const excerpt = stretch(raw, from, count);
  let best = -Infinity;
  let found = 0;
  for (let lag = -maxShift; lag <= maxShift; lag++) {
    const value = alike(excerpt, stretch(made, from + lag, count));
    if (value > best) [best, found] = [value, lag];
  }
  return found * STEP;
}

/** Narrates a text, and looks how far the times of its words are from the program's events and from the sound. */
export async function judgeWordTimes(
  { voice, heard }: ReturnType<typeof openTracedVoice>,
  text: string,
  { language, persona }: { readonly language: string; readonly persona: Persona },
): Promise<WordTimes> {
  const narrator = createNarrator({ voice, refine: refineSpeech });
  const narration = { language, persona };
  // The level of the persona is measured with the first text.
  await narrator.synthesize(SAMPLE_LINES[language]!, narration);
  const pace = 2 ** (-persona.formant / 12);
  const all = {
    sentences: 0,
    words: 0,
    reported: 0,
    events: [] as number[],
    sound: [] as number[],
  };
  heard.length = 0;
  for await (const { words, start, samples, sampleRate } of narrator.narrate(text, narration)) {
    const events = heard.splice(0);
    if (words.length === 0) continue;
    all.sentences++;
    all.words += words.length;
    // A sentence of one part has one language, and keeps its places.
    const only = events[0];
    if (events.length !== 1 || !only) continue;
    const raw = envelopeOf(only.speech.samples, only.speech.sampleRate, pace);
    const made = envelopeOf(samples, sampleRate, 1);
    for (const word of words) {
      const event = only.words.find(
        ({ position }) => position >= word.start - start && position < word.end - start,
      );
      if (!event) continue;
      all.reported++;
      const at = event.at * pace;
      all.events.push(1000 * (word.from - at));
      all.sound.push(1000 * lateness(raw, made, at));
    }
  }
  return all;
}

/** Median and worst of absolute values, and the share that is allowed, in percent. */
export function summaryOf(values: readonly number[]) {
  const sorted = values.map(Math.abs).sort((a, b) => a - b);
  return {
    median: sorted[sorted.length >> 1] ?? NaN,
    worst: sorted.at(-1) ?? NaN,
    within: (100 * sorted.filter((value) => value <= 1000 * ALLOWED).length) / sorted.length,
  };
}
