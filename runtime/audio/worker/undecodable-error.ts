/** Thrown if a file has audio for which this worker has no decoder. */
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
