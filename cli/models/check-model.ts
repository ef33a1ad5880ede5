import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Block } from "../../audio/effect.ts";
import { convertBlocks } from "../../audio/nets/studio/convert-blocks.ts";
import { joinBlocks } from "../../audio/signal/blocks.ts";
import type {
  BergamotForm,
  DemucsForm,
  DenoiseForm,
  ModelForm,
  SpeechForm,
  VoiceForm,
} from "../../core/models/forms.ts";
import { denoiseWithNet } from "../../audio/restoration/denoise-with-net.ts";
import { loadSpeechNets } from "../../audio/restoration/speech-nets.ts";
import { openAudioFile } from "../audio/open-file.ts";
import { createResources } from "../audio/resources.ts";
import { openDenoiser } from "../audio/studio/open-denoiser.ts";
import { openStudioVoice } from "../speech/open-studio-voice.ts";
import { languagePair, openTranslator } from "../translation/open-translator.ts";
import type { StudioTask } from "../audio/studio/run-studio.ts";
import { runStudio, studioThreads } from "../audio/studio/run-studio.ts";
import { createResult } from "../audio/write-file.ts";
import { wordErrors } from "./word-errors.ts";

/** What a model was found to do with material whose truth is known. */
export interface ModelCheck {
  readonly measure: "wer" | "si-sdr" | "pace";
  /** Per cent, or dB: the mean of the stems that the material has; or seconds that a word is long. */
  readonly value: number;
  /** What it has to reach on this material, which is short, and not what others measured on. */
  readonly limit: number;
  readonly passed: boolean;
  /** What it was measured on. */
  readonly on: string;
  /** Seconds of sound in a second of work. */
  readonly realTime: number;
}

export interface CheckOptions {
  /** Folder of the program. */
  readonly home: string;
  /** Paths, by the roles of the form. */
  readonly files: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A sample of the tool pages, in which somebody reads two sentences. */
const SPEECH = "runtime/public/samples/voice-before.mp3";
const SPOKEN =
  "He was not an ill disposed young man. He might even have been made amiable himself.";
/** Two of its sixteen words; nets that write nonsense have most of them wrong. */
const MOST_WORD_ERRORS = 12.5;
/** dB, below which a stem is mostly something else; HTDemucs reaches 15 on this material. */
const LEAST_SI_SDR = 3;
/** s of the mix: one piece of HTDemucs. */
const MIX_SECONDS = 5.8;

/** Runs a task, and tells how long the net itself worked, in seconds. */
async function timed(
  task: StudioTask,
  signal: AbortSignal,
  take: (message: { stems?: readonly Block[]; text?: string }) => void,
): Promise<number> {
  let start = performance.now();
  for await (const message of runStudio(task, signal)) {
    if (message.kind === "ready") start = performance.now();
    else if (message.kind === "stems") take({ stems: message.stems });
    else if (message.kind === "spoken" && message.spoken.finished)
      take({ text: message.spoken.text });
  }
  return (performance.now() - start) / 1000;
}

async function checkSpeech(form: SpeechForm, options: CheckOptions): Promise<ModelCheck> {
  const { home, files, signal } = options;
  const input = path.join(home, SPEECH);
  const source = await openAudioFile(input);
  const { duration } = source;
  source.close();
  const texts: string[] = [];
  const task = { form, files, input, consistent: false, threads: studioThreads() };
  const seconds = await timed(task, signal, ({ text }) => texts.push(text!));
  const { errors, words } = wordErrors(texts.join(" "), SPOKEN);
  const value = (100 * errors) / words;
  return {
    measure: "wer",
    value,
    limit: MOST_WORD_ERRORS,
    passed: value <= MOST_WORD_ERRORS,
    on: SPEECH,
    realTime: duration / seconds,
  };
}

/** Beats of noise and of a falling tone, two a second, a little to the left. */
function beats(frames: number, rate: number): Block {
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
function bassLine(frames: number, rate: number): Block {
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

async function readSpeech(home: string, rate: number): Promise<Block> {
  const source = await openAudioFile(path.join(home, SPEECH));
  const blocks: Block[] = [];
  const to = { sampleRate: rate, channels: 2 } as const;
  for await (const block of convertBlocks(source.blocks(), source.format, to))
    blocks.push(block.map((samples) => samples.slice()));
  source.close();
  return joinBlocks(blocks, 2).map((samples) => samples.slice(0, Math.round(MIX_SECONDS * rate)));
}

/** Ratio of the signal to all else in dB, whatever the level (Le Roux et al. 2019), of both channels. */
function siSdr(found: Block, truth: Block): number {
  const sum = (a: Block, b: Block) =>
    a.reduce((all, samples, c) => samples.reduce((part, x, at) => part + x * b[c]![at]!, all), 0);
  const scale = sum(found, truth) / sum(truth, truth);
  const target = scale * scale * sum(truth, truth);
  return 10 * Math.log10(target / Math.max(1e-20, sum(found, found) - target));
}

async function checkStems(form: DemucsForm, options: CheckOptions): Promise<ModelCheck> {
  const { home, files, signal } = options;
  const rate = form.sampleRate;
  const vocals = await readSpeech(home, rate);
  const frames = vocals[0]!.length;
  const truth: Readonly<Record<string, Block>> = {
    vocals,
    drums: beats(frames, rate),
    bass: bassLine(frames, rate),
  };
  const mix = [0, 1].map((channel) =>
    vocals[channel]!.map((_, at) =>
      Object.values(truth).reduce((all, stem) => all + stem[channel]![at]!, 0),
    ),
  );
  const folder = await mkdtemp(path.join(tmpdir(), "toolkit-check-"));
  try {
    const input = path.join(folder, "mix.wav");
    const file = createResult({ file: input, output: "wav32f", tags: {}, duration: MIX_SECONDS });
    await file.write(mix, { sampleRate: rate, channels: 2 });
    await file.finish();
    const parts: (readonly Block[])[] = [];
    const task = { form, files, input, consistent: true, threads: studioThreads() };
    const seconds = await timed(task, signal, ({ stems }) => parts.push(stems!));
    const levels = form.stems.flatMap((name, stem) =>
      truth[name]
        ? [
            siSdr(
              joinBlocks(
                parts.map((part) => part[stem]!),
                2,
              ),
              truth[name],
            ),
          ]
        : [],
    );
    const value = levels.reduce((all, level) => all + level, 0) / levels.length;
    return {
      measure: "si-sdr",
      value,
      limit: LEAST_SI_SDR,
      passed: value >= LEAST_SI_SDR,
      on: `${SPEECH} with drums and a bass that this program makes`,
      realTime: MIX_SECONDS / seconds,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** dB of the noise under the speech, and by how much more of it has to go. */
const NOISE = 5;
const LEAST_GAIN = 2;

/** Noise of all frequencies, the same each time. */
function whiteNoise(frames: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: frames }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

async function checkDenoise(form: DenoiseForm, options: CheckOptions): Promise<ModelCheck> {
  const { home, files, signal } = options;
  const sampleRate = 48_000;
  const [speech] = await readSpeech(home, sampleRate);
  const noise = whiteNoise(speech!.length);
  const powerOf = (samples: Float32Array) => samples.reduce((sum, x) => sum + x * x, 0);
  const scale = Math.sqrt(powerOf(speech!) / powerOf(noise) / 10 ** (NOISE / 10));
  const noisy = speech!.map((x, at) => x + scale * noise[at]!);
  const nets = await loadSpeechNets(createResources(home));
  const denoiser = await openDenoiser(form, files, studioThreads());
  try {
    const start = performance.now();
    const parts: Block[] = [];
    const format = { sampleRate, channels: 1 };
    async function* once(): AsyncGenerator<Block> {
      signal.throwIfAborted();
      yield [noisy];
    }
    for await (const part of denoiseWithNet(once(), denoiser.net, { strength: 1, format, nets }))
      parts.push(part.map((samples) => samples.slice()));
    const seconds = (performance.now() - start) / 1000;
    const value = siSdr(joinBlocks(parts, 1), [speech!]) - siSdr([noisy], [speech!]);
    return {
      measure: "si-sdr",
      value,
      limit: LEAST_GAIN,
      passed: value >= LEAST_GAIN,
      on: `${SPEECH} with white noise ${NOISE} dB under it: more than before`,
      realTime: noisy.length / sampleRate / seconds,
    };
  } finally {
    await denoiser.close();
  }
}

/** What voices say, by the codes of their locales: words that are written and counted everywhere. */
const LINES: Readonly<Record<string, string>> = {
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
/** Seconds of a word: voices that say nothing are shorter, those that have lost themselves longer. */
const LEAST_PACE = 0.12;
const MOST_PACE = 1.2;
/** Level of full scale under which nothing is heard. */
const SILENCE = 0.003;

async function checkVoice(form: VoiceForm, { files, signal }: CheckOptions): Promise<ModelCheck> {
  const { language } = form.kind === "piper" ? form : form.voices[0]!;
  const text = LINES[language] ?? LINES["en"]!;
  const voice = openStudioVoice(form, files);
  try {
    let start = performance.now();
    // The net is loaded with the first phrase.
    for await (const _ of voice.speakPhrases("1", { language, signal })) start = performance.now();
    const { samples, sampleRate, words } = await voice.speak(text, { language });
    const seconds = (performance.now() - start) / 1000;
    const heard = words.filter(({ from, to }) =>
      samples.subarray(from * sampleRate, to * sampleRate).some((x) => Math.abs(x) > SILENCE),
    );
    const duration = samples.length / sampleRate;
    const value = duration / words.length;
    return {
      measure: "pace",
      value,
      limit: MOST_PACE,
      passed:
        value >= LEAST_PACE &&
        value <= MOST_PACE &&
        heard.length === words.length &&
        samples.every(Number.isFinite),
      on: `“${text}”`,
      realTime: duration / seconds,
    };
  } finally {
    voice.close();
  }
}

/** Per cent: translations differ in their words, but not in most of them. */
const MOST_OTHER_WORDS = 80;

async function checkTranslation(
  form: BergamotForm,
  { files, signal }: CheckOptions,
): Promise<ModelCheck> {
  const [text, wanted] = [form.from, form.to].map((code) => LINES[code]);
  const translator = openTranslator([languagePair(form, files)]);
  try {
    const { from, to } = form;
    const asked = text ?? LINES["en"]!;
    await translator.translate(["1"], { from, to, signal });
    const start = performance.now();
    const [told] = await translator.translate([asked], { from, to, signal });
    const seconds = (performance.now() - start) / 1000;
    const { errors, words } = wordErrors(told!, wanted ?? "");
    // Where there is no text to compare with, one that is left as it was is no translation.
    const value = wanted ? (100 * errors) / words : told === asked ? 100 : 0;
    return {
      measure: "wer",
      value,
      limit: MOST_OTHER_WORDS,
      passed: value <= MOST_OTHER_WORDS,
      on: `“${asked}”: “${told}”`,
      // As long as it takes to say it.
      realTime: asked.length / 15 / seconds,
    };
  } finally {
    translator.close();
  }
}

/** Runs a model on material of this program. */
export function checkModel(form: ModelForm, options: CheckOptions): Promise<ModelCheck> {
  if (form.kind === "demucs") return checkStems(form, options);
  if (form.kind === "piper" || form.kind === "kokoro") return checkVoice(form, options);
  if (form.kind === "deep-filter" || form.kind === "spectral-stream")
    return checkDenoise(form, options);
  if (form.kind === "bergamot") return checkTranslation(form, options);
  return checkSpeech(form, options);
}
