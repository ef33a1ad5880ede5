export interface SeparateOptions {
  /** Distributes the residual among the stems, so that they sum to the sound. */
  readonly consistent: boolean;
  /** @param frames number of processed frames */
  readonly onProgress?: (frames: number) => void;
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void } | undefined;
}
