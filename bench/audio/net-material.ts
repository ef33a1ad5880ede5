import { join } from "node:path";
import { chords } from "./chords.ts";
import {
  babble,
  joinSpeech,
  listFiles,
  listMaterial,
  makeNoise,
  type Noise,
  NOISES,
  roomNoise,
  readExcerpt,
  rms,
  scaled,
  SONGS,
  whiteNoise,
} from "./material.ts";
import { createRandom, type Random } from "./random.ts";
import { type Box, makeRoom } from "./room.ts";

/** What nets and rooms are heard with. */
export interface NetMaterial {
  readonly speech: Float32Array;
  makeNoise(noise: Noise): Float32Array;
  /** Impulse response of a room with a reverberation time in seconds. */
  makeRoom(t60: number): Float32Array;
}

/** Sentences of LibriVox, by their number, on which constants are chosen and by which none is judged. */
const CHOICE = /-(0880|0930)\.wav$/;

/** What the record judges by: no constant may be chosen on it. */
export function loadJudgement(sampleRate: number, root: string): NetMaterial {
  const files = listMaterial(root).sentences.filter((file) => !CHOICE.test(file));
  const speech = joinSpeech(files, sampleRate);
  return {
    speech,
    makeNoise: (noise) => makeNoise(noise, speech.length, sampleRate),
    makeRoom: (t60) => makeRoom(t60, sampleRate),
  };
}

const PROMPTS = "/usr/share/asterisk/sounds";
const VOICES = ["it_IT_m_Carlo", "fr_CA_f_June", "es_MX_f_Allison", "ru_RU_f_IvrvoiceRU"] as const;
const OTHER_SONGS = "/usr/share/games/fretsonfire/data/songs/muldjord";
/** Debian packages that only the choice needs, each with a file that shows that it is there. */
export const CHOICE_PACKAGES = {
  ...Object.fromEntries(
    VOICES.map((voice) => [`asterisk-core-sounds-${voice.slice(0, 2)}-wav`, join(PROMPTS, voice)]),
  ),
  "fretsonfire-songs-muldjord": OTHER_SONGS,
};
const CARDS = "/usr/share/pocketsphinx/test/data/cards";
const CHOICE_SONGS = [
  ...["War of freedom", "Escape from chaosland", "Metal madness"].map((song) => join(SONGS, song)),
  ...["armygeddon", "chaos_god", "internal_degeneration"].map((song) => join(OTHER_SONGS, song)),
];
/** Seconds of each file at most. */
const LONGEST = 5.5;
const BOX: Box = { room: [7.1, 4.3, 2.7], source: [5.1, 1.4, 1.5], ear: [3.3, 2.5, 1.2], seed: 31 };

/**
 * Parts of a sound, each as loud as the others: three songs, and chords between them, whose tones are
 * steadier than any of these songs'.
 */
function makeMusic(length: number, sampleRate: number, random: Random, variant: number) {
  const part = Math.ceil(length / 5);
  const out = new Float32Array(5 * part);
  for (let i = 0; i < 5; i++) {
    const song = CHOICE_SONGS[(3 * variant + (i >> 1)) % CHOICE_SONGS.length]!;
    const samples =
      i % 2 === 1
        ? chords(part, sampleRate, random)
        : readExcerpt(song, 20 + 25 * variant, part, sampleRate);
    out.set(scaled(samples, 1 / rms(samples)), i * part);
  }
  return out.subarray(0, length);
}

/**
 * Other sentences, speakers, noises and rooms, on which constants are chosen.
 * @param variant 0 for what is shown; 1 and above: other noises, on which weights are found
 */
export function loadChoice(sampleRate: number, root: string, variant = 0): NetMaterial {
  const sentences = listMaterial(root).sentences.filter((file) => CHOICE.test(file));
  const voices = VOICES.map((voice) => listFiles(join(PROMPTS, voice), ".wav"));
  const menus = voices
    .slice(0, 2)
    .flatMap((files) => files.filter((file) => file.includes("conf-adminmenu")).slice(0, 1));
  const files = [...sentences, ...listFiles(CARDS, ".wav"), ...menus];
  const speech = joinSpeech(files, sampleRate, LONGEST);
  const { length } = speech;
  return {
    speech,
    makeNoise(noise) {
      const random = createRandom(100 + 10 * variant + NOISES.indexOf(noise));
      switch (noise) {
        case "white":
          return whiteNoise(length, random);
        case "room":
          return roomNoise(length, sampleRate, random, 120 + 35 * variant);
        case "music":
          return makeMusic(length, sampleRate, random, variant);
        case "babble":
          return babble(voices.flat(), length, sampleRate, random);
      }
    },
    makeRoom: (t60) => makeRoom(t60, sampleRate, BOX),
  };
}
