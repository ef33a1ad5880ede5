/** The used part of streams, which all runtimes have but the `es2024` library does not declare. */
declare class WritableStream<W = unknown> {
  constructor(sink: { write(chunk: W): Promise<void> });
}
