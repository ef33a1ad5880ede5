import { createRealFft } from "#audio/signal/fft/fft.ts";
import { hann } from "#audio/signal/windows.ts";
import { createRandom } from "../random.ts";
import type { Note } from "./multitracks.ts";

/** Seconds of a frame of speech, and from frame to frame. */
const WINDOW = 0.03;
const STEP = 0.005;

interface Frame {
  /** Amplitudes at `BANDS` places, evenly spaced up to half the rate. */
  readonly envelope: Float32Array;
  /** 0 to 1 */
  readonly voiced: number;
  readonly level: number;
}

/** Above bin `last` what lies below it, falling by 12 dB an octave. */
function extend(envelope: Float32Array, last: number): Float32Array {
  for (let k = last; k < envelope.length; k++)
    envelope[k] = (envelope[Math.max(last >> 1, 2 * last - 1 - k)]! * last * last) / k / k;
  return envelope;
}

/** Resonances of speech, smoothed in the cepstrum, with how voiced each frame is. */
function analyze(
  speech: Float32Array,
  { sampleRate, bandwidth }: SongOptions,
  fft: ReturnType<typeof createRealFft>,
): Frame[] {
  const window = hann(Math.round(WINDOW * sampleRate));
  const step = Math.round(STEP * sampleRate);
  const frame = new Float64Array(fft.size);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const zero = new Float64Array(fft.bins);
  const lifter = Math.round(0.0022 * sampleRate);
  const frames: Frame[] = [];
  for (let at = 0; at + window.length < speech.length; at += step) {
    frame.fill(0);
    let energy = 0;
    for (const [i, w] of window.entries()) {
      frame[i] = w * speech[at + i]!;
      energy += frame[i]! ** 2;
    }
    fft.forward(frame, re, im);
    const power = re.map((x, k) => x * x + im[k]! ** 2);
    fft.inverse(power, zero, frame);
    let best = 0;
    for (let lag = Math.round(sampleRate / 400); lag < sampleRate / 70; lag++)
      best = Math.max(best, frame[lag]! / Math.max(1e-12, frame[0]!));
    const logs = power.map((x) => Math.log(x + 1e-9) / 2);
    fft.inverse(logs, zero, frame);
    for (let i = lifter; i <= fft.size - lifter; i++) frame[i] = 0;
    fft.forward(frame, re, im);
    frames.push({
      envelope: extend(
        Float32Array.from(re, Math.exp),
        Math.round((bandwidth / sampleRate) * fft.size),
      ),
      voiced: Math.min(1, Math.max(0, (best - 0.25) / 0.25)),
      level: Math.sqrt(energy / window.length),
    });
  }
  const loud = frames.map(({ level }) => level).toSorted((a, b) => b - a)[frames.length >> 3]!;
  // Pauses are not sung.
  return frames.filter(({ level }) => level > 0.06 * loud);
}

/** Semitones over the first C, with glides between notes, vibrato and a little unrest. */
function pitchAt(note: Note, before: Note | null, time: number, unrest: number): number {
  const since = time - note.start;
  const from = before && note.start - before.end < 0.1 ? before.key : note.key - 1;
  const glide = (from - note.key) * Math.exp(-since / 0.03);
  const depth = 0.35 * Math.min(1, Math.max(0, (since - 0.2) / 0.3));
  return note.key + glide + depth * Math.sin(2 * Math.PI * 5.4 * since) + unrest;
}

export interface SongOptions {
  readonly sampleRate: number;
  readonly seconds: number;
  readonly seed: number;
  /** Semitones. */
  readonly transpose: number;
  /** Hz up to which the speech was recorded. */
  readonly bandwidth: number;
}

/**
 * Speech sung on notes: pulses of the notes' pitch, and noise where the speech is not voiced, through
 * the speech's resonances, which move on at 0.6 of their pace while there is a note. No singer, but what
 * separation goes by is there: harmonics that glide and tremble, formants, consonants.
 * @param speech at `sampleRate`; above what it was recorded with its resonances fall on
 */
export function sing(
  speech: Float32Array,
  notes: readonly Note[],
  options: SongOptions,
): Float32Array {
  const { sampleRate, seconds, seed, transpose } = options;
  const random = createRandom(seed);
  const fft = createRealFft(2048);
  const frames = analyze(speech, options, fft);
  const out = new Float32Array(Math.round(seconds * sampleRate) + fft.size);
  const step = Math.round(STEP * sampleRate);
  const window = hann(2 * step * 2);
  const excitation = new Float64Array(fft.size);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const pulses = new Float32Array(out.length);
  const noise = Float32Array.from({ length: out.length }, () => random.normal());
  const gain = new Float32Array(out.length);
  let phase = 0;
  let unrest = 0;
  let number = 0;
  for (let i = 0; i < seconds * sampleRate; i++) {
    const time = i / sampleRate;
    while (number < notes.length && notes[number]!.end <= time) number++;
    const note = notes[number];
    if (!note || note.start > time) continue;
    unrest += 0.004 * random.normal() - 0.0005 * unrest;
    const key = pitchAt(note, notes[number - 1] ?? null, time, unrest) + transpose;
    const frequency = 440 * 2 ** ((key - 69) / 12);
    phase += frequency / sampleRate;
    if (phase >= 1) {
      phase -= 1;
      const late = (phase * sampleRate) / frequency;
      // As strong whatever the pitch, between two samples.
      const height = Math.sqrt(sampleRate / frequency);
      pulses[i] = pulses[i]! + height * (1 - late);
      pulses[i - 1] = (pulses[i - 1] ?? 0) + height * late;
    }
    gain[i] = Math.min(1, (time - note.start) / 0.02, (note.end - time) / 0.04);
  }
  let clock = seed % frames.length;
  for (let at = 0; at + window.length < out.length; at += step) {
    const strength = gain[at + 2 * step]!;
    if (strength <= 0) continue;
    clock += 0.6;
    const { envelope, voiced } = frames[Math.floor(clock) % frames.length]!;
    excitation.fill(0);
    for (const [i, w] of window.entries())
      excitation[i] = w * (voiced * pulses[at + i]! + (1.04 - voiced) * 0.5 * noise[at + i]!);
    fft.forward(excitation, re, im);
    for (let k = 0; k < fft.bins; k++) {
      re[k] = re[k]! * envelope[k]! * strength;
      im[k] = im[k]! * envelope[k]! * strength;
    }
    fft.inverse(re, im, excitation);
    // Zero phase: what rings before a pulse lies at the frame's end.
    for (let i = 0; i < fft.size; i++) {
      const position = at + (i < fft.size * 0.75 ? i : i - fft.size);
      if (position >= 0 && position < out.length) out[position] = out[position]! + excitation[i]!;
    }
  }
  return out.slice(0, Math.round(seconds * sampleRate));
}

/** A voice in a hall, in the middle or beside it: two tails that differ. @param place −1 left to 1 right */
export function positionVoice(
  voice: Float32Array,
  {
    position,
    wet,
    seed,
    sampleRate,
  }: { position: number; wet: number; seed: number; sampleRate: number },
  convolve: (samples: Float32Array, response: Float32Array) => Float32Array,
): [Float32Array, Float32Array] {
  const angle = ((position + 1) * Math.PI) / 4;
  return [Math.cos(angle), Math.sin(angle)].map((side, channel) => {
    const random = createRandom(seed + channel);
    const tail = Float32Array.from({ length: Math.round(1.1 * sampleRate) }, (_, i) =>
      i < 0.012 * sampleRate ? 0 : random.normal() * Math.exp((-6 * i) / sampleRate),
    );
    const energy = Math.sqrt(tail.reduce((sum, x) => sum + x * x, 0));
    const late = convolve(voice, tail);
    return voice.map((x, i) => side * x + (wet * late[i]!) / energy);
  }) as [Float32Array, Float32Array];
}
