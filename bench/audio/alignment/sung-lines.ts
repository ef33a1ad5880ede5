import type { SpeechVoice } from "#audio/speech/speech.ts";
import { createResampler } from "#audio/signal/resample.ts";
import { createRandom } from "../random.ts";
import type { Note } from "../separation/multitracks.ts";
import { sing } from "../separation/sung-voice.ts";

/** A song with known start times of its lines. */
export interface SungLines {
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** Seconds. */
  readonly begins: readonly number[];
}

const RATE = 44_100;
/** Semitones over the tonic. */
const SCALE = [0, 2, 4, 5, 7, 9, 11, 12] as const;
/** Pace at which the resonances of speech move on while it is sung. */
const PACE = 0.6;

function resample(samples: Float32Array, from: number): Float32Array {
  const resampler = createResampler(from, RATE, 1);
  const parts = [resampler.process([samples])?.[0], resampler.finish()?.[0]];
  const out = new Float32Array(parts.reduce((sum, part) => sum + (part?.length ?? 0), 0));
  let at = 0;
  for (const part of parts)
    if (part) {
      out.set(part, at);
      at += part.length;
    }
  return out;
}

/** Notes of 0.25 to 0.9 s, side by side, that fill a span. */
function melody(seconds: number, key: number, random: { uniform(): number }): Note[] {
  const notes: Note[] = [];
  let degree = 2;
  for (let at = 0; at < seconds;) {
    const end = Math.min(seconds, at + 0.25 + 0.65 * random.uniform());
    degree = Math.min(7, Math.max(0, degree + Math.round(3 * (random.uniform() - 0.5))));
    notes.push({ start: at, end, key: key + SCALE[degree]! });
    at = end;
  }
  return notes;
}

/**
 * Lines sung on a drawn melody, with rests of half a second to four seconds before each, and one of eight in
 * the middle.
 */
export async function singLines(
  voice: SpeechVoice,
  lines: readonly string[],
  { language, name, key, seed }: { language: string; name: string; key: number; seed: number },
): Promise<SungLines> {
  const random = createRandom(seed);
  const parts: { readonly at: number; readonly sung: Float32Array }[] = [];
  const begins: number[] = [];
  let at = 0;
  for (const [index, line] of lines.entries()) {
    at += index === lines.length >> 1 ? 8 : 0.5 + 3.5 * random.uniform();
    const { samples, sampleRate } = await voice.speak(line, { language, voice: name });
    const speech = resample(samples, sampleRate);
    const seconds = (0.93 * speech.length) / RATE / PACE;
    const sung = sing(speech, melody(seconds, key, random), {
      sampleRate: RATE,
      seconds,
      seed: 0,
      transpose: 0,
      bandwidth: 10_000,
    });
    begins.push(at);
    parts.push({ at: Math.round(at * RATE), sung });
    at += seconds;
  }
  const samples = new Float32Array(Math.round((at + 2) * RATE));
  for (const { at: offset, sung } of parts) samples.set(sung, offset);
  return { samples, sampleRate: RATE, begins };
}
