import { PERSONAS } from "#audio/narration/personas.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { createResampler } from "#audio/signal/resample.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import type { SpeechVoice } from "#audio/speech/speech.ts";
import { addBreaths } from "../breaths.ts";
import { chords } from "../chords.ts";
import { convolve } from "../convolve.ts";
import { addClicks, addEcho, addSmacks, makeBreath } from "../faults.ts";
import { roomNoise, mix, rms, scaled, whiteNoise } from "../material.ts";
import { composeFor, PLANS } from "../music/made-songs.ts";
import { playNotes } from "../music/play-notes.ts";
import { createRandom, type Random } from "../random.ts";
import { makeRoom } from "../room.ts";
import { channelOf, isMeta } from "../separation/midi.ts";
import { findMelody } from "../separation/multitracks.ts";
import { sing } from "../separation/sung-voice.ts";

export const RATE = 22_050;
const SECONDS = 20;
const FRAMES = SECONDS * RATE;

/** What a file is, and what was done to it. */
export const KINDS = [
  "clean",
  "noise",
  "several",
  "room",
  "echo",
  "clicks",
  "breaths",
  "song",
  "instrumental",
  "speech over music",
] as const;
export type Kind = (typeof KINDS)[number];

export interface MadeFile {
  readonly kind: Kind;
  readonly name: string;
  readonly samples: Float32Array;
}

/** Who speaks, which songs play and which numbers are drawn: no two sets have any of them in common. */
interface MaterialSet {
  readonly seed: number;
  readonly speakers: readonly {
    readonly language: string;
    readonly persona: keyof typeof PERSONAS;
    readonly sentences: readonly string[];
  }[];
  /** Indices of `PLANS`. */
  readonly songs: readonly number[];
}

export const SETS = {
  fit: {
    seed: 100,
    speakers: [
      {
        language: "en",
        persona: "maren",
        sentences: [
          "The train from Milan is twelve minutes late.",
          "There is time for one more coffee, and perhaps for a look at the timetable.",
          "Nobody on the platform seems to mind.",
          "A man is reading yesterday's newspaper with great care.",
          "When the loudspeaker crackles, everybody looks up at once.",
          "It only announces that smoking is not allowed.",
        ],
      },
      {
        language: "de",
        persona: "tarvel",
        sentences: [
          "Der Zug aus Mailand hat zwölf Minuten Verspätung.",
          "Es bleibt noch Zeit für einen Kaffee und einen Blick auf den Fahrplan.",
          "Niemand auf dem Bahnsteig scheint sich daran zu stören.",
          "Ein Mann liest mit großer Sorgfalt die Zeitung von gestern.",
          "Wenn der Lautsprecher knackt, schauen alle gleichzeitig auf.",
        ],
      },
      {
        language: "es",
        persona: "ilvy",
        sentences: [
          "El tren de Milán llega con doce minutos de retraso.",
          "Queda tiempo para otro café y para mirar el horario.",
          "A nadie en el andén parece importarle.",
          "Un hombre lee con mucho cuidado el periódico de ayer.",
          "Cuando suena el altavoz, todos levantan la vista a la vez.",
        ],
      },
    ],
    songs: [0, 4, 11],
  },
  judge: {
    seed: 900,
    speakers: [
      {
        language: "en",
        persona: "odrin",
        sentences: [
          "The harbor was quiet when the last ferry left.",
          "Two gulls argued about a piece of bread near the ticket office.",
          "Behind the warehouse, somebody was repairing a small green boat.",
          "He hummed while he worked, always the same four notes.",
          "By evening the wind had turned, and it smelled of rain.",
        ],
      },
      {
        language: "fr",
        persona: "brakk",
        sentences: [
          "Le port était calme quand le dernier bateau est parti.",
          "Deux mouettes se disputaient un morceau de pain près du guichet.",
          "Derrière l'entrepôt, quelqu'un réparait une petite barque verte.",
          "Il travaillait en silence, sans jamais lever les yeux.",
          "Le soir, le vent avait tourné et sentait la pluie.",
        ],
      },
      {
        language: "it",
        persona: "bexo",
        sentences: [
          "Il porto era tranquillo quando partì l'ultimo traghetto.",
          "Due gabbiani litigavano per un pezzo di pane vicino alla biglietteria.",
          "Dietro il magazzino qualcuno riparava una piccola barca verde.",
          "Lavorava in silenzio, senza mai alzare lo sguardo.",
          "La sera il vento era cambiato e sapeva di pioggia.",
        ],
      },
    ],
    songs: [2, 6, 13],
  },
} satisfies Readonly<Record<string, MaterialSet>>;

function atRate(samples: Float32Array, sampleRate: number): Float32Array {
  if (sampleRate === RATE) return samples;
  const resampler = createResampler(sampleRate, RATE, 1);
  const parts = [resampler.process([samples])?.map((part) => part.slice()) ?? null];
  parts.push(resampler.finish()?.map((part) => part.slice()) ?? null);
  return joinBlocks(parts, 1)[0]!;
}

/** Brought to a loudness, LUFS. */
function atLoudness(samples: Float32Array, lufs: number): Float32Array {
  const meter = createLoudnessMeter({ sampleRate: RATE, channels: 1 });
  meter.push([samples]);
  return scaled(samples, 10 ** ((lufs - meter.measure().integrated) / 20));
}

/** Sentences one after the other until the file is full, with rests of 0.3 to 0.7 s. */
function read(sentences: readonly Float32Array[], random: Random): Float32Array {
  const out = new Float32Array(FRAMES);
  let at = Math.round((0.2 + 0.3 * random.uniform()) * RATE);
  for (let i = 0; at < FRAMES; i++) {
    const sentence = sentences[i % sentences.length]!;
    out.set(sentence.subarray(0, FRAMES - at), at);
    at += sentence.length + Math.round((0.3 + 0.4 * random.uniform()) * RATE);
  }
  return out;
}

const withFloor = (samples: Float32Array, random: Random): Float32Array =>
  samples.map((value) => value + 0.00008 * random.normal());

function hum(hertz: number, level: number): Float32Array {
  return Float32Array.from({ length: FRAMES }, (_, at) => {
    let value = 0;
    for (let n = 1; n <= 6; n++) value += Math.sin((2 * Math.PI * n * hertz * at) / RATE) / n;
    return level * value;
  });
}

/** Music of a plan, with a voice that sings its melody or without one. */
function playSong(index: number, sung: Float32Array | null, seed: number): Float32Array {
  const plan = PLANS[index]!;
  const { midi } = composeFor(plan, SECONDS);
  const isMelody = (event: (typeof midi.events)[number]) =>
    !isMeta(event) && channelOf(event) === 2;
  if (!sung) return playNotes(midi, SECONDS, RATE);
  const others = midi.events.filter((event) => !isMelody(event));
  const band = playNotes({ ...midi, events: others }, SECONDS, RATE);
  const melody = midi.events.filter((event) => isMeta(event) || isMelody(event));
  const voice = sing(sung, findMelody({ ...midi, events: melody }), {
    sampleRate: RATE,
    seconds: SECONDS,
    seed,
    transpose: -12,
    bandwidth: 8000,
  });
  const level = (1.1 * rms(band)) / rms(voice);
  return band.map((value, at) => value + level * voice[at]!);
}

/** Makes the files of a set, each kind once for each speaker: 30 of them, or those of some kinds. */
export async function* makeFiles(
  set: MaterialSet,
  voice: SpeechVoice,
  kinds: readonly Kind[] = KINDS,
): AsyncGenerator<MadeFile> {
  for (const [turn, { language, persona, sentences }] of set.speakers.entries()) {
    const { variant, rate } = PERSONAS[persona];
    const spoken: Float32Array[] = [];
    for (const sentence of sentences) {
      const utterance = await voice.speak(sentence, { language, voice: variant, rate });
      spoken.push(atRate(utterance.samples, utterance.sampleRate));
    }
    for (const [number, kind] of KINDS.entries()) {
      if (!kinds.includes(kind)) continue;
      const random = createRandom(set.seed + 17 * turn + number);
      const samples = make(kind, { spoken, song: set.songs[turn]!, turn, random });
      yield { kind, name: `${language} ${persona}`, samples };
    }
  }
}

interface Material {
  readonly spoken: readonly Float32Array[];
  /** Index of `PLANS`. */
  readonly song: number;
  readonly turn: number;
  readonly random: Random;
}

/** A file of a kind; the loudness is between −20 and −14 LUFS but where low level is the fault. */
function make(kind: Kind, { spoken, song, turn, random }: Material): Float32Array {
  const speech = read(spoken, random);
  const between = (min: number, max: number) => min + (max - min) * random.uniform();
  const loud = (samples: Float32Array) => withFloor(atLoudness(samples, between(-19, -15)), random);
  const noise = () =>
    turn === 1 ? whiteNoise(FRAMES, random) : roomNoise(FRAMES, RATE, random, 130);
  switch (kind) {
    case "clean":
      return loud(speech);
    case "noise":
      return loud(mix(speech, noise(), between(6, 16)));
    case "several": {
      const noisy = mix(speech, noise(), between(8, 14));
      const hertz = turn === 1 ? 60 : 50;
      const level = rms(speech) * 10 ** (-between(14, 20) / 20);
      const hummed = hum(hertz, level);
      return atLoudness(
        noisy.map((value, at) => value + hummed[at]!),
        between(-34, -27),
      );
    }
    case "room": {
      const box = {
        room: [between(5, 9), between(4, 7), between(2.6, 4)],
        source: [1.5, 1.8, 1.6],
        ear: [between(3, 4.2), between(2.4, 3.2), 1.5],
        seed: Math.round(between(1, 1e6)),
      };
      return loud(convolve(speech, makeRoom(between(0.7, 1.6), RATE, box)));
    }
    case "echo":
      return loud(addEcho(speech, Math.round(between(0.15, 0.45) * RATE), between(0.3, 0.55)));
    case "clicks": {
      const add = turn === 1 ? addClicks : addSmacks;
      return add(loud(speech), RATE, between(0.4, 1.2), random).samples;
    }
    case "breaths":
      return loud(
        addBreaths(spoken, RATE, random, {
          make: (rate, own) => makeBreath(0.18 + 0.35 * own.uniform(), rate, own),
          under: [14, 22],
        }).samples,
      );
    case "song":
      return loud(playSong(song, speech, Math.round(between(1, 1000))));
    case "instrumental":
      return loud(turn === 1 ? chords(FRAMES, RATE, random) : playSong(song + 1, null, 0));
    case "speech over music":
      return loud(mix(speech, playSong(song, null, 0), between(3, 14)));
  }
}
