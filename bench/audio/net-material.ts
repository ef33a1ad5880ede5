import { join } from "node:path";
import {
  babble,
  joinSpeech,
  listFiles,
  listMaterial,
  makeNoise,
  type Noise,
  NOISES,
  roomNoise,
  songExcerpt,
  whiteNoise,
} from "./material.ts";
import { createRandom } from "./random.ts";
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
/** Debian packages that only the choice needs, each with a file that shows that it is there. */
export const CHOICE_PACKAGES = Object.fromEntries(
  VOICES.map((voice) => [`asterisk-core-sounds-${voice.slice(0, 2)}-wav`, join(PROMPTS, voice)]),
);
const CARDS = "/usr/share/pocketsphinx/test/data/cards";
const SONGS = ["War of freedom", "Escape from chaosland", "Metal madness"] as const;
/** Seconds of each file at most. */
const LONGEST = 5.5;
const BOX: Box = { room: [7.1, 4.3, 2.7], source: [5.1, 1.4, 1.5], ear: [3.3, 2.5, 1.2], seed: 31 };

/** Other sentences, speakers, noises and rooms, on which constants are chosen. */
export function loadChoice(sampleRate: number, root: string): NetMaterial {
  const sentences = listMaterial(root).sentences.filter((file) => CHOICE.test(file));
  const voices = VOICES.map((voice) => listFiles(join(PROMPTS, voice), ".wav"));
  const menus = voices
    .slice(0, 2)
    .flatMap((files) => files.filter((file) => file.includes("conf-adminmenu")).slice(0, 1));
  const files = [...sentences, ...listFiles(CARDS, ".wav"), ...menus];
  const speech = joinSpeech(files, sampleRate, LONGEST);
  const { length } = speech;
  const songs = () => {
    const part = Math.ceil(length / SONGS.length);
    const out = new Float32Array(SONGS.length * part);
    SONGS.forEach((title, i) => out.set(songExcerpt(title, part, sampleRate), i * part));
    return out.subarray(0, length);
  };
  return {
    speech,
    makeNoise(noise) {
      const random = createRandom(100 + NOISES.indexOf(noise));
      switch (noise) {
        case "white":
          return whiteNoise(length, random);
        case "room":
          return roomNoise(length, sampleRate, random, 120);
        case "music":
          return songs();
        case "babble":
          return babble(voices.flat(), length, sampleRate, random);
      }
    },
    makeRoom: (t60) => makeRoom(t60, sampleRate, BOX),
  };
}
