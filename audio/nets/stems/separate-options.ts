export interface SeparateOptions {
  /** What the stems lack of the sound is shared among them, so that they sum to it. */
  readonly consistent: boolean;
  /** @param frames that have been worked on */
  readonly onProgress?: (frames: number) => void;
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void } | undefined;
}
