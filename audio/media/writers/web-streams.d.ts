/** What is used of streams, which every place that audio runs in has and `es2024` does not name. */
declare class WritableStream<W = unknown> {
  constructor(sink: { write(chunk: W): Promise<void> });
}
