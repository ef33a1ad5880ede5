import type { SpeechVoice } from "#audio/speech/speech.ts";
import { chords } from "../chords.ts";
import { createRandom } from "../random.ts";

/** A recording whose words are known. */
export interface KnownRecording {
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** Seconds at which each word begins. */
  readonly begins: readonly number[];
}

/** Lines of a text, in six languages. */
export const TEXTS: Readonly<Record<string, readonly string[]>> = {
  en: [
    "The morning train was late again and nobody seemed to mind",
    "We walked along the river until the lamps went out",
    "Seven old letters lay on the table under a broken clock",
    "Tell me what you heard when the music finally stopped",
    "I kept the ticket in my pocket for another twenty years",
    "And the rain came down as softly as the first time",
  ],
  de: [
    "Der alte Hafen schläft noch unter einem grauen Himmel",
    "Niemand wusste, warum das Licht die ganze Nacht brannte",
    "Wir zählten die Schiffe und vergaßen dabei die Zeit",
    "Ein Brief aus der Stadt lag ungeöffnet auf dem Tisch",
    "Sie sprach von Bergen, die keiner von uns gesehen hatte",
    "Und morgen früh beginnt die Reise zurück nach Hause",
  ],
  fr: [
    "La petite gare attend les derniers voyageurs du soir",
    "Personne ne savait où menait ce chemin dans la forêt",
    "Nous avons gardé les photographies dans une boîte bleue",
    "Le vent portait une chanson que je connaissais déjà",
    "Elle ouvrit la fenêtre et regarda longtemps la mer",
    "Demain nous partirons avant que le soleil se lève",
  ],
  es: [
    "La ciudad despierta despacio bajo una lluvia muy fina",
    "Nadie recuerda el nombre de aquella vieja canción",
    "Guardamos las cartas en una caja debajo de la cama",
    "El último tren salió cuando ya cantaban los pájaros",
    "Dime qué viste detrás de la puerta cerrada",
    "Mañana volveremos a caminar junto al río",
  ],
  ru: [
    "Старый город просыпается под тихим осенним дождём",
    "Никто не помнил, откуда взялась эта песня",
    "Мы долго шли вдоль реки и считали огни",
    "На столе лежало письмо без обратного адреса",
    "Она открыла окно и посмотрела на далёкое море",
    "Завтра утром мы снова отправимся в дорогу",
  ],
  ja: [
    "古い駅のホームで最後の電車を待っていました",
    "川沿いの道を歩きながら星を数えた",
    "机の上には青い封筒が置いてあります",
    "窓を開けると海の匂いがした",
    "誰もその歌の名前を覚えていない",
    "明日の朝早く私たちは旅に出る",
  ],
};

/** A text in another voice, at another pace and pitch than what it is aligned by, with pauses between the lines. */
export async function readAloud(
  voice: SpeechVoice,
  language: string,
  { name, rate, pitch, seed }: { name: string; rate: number; pitch: number; seed: number },
  lines: readonly string[] = TEXTS[language]!,
): Promise<KnownRecording> {
  const random = createRandom(seed);
  const parts: Float32Array[] = [];
  const begins: number[] = [];
  let at = 0;
  let sampleRate = 22_050;
  const add = (part: Float32Array): void => {
    parts.push(part);
    at += part.length;
  };
  for (const line of lines) {
    add(new Float32Array(Math.round((0.2 + 2 * random.uniform()) * sampleRate)));
    const speech = await voice.speak(line, { language, voice: name, rate, pitch });
    ({ sampleRate } = speech);
    begins.push(...speech.words.map(({ from }) => at / sampleRate + from));
    add(speech.samples);
  }
  const samples = new Float32Array(at);
  let position = 0;
  for (const part of parts) {
    samples.set(part, position);
    position += part.length;
  }
  return { samples, sampleRate, begins };
}

const levelOf = (samples: Float32Array): number => {
  let sum = 0;
  for (const value of samples) sum += value * value;
  return Math.sqrt(sum / Math.max(1, samples.length));
};

/** Level of what is not silence. */
const voiceLevel = (samples: Float32Array): number =>
  levelOf(samples.filter((value) => Math.abs(value) > 1e-3));

/** @param snr dB of the voice, where it speaks, over what is added */
export function withSound(voice: Float32Array, sound: Float32Array, snr: number): Float32Array {
  const gain = voiceLevel(voice) / levelOf(sound) / 10 ** (snr / 20);
  return voice.map((value, at) => value + gain * sound[at]!);
}

export const whiteNoise = (length: number, seed: number): Float32Array => {
  const random = createRandom(seed);
  return Float32Array.from({ length }, () => random.normal());
};
export const music = (length: number, sampleRate: number, seed: number): Float32Array =>
  chords(length, sampleRate, createRandom(seed));
