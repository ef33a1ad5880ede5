/** A file that cannot be worked on. `code` is a key of `errors.json`. */
export class MediaFault extends Error {
  override readonly name = "MediaFault";
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** The sound is there, and this worker has no decoder for it. */
export class UndecodableError extends Error {
  override readonly name = "UndecodableError";
  readonly sampleRate: number;

  constructor(sampleRate: number) {
    super("There is no decoder for this sound");
    this.sampleRate = sampleRate;
  }
}
