/** Inputs or outputs of a network: 32-bit floats. */
export interface NetTensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/**
 * Input of a network; the array type determines the tensor type: float32, int64, int32, or bool as
 * bytes.
 */
export interface NetInput {
  readonly data: Float32Array | BigInt64Array | Int32Array | Uint8Array;
  readonly dims: readonly number[];
}

/** A loaded network, independent of the runtime. */
export interface NetSession {
  /**
   * Takes one tensor per input and returns one per output, by name.
   * @param outputNames outputs to return, as each costs a copy; defaults to all
   */
  run(
    inputs: Readonly<Record<string, NetInput>>,
    outputNames?: readonly string[],
  ): Promise<Readonly<Record<string, NetTensor>>>;
  close(): Promise<void>;
}

/**
 * The output tensor `name`.
 * @throws {TypeError} if it has another size: it would sound like noise
 */
export function pickTensor(
  outputs: Readonly<Record<string, NetTensor>>,
  name: string,
  length: number,
): NetTensor {
  const tensor = outputs[name];
  if (tensor?.data.length !== length)
    throw new TypeError(`The net gives no ${name} of ${length} numbers`);
  return tensor;
}
