import { z } from "zod";

const name = z.string().min(1);
const count = z.int().min(1);
/** Hz. */
const sampleRate = z.int().min(8000).max(48_000);

/**
 * An ONNX model that denoises a spectrum frame by frame: frames of `frame` samples with an overlap
 * of one half. `input` and `output` are [1, frame / 2 + 1, 1, 2],
 * with interleaved real and imaginary parts. Each state is output under its name with the suffix
 * `_out` and passed to the next frame; initial states are zeros. File: `graph`.
 */
const spectralStream = z.strictObject({
  kind: z.literal("spectral-stream"),
  sampleRate,
  /** Samples. */
  frame: z.literal([256, 512, 1024, 2048]),
  /** Window of the analysis: a Hann window, or, if missing, its square root. */
  window: z.literal("hann").optional(),
  input: name,
  output: name,
  /** Shapes by name. */
  states: z.record(z.string(), z.array(count).min(1)),
});

/**
 * Hybrid Transformer Demucs (Rouard, Massa, Défossez: Hybrid Transformers for Music Source
 * Separation, ICASSP 2023). Input: the mix [1, 2, frames]. Output: stems [1, stems, 2, frames]. If
 * the Fourier transform is not part of the graph, there is a second input: the mix's spectrum [1,
 * 4, 2048, ceil(frames / 1024)] (interleaved real and imaginary parts of each channel; 4096 samples
 * per frame, hop 1024, without the highest bin); and a second output: the stems' spectrum [1,
 * stems, 4, 2048, …], whose signal is added to the first output. File: `graph`.
 */
const demucs = z.strictObject({
  kind: z.literal("demucs"),
  sampleRate,
  /** Input length of the graph in samples. */
  frames: count,
  /** In the order of the output. */
  stems: z.array(name).min(1),
  inputs: z.strictObject({ wave: name, spectrum: name.optional() }),
  outputs: z.strictObject({ wave: name, spectrum: name.optional() }),
});

/**
 * MDX-Net, a U-Net on spectra (Kim, Choi, Chung, Lee, Jung: KUIELab-MDX-Net, MDX Workshop at ISMIR
 * 2021). Input and output: a spectrum [1, 4, bins, columns] (interleaved real and imaginary parts
 * of each of two channels; the lowest `bins` of a Fourier transform of `fft` samples, hop 1024,
 * Hann window). The output is the first stem; the second is the rest of the mix. File: `graph`.
 */
const mdx = z.strictObject({
  kind: z.literal("mdx"),
  sampleRate,
  /** Samples per frame: a power of two, at least 4, times an odd number. */
  fft: z.int().min(2048).max(16_384).multipleOf(512),
  bins: count,
  columns: z.int().min(32),
  stems: z.tuple([name, name]),
  input: name,
  output: name,
});

/**
 * Spleeter: a U-Net for each stem (Hennequin, Khlif, Voituret, Moussallam: Spleeter: a fast and
 * efficient music source separation tool with pre-trained models, JOSS 2020). Input: magnitudes of
 * the mix [2, segments, columns, bins] (the lowest `bins` of a Fourier transform of 4096 samples,
 * hop 1024, Hann window). Output: those of the stem, of the same shape. Files: one with the name of
 * each stem.
 */
const spleeter = z.strictObject({
  kind: z.literal("spleeter"),
  sampleRate,
  bins: z.int().min(1).max(2049),
  /** Of a segment. */
  columns: z.int().min(4),
  stems: z.array(name).min(2),
  input: name,
  output: name,
});

/**
 * Moonshine: an encoder of raw audio [1, samples], and a merged decoder with a key-value cache
 * (Jeffries and others: Moonshine: Speech Recognition for Live Transcription and Voice Commands,
 * 2024). Files: `encoder`, `decoder`, `vocabulary` (a `tokenizer.json`, or a script that contains
 * llama-tokenizer-js).
 */
const moonshine = z.strictObject({
  kind: z.literal("moonshine"),
  sampleRate,
  /** Number of decoder layers. */
  layers: count,
  heads: count,
  headSize: count,
  /** Token ids. */
  startToken: z.int().min(0),
  endToken: z.int().min(0),
  /** The model exceeds this rate only when it repeats itself. */
  tokensPerSecond: z.number().positive(),
});

/**
 * Multilingual Whisper: an encoder of a log-mel spectrogram [1, mels, 3000], and a merged decoder
 * with a key-value cache that outputs words and timestamps (Radford and others: Robust Speech
 * Recognition via Large-Scale Weak Supervision, 2022). Files: `encoder`, `decoder`, `vocabulary` (a
 * `tokenizer.json`).
 */
const whisper = z.strictObject({
  kind: z.literal("whisper"),
  sampleRate: z.literal(16_000),
  /** Number of mel bands. */
  mels: z.literal([80, 128]),
  /** Number of decoder layers. */
  layers: count,
  heads: count,
  headSize: count,
});

/** Settings of the phonemizer: eSpeak NG, a separate program (decision 031). */
const pronounced = {
  /** Code of a locale, one of `SPOKEN_LANGUAGES`. */
  language: z.string().min(2),
  /** eSpeak NG's name of the voice with which the model was trained, such as `en-us`. */
  espeak: z.string().min(2),
};

/**
 * A Piper voice, based on VITS (Kim, Kong, Son: Conditional Variational Autoencoder with
 * Adversarial Learning for End-to-End Text-to-Speech, ICML 2021). Input: `input` [1, phonemes],
 * `input_lengths` [1] (int64), `scales` [3] (noise, length, noise of the lengths), `sid` [1] for
 * models with several speakers. Output: `output` [1, 1, 1, samples]. Phoneme durations are read
 * from an internal tensor of the graph. Files: `graph`, `config` (its `.onnx.json`).
 */
const piper = z.strictObject({ kind: z.literal("piper"), sampleRate, ...pronounced });

/**
 * Kokoro: StyleTTS 2 with an iSTFTNet (Li and others: StyleTTS 2, NeurIPS 2023). Input: `input_ids`
 * [1, up to 512] (int64), `style` [1, 256], `speed` [1]. Output: `waveform` [1, samples]; if the
 * graph also has `durations` [1, tokens] (frames before rounding), word timestamps are exact.
 * Files: `graph`, `vocabulary` (`tokenizer.json`), and one with the role `voice-<id>` for each
 * voice: 510 styles of 256 floats, indexed by the number of phonemes.
 */
const kokoro = z.strictObject({
  kind: z.literal("kokoro"),
  sampleRate,
  voices: z.array(z.strictObject({ id: name, name, ...pronounced })).min(1),
});

/**
 * DeepFilterNet 3 (Schröter, Rosenkranz, Escalante-B., Maier: DeepFilterNet: Perceptually Motivated
 * Real-Time Speech Enhancement, Interspeech 2023), as exported by its `export.py`: frames of 960
 * samples at 48 kHz, hop 480, 32 bands, filters of 5 frames for the lowest 96 bins, 2 frames of
 * look-ahead. Its graphs have no external state: each run starts from scratch. Files: `encoder`,
 * `erb-decoder`, `filter-decoder`.
 */
const deepFilter = z.strictObject({
  kind: z.literal("deep-filter"),
  sampleRate: z.literal(48_000),
});

/**
 * A Bergamot language pair, as used for translation in Firefox (Bogoychev, Van der Linde, Heafield:
 * TranslateLocally, EMNLP 2021): Marian's own files, which `bergamot-translator` reads. Files:
 * `model` (`model.*.intgemm.alphas.bin`), `shortlist` (`lex.*.s2t.bin`), and SentencePiece
 * vocabularies: `vocabulary`, or `source-vocabulary` and `target-vocabulary`.
 */
const bergamot = z.strictObject({
  kind: z.literal("bergamot"),
  /** ISO 639 codes. */
  from: z.string().min(2),
  to: z.string().min(2),
  vocabularies: z.literal([1, 2]),
  /**
   * Precision of matrix multiplications; `int8shiftAlphaAll` for models with `alphas` in their
   * name.
   */
  precision: z.enum(["int8shiftAlphaAll", "int8shiftAll", "float32"]),
});

/**
 * Speaker segmentation as in pyannote.audio (Bredin: pyannote.audio 2.1 speaker diarization
 * pipeline, Interspeech 2023; Plaquet, Bredin: Powerset multi-class cross entropy loss for neural
 * speaker diarization, Interspeech 2023). Input: a window of sound [1, 1, samples]. Output: scores
 * [1, frames, sets] of the sets of active speakers: none, each alone, each pair … File: `graph`.
 */
const speakerSegments = z.strictObject({
  kind: z.literal("speaker-segments"),
  sampleRate: z.literal(16_000),
  /** Length of a window. */
  samples: count,
  frames: count,
  /** Samples from one frame to the next, and samples that a frame depends on. */
  hop: count,
  field: count,
  /** Maximum number of speakers in a window, and at the same time. */
  speakers: z.int().min(2).max(8),
  simultaneous: z.int().min(1).max(8),
  input: name,
  output: name,
});

/**
 * Speaker embeddings, such as ERes2Net, CAM++ or the ResNet of WeSpeaker (Chen and others: An
 * Enhanced Res2Net with Local and Global Feature Fusion for Speaker Verification, Interspeech 2023;
 * Wang and others: WeSpeaker, ICASSP 2023). Input: Kaldi's log-mel filter bank without its mean, [1,
 * frames, bands]. Output: a vector [1, size]. File: `graph`.
 */
const voiceEmbedding = z.strictObject({
  kind: z.literal("voice-embedding"),
  sampleRate: z.literal(16_000),
  bands: count,
  window: z.enum(["povey", "hamming"]),
  /** Factor of samples from −1 to 1: 32,768 for models that were trained on integers. */
  scale: z.literal([1, 32_768]),
  size: count,
  /** Cosine distance, 0 to 2, up to which two voices belong to the same speaker. */
  threshold: z.number().positive().max(2),
  input: name,
  output: name,
});

/** Determines the code that runs a model: one kind per model family. */
export const modelForm = z.discriminatedUnion("kind", [
  spectralStream,
  demucs,
  mdx,
  spleeter,
  moonshine,
  whisper,
  piper,
  kokoro,
  deepFilter,
  bergamot,
  speakerSegments,
  voiceEmbedding,
]);

export type ModelForm = z.output<typeof modelForm>;
export type SpectralForm = z.output<typeof spectralStream>;
export type DemucsForm = z.output<typeof demucs>;
export type MdxForm = z.output<typeof mdx>;
export type SpleeterForm = z.output<typeof spleeter>;
export type StemsForm = DemucsForm | MdxForm | SpleeterForm;
export type MoonshineForm = z.output<typeof moonshine>;
export type WhisperForm = z.output<typeof whisper>;
export type BergamotForm = z.output<typeof bergamot>;
export type DeepFilterForm = z.output<typeof deepFilter>;
export type SpeakerSegmentsForm = z.output<typeof speakerSegments>;
export type VoiceEmbeddingForm = z.output<typeof voiceEmbedding>;
export type DenoiseForm = SpectralForm | DeepFilterForm;
/** Forms of networks that take over a part of an effect. */
export type EffectForm = DenoiseForm | MdxForm;
export type SpeechForm = MoonshineForm | WhisperForm;
export type PiperForm = z.output<typeof piper>;
export type KokoroForm = z.output<typeof kokoro>;
export type VoiceForm = PiperForm | KokoroForm;

export const isStemsForm = (form: ModelForm): form is StemsForm =>
  form.kind === "demucs" || form.kind === "mdx" || form.kind === "spleeter";

/** Roles of the graphs of a form for stems; the first one stands for all in caches. */
export const stemRoles = (form: StemsForm): readonly string[] =>
  form.kind === "spleeter" ? form.stems : ["graph"];

export const isEffectForm = (form: ModelForm): form is EffectForm =>
  form.kind === "spectral-stream" || form.kind === "deep-filter" || form.kind === "mdx";

/** Roles of the files that a form requires. */
export function formFiles(form: ModelForm): readonly string[] {
  switch (form.kind) {
    case "spectral-stream":
    case "demucs":
    case "mdx":
    case "speaker-segments":
    case "voice-embedding":
      return ["graph"];
    case "spleeter":
      return stemRoles(form);
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

/** Roles of a language pair's vocabularies, source first. */
export const vocabularyRoles = ({ vocabularies }: BergamotForm): readonly string[] =>
  vocabularies === 1 ? ["vocabulary"] : ["source-vocabulary", "target-vocabulary"];
