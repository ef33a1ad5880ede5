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

/** How a model is run, and by which code: one kind a family. */
export const modelForm = z.discriminatedUnion("kind", [spectralStream, demucs, moonshine, whisper]);

export type ModelForm = z.output<typeof modelForm>;
export type FormKind = ModelForm["kind"];
export type SpectralForm = z.output<typeof spectralStream>;
export type DemucsForm = z.output<typeof demucs>;
export type MoonshineForm = z.output<typeof moonshine>;
export type WhisperForm = z.output<typeof whisper>;
/** Forms that write down what is said. */
export type SpeechForm = MoonshineForm | WhisperForm;

/** Files that each kind opens, by their roles. */
export const FORM_FILES: Readonly<Record<FormKind, readonly string[]>> = {
  "spectral-stream": ["graph"],
  demucs: ["graph"],
  moonshine: ["encoder", "decoder", "vocabulary"],
  whisper: ["encoder", "decoder", "vocabulary"],
};
