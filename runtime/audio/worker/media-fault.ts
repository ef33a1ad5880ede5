/** What a message says of its own case, by name. */
export type FaultParams = Readonly<Record<string, string | number>>;

/** A file that cannot be worked on. `code` is a key of `errors.json`. */
export class MediaFault extends Error {
  override readonly name = "MediaFault";
  readonly code: string;
  readonly params: FaultParams;

  constructor(code: string, params: FaultParams = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.params = params;
  }
}

/** The sound is there, and this worker has no decoder for it. */
export class UndecodableError extends Error {
  override readonly name = "UndecodableError";
  readonly sampleRate: number;
  readonly codec: string | null;

  constructor(sampleRate: number, codec: string | null) {
    super("There is no decoder for this sound");
    this.sampleRate = sampleRate;
    this.codec = codec;
  }
}
