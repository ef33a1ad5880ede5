import { z } from "zod";

const name = z.string().min(1);
const count = z.int().min(1);
/** Hz */
const sampleRate = z.int().min(8000).max(48_000);

/**
 * An ONNX graph that takes noise from a spectrum frame by frame: frames of `frame` samples that overlap
 * by half, under the root of a Hann window. `input` and `output` are [1, frame / 2 + 1, 1, 2], real and
 * imaginary parts in turn; a state comes out under its name with `_out` and goes in with the next frame,
 * all zeros with the first. File: `graph`.
 */
const spectralStream = z.strictObject({
  kind: z.literal("spectral-stream"),
  sampleRate,
  /** Samples. */
  frame: z.literal([256, 512, 1024, 2048]),
  input: name,
  output: name,
  /** Shapes by name. */
  states: z.record(z.string(), z.array(count).min(1)),
});

/**
 * Hybrid Transformer Demucs (Rouard, Massa, Défossez:
 * Hybrid Transformers for Music Source Separation, ICASSP 2023). In: the mix [1, 2, frames]. Out: stems
 * [1, stems, 2, frames]. Where the Fourier transform is outside of the graph, also in: the mix's spectrum
 * [1, 4, 2048, ceil(frames / 1024)] (real and imaginary parts of each channel in turn; 4096
 * samples a frame, hop 1024, without the highest bin); and out: stems as spectrum [1, stems, 4, 2048, …],
 * whose sound is added to the other. File: `graph`.
 */
const demucs = z.strictObject({
  kind: z.literal("demucs"),
  sampleRate,
  /** Samples that the graph takes at once. */
  frames: count,
  /** In the order in which they come out. */
  stems: z.array(name).min(1),
  inputs: z.strictObject({ wave: name, spectrum: name.optional() }),
  outputs: z.strictObject({ wave: name, spectrum: name.optional() }),
});

/**
 * MDX-Net, a U-Net over a spectrum (Kim, Choi, Chung, Lee, Jung: KUIELab-MDX-Net, MDX Workshop at ISMIR
 * 2021). In and out: a spectrum [1, 4, bins, columns] (real and imaginary parts of each of two channels in
 * turn; the lowest `bins` of a Fourier transform over `fft` samples, hop 1024, Hann's window). It gives the
 * first stem; the second is what is left of the sound. File: `graph`.
 */
const mdx = z.strictObject({
  kind: z.literal("mdx"),
  sampleRate,
  /** Samples of a frame: a power of two, 4 or more, times an odd number. */
  fft: z.int().min(2048).max(16_384).multipleOf(512),
  bins: count,
  columns: z.int().min(32),
  stems: z.tuple([name, name]),
  input: name,
  output: name,
});

/**
 * Moonshine: an encoder of raw sound [1, samples] and a merged decoder with its cache (Jeffries and
 * others: Moonshine: Speech Recognition for Live Transcription and Voice Commands, 2024).
 * Files: `encoder`, `decoder`, `vocabulary` (a `tokenizer.json`, or a script with llama-tokenizer-js in it).
 */
const moonshine = z.strictObject({
  kind: z.literal("moonshine"),
  sampleRate,
  /** Of the decoder. */
  layers: count,
  heads: count,
  headSize: count,
  /** Ids of tokens. */
  startToken: z.int().min(0),
  endToken: z.int().min(0),
  /** More than these the net writes only where it repeats itself. */
  tokensPerSecond: z.number().positive(),
});

/**
 * Whisper for many languages: an encoder of a log-mel spectrogram [1, mels, 3000] and a merged decoder
 * with its cache, which writes words and times (Radford and others: Robust Speech Recognition via
 * Large-Scale Weak Supervision, 2022). Files: `encoder`, `decoder`, `vocabulary` (a `tokenizer.json`).
 */
const whisper = z.strictObject({
  kind: z.literal("whisper"),
  sampleRate: z.literal(16_000),
  /** Bands of the spectrogram. */
  mels: z.literal([80, 128]),
  /** Of the decoder. */
  layers: count,
  heads: count,
  headSize: count,
});

/** What tells a voice how a text is pronounced: eSpeak NG, a program of its own (decision 031). */
const pronounced = {
  /** Code of a locale, one of `SPOKEN_LANGUAGES`. */
  language: z.string().min(2),
  /** What eSpeak NG calls it, as the voice was trained with it, such as `en-us`. */
  espeak: z.string().min(2),
};

/**
 * A voice of Piper, VITS (Kim, Kong, Son: Conditional Variational Autoencoder with Adversarial Learning
 * for End-to-End Text-to-Speech, ICML 2021). In: `input` [1, phonemes], `input_lengths` [1] (int64),
 * `scales` [3] (noise, length, noise of the lengths), `sid` [1] where there are several speakers. Out:
 * `output` [1, 1, 1, samples]. How long each phoneme is, is taken from inside of the graph. Files:
 * `graph`, `config` (the `.onnx.json` beside it).
 */
const piper = z.strictObject({ kind: z.literal("piper"), sampleRate, ...pronounced });

/**
 * Kokoro, StyleTTS 2 with an iSTFTNet (Li and others: StyleTTS 2, NeurIPS 2023). In: `input_ids`
 * [1, up to 512] (int64), `style` [1, 256], `speed` [1]. Out: `waveform` [1, samples]; where the graph
 * has `durations` [1, tokens] as well (frames before rounding), words have exact times. Files: `graph`, `vocabulary`
 * (`tokenizer.json`), and one of the role `voice-<id>` for each voice: 510 styles of 256 floats, of which
 * the one is taken that stands for as many phonemes.
 */
const kokoro = z.strictObject({
  kind: z.literal("kokoro"),
  sampleRate,
  voices: z.array(z.strictObject({ id: name, name, ...pronounced })).min(1),
});

/**
 * DeepFilterNet 3 (Schröter, Rosenkranz, Escalante-B., Maier: DeepFilterNet: Perceptually Motivated
 * Real-Time Speech Enhancement, Interspeech 2023), as its own `export.py` writes it: frames of 960 samples
 * of 48 kHz, hop 480, 32 bands, filters of 5 frames for the lowest 96 bins, 2 frames of look-ahead. What
 * its graphs remember is inside of them: each run begins anew. Files: `encoder`, `erb-decoder`,
 * `filter-decoder`.
 */
const deepFilter = z.strictObject({
  kind: z.literal("deep-filter"),
  sampleRate: z.literal(48_000),
});

/**
 * A pair of languages of Bergamot, as Firefox translates them (Bogoychev, Van der Linde, Heafield:
 * TranslateLocally, EMNLP 2021): Marian's own files, which the program `bergamot-translator` reads. Files:
 * `model` (`model.*.intgemm.alphas.bin`), `shortlist` (`lex.*.s2t.bin`), and the pieces of words of
 * SentencePiece: `vocabulary`, or `source-vocabulary` and `target-vocabulary`.
 */
const bergamot = z.strictObject({
  kind: z.literal("bergamot"),
  /** ISO 639 codes. */
  from: z.string().min(2),
  to: z.string().min(2),
  vocabularies: z.literal([1, 2]),
  /** How numbers are multiplied; `int8shiftAlphaAll` for models with `alphas` in their name. */
  precision: z.enum(["int8shiftAlphaAll", "int8shiftAll", "float32"]),
});

/** How a model is run, and by which code: one kind a family. */
export const modelForm = z.discriminatedUnion("kind", [
  spectralStream,
  demucs,
  mdx,
  moonshine,
  whisper,
  piper,
  kokoro,
  deepFilter,
  bergamot,
]);

export type ModelForm = z.output<typeof modelForm>;
export type SpectralForm = z.output<typeof spectralStream>;
export type DemucsForm = z.output<typeof demucs>;
export type MdxForm = z.output<typeof mdx>;
/** Forms that take a sound apart. */
export type StemsForm = DemucsForm | MdxForm;
export type MoonshineForm = z.output<typeof moonshine>;
export type WhisperForm = z.output<typeof whisper>;
export type BergamotForm = z.output<typeof bergamot>;
export type DeepFilterForm = z.output<typeof deepFilter>;
/** Forms that take noise from speech. */
export type DenoiseForm = SpectralForm | DeepFilterForm;
/** Forms that write down what is said. */
export type SpeechForm = MoonshineForm | WhisperForm;
export type PiperForm = z.output<typeof piper>;
export type KokoroForm = z.output<typeof kokoro>;
/** Forms that speak. */
export type VoiceForm = PiperForm | KokoroForm;

/** Whether a form takes sounds apart. */
export const isStemsForm = (form: ModelForm): form is StemsForm =>
  form.kind === "demucs" || form.kind === "mdx";

/** Files that a form opens, by their roles. */
export function formFiles(form: ModelForm): readonly string[] {
  switch (form.kind) {
    case "spectral-stream":
    case "demucs":
    case "mdx":
      return ["graph"];
    case "moonshine":
    case "whisper":
      return ["encoder", "decoder", "vocabulary"];
    case "piper":
      return ["graph", "config"];
    case "kokoro":
      return ["graph", "vocabulary", ...form.voices.map(({ id }) => `voice-${id}`)];
    case "deep-filter":
      return ["encoder", "erb-decoder", "filter-decoder"];
    case "bergamot":
      return ["model", "shortlist", ...vocabularyRoles(form)];
  }
}

/** Roles of the vocabularies of a pair of languages, that of the source first. */
export const vocabularyRoles = ({ vocabularies }: BergamotForm): readonly string[] =>
  vocabularies === 1 ? ["vocabulary"] : ["source-vocabulary", "target-vocabulary"];
