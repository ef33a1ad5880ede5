/** Numbers that go into a net or come out of it: 32-bit floats. */
export interface NetTensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** What goes into a net, by the array that holds it: float32, int64, int32, or bool as bytes. */
export interface NetInput {
  readonly data: Float32Array | BigInt64Array | Int32Array | Uint8Array;
  readonly dims: readonly number[];
}

/** A net that is ready to run, whatever it runs with. */
export interface NetSession {
  /**
   * Takes a tensor for each input and gives one for each output, by name.
   * @param wanted names of the outputs that are given; all where it is missing: each costs a copy
   */
  run(
    inputs: Readonly<Record<string, NetInput>>,
    wanted?: readonly string[],
  ): Promise<Readonly<Record<string, NetTensor>>>;
  close(): Promise<void>;
}

/**
 * What a net answered.
 * @throws {TypeError} where it is of another size: it would be heard as noise
 */
export function pickTensor(
  told: Readonly<Record<string, NetTensor>>,
  name: string,
  length: number,
): NetTensor {
  const tensor = told[name];
  if (tensor?.data.length !== length)
    throw new TypeError(`The net gives no ${name} of ${length} numbers`);
  return tensor;
}
