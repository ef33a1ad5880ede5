/** Numbers that go into a net or come out of it. */
export interface NetTensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A net that is ready to run, whatever it runs with. */
export interface NetSession {
  /** Takes a tensor for each input and gives one for each output, by name. */
  run(inputs: Readonly<Record<string, NetTensor>>): Promise<Readonly<Record<string, NetTensor>>>;
  close(): Promise<void>;
}
