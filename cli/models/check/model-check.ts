/** What a model was found to do with material whose truth is known. */
export interface ModelCheck {
  readonly measure: "wer" | "si-sdr" | "pace" | "frames" | "distance";
  /** Per cent, or dB: the mean of the stems that the material has; or seconds that a word is long; or the cosine distance. */
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
