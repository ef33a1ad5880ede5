import path from "node:path";
import type { Block } from "#audio/effect.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { createRealFft } from "#audio/signal/fft/fft.ts";
import { openAudioFile } from "../../audio/open-file.ts";

/** A sample of the tool pages, in which somebody reads two sentences. */
export const SPEECH = "runtime/public/samples/voice-before.mp3";
export const SPOKEN =
  "He was not an ill disposed young man. He might even have been made amiable himself.";

/** s of the mix: one piece of HTDemucs. */
export const MIX_SECONDS = 5.8;

/** Beats of noise and of a falling tone, two a second, a little to the left. */
export function beats(frames: number, rate: number): Block {
  let state = 1;
  const hit = (at: number, index: number): number => {
    const time = at / rate;
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = (state / 2 ** 31 - 1) * Math.exp(-time * 30);
    const drum =
      Math.sin(2 * Math.PI * (50 * time + 6 * (1 - Math.exp(-time * 25)))) * Math.exp(-time * 12);
    return index % 2 === 0 ? drum : 0.7 * noise;
  };
  const beat = Math.round(rate / 2);
  const mono = Float32Array.from(
    { length: frames },
    (_, at) => 0.35 * hit(at % beat, Math.floor(at / beat)),
  );
  return [mono.map((sample) => 1.1 * sample), mono.map((sample) => 0.9 * sample)];
}

/** Four notes of a plucked bass, a second each. */
export function bassLine(frames: number, rate: number): Block {
  const notes = [55, 65.4, 49, 73.4];
  const mono = Float32Array.from({ length: frames }, (_, at) => {
    const time = at / rate;
    const pitch = notes[Math.floor(time) % notes.length]!;
    const within = time % 1;
    const tone = [1, 0.5, 0.3, 0.15].reduce(
      (sum, level, k) => sum + level * Math.sin(2 * Math.PI * pitch * (k + 1) * time),
      0,
    );
    return 0.18 * tone * Math.min(1, within * 100) * Math.exp(-1.5 * within);
  });
  return [mono, mono];
}

export async function readSpeech(home: string, rate: number): Promise<Block> {
  const source = await openAudioFile(path.join(home, SPEECH));
  const blocks: Block[] = [];
  const to = { sampleRate: rate, channels: 2 } as const;
  for await (const block of convertBlocks(source.blocks(), source.format, to))
    blocks.push(block.map((samples) => samples.slice()));
  source.close();
  return joinBlocks(blocks, 2).map((samples) => samples.slice(0, Math.round(MIX_SECONDS * rate)));
}

/** Seconds in which a room falls by 60 dB, and how far its sound lies under the voice at first, as a factor. */
const ROOM = { decay: 0.6, level: 0.02 } as const;

/** A voice in a room: noise that fades follows each of its samples, another for each side. */
export function inRoom(voice: Block, rate: number): Float32Array[] {
  const length = Math.round(ROOM.decay * rate);
  const noise = whiteNoise(2 * length);
  const size = 2 ** Math.ceil(Math.log2(voice[0]!.length + length));
  const fft = createRealFft(size);
  const spectrumOf = (samples: Float32Array) => {
    const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
    const padded = new Float64Array(size);
    padded.set(samples);
    fft.forward(padded, re, im);
    return { re, im };
  };
  return voice.map((samples, side) => {
    const room = Float32Array.from({ length }, (_, at) =>
      at === 0 ? 1 : ROOM.level * noise[side * length + at]! * 10 ** ((-3 * at) / length),
    );
    const [a, b] = [spectrumOf(samples), spectrumOf(room)];
    for (let bin = 0; bin < fft.bins; bin++) {
      const [re, im] = [a.re[bin]!, a.im[bin]!];
      a.re[bin] = re * b.re[bin]! - im * b.im[bin]!;
      a.im[bin] = re * b.im[bin]! + im * b.re[bin]!;
    }
    const wet = new Float64Array(size);
    fft.inverse(a.re, a.im, wet);
    return Float32Array.from(wet.subarray(0, samples.length));
  });
}

/** Noise of all frequencies, the same each time. */
export function whiteNoise(frames: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: frames }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

/** Ratio of the signal to all else in dB, whatever the level (Le Roux et al. 2019), of both channels. */
export function siSdr(found: Block, truth: Block): number {
  const sum = (a: Block, b: Block) =>
    a.reduce((all, samples, c) => samples.reduce((part, x, at) => part + x * b[c]![at]!, all), 0);
  const scale = sum(found, truth) / sum(truth, truth);
  const target = scale * scale * sum(truth, truth);
  return 10 * Math.log10(target / Math.max(1e-20, sum(found, found) - target));
}

/** What voices say, by the codes of their locales: words that are written and counted everywhere. */
export const LINES: Readonly<Record<string, string>> = {
  en: "Good morning. The train leaves at ten. Where do we meet?",
  ar: "صباح الخير. يغادر القطار الساعة العاشرة. أين نلتقي؟",
  de: "Guten Morgen. Der Zug fährt um zehn ab. Wo treffen wir uns?",
  es: "Buenos días. El tren sale a las diez. ¿Dónde nos vemos?",
  fr: "Bonjour. Le train part à dix heures. Où nous retrouvons-nous ?",
  id: "Selamat pagi. Kereta berangkat pukul sepuluh. Di mana kita bertemu?",
  it: "Buongiorno. Il treno parte alle dieci. Dove ci vediamo?",
  nl: "Goedemorgen. De trein vertrekt om tien uur. Waar spreken we af?",
  "pt-br": "Bom dia. O trem sai às dez. Onde nos encontramos?",
  ru: "Доброе утро. Поезд уходит в десять. Где встретимся?",
  zh: "早上好。火车十点开。我们在哪里见面？",
};
