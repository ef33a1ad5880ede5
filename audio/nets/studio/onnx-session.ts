import type { NetInput, NetSession, NetTensor } from "../net-session.ts";

/** The used part of ONNX Runtime's tensor. */
interface OrtTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
  getData?(): Promise<unknown>;
  dispose?(): void;
}
type Tensors<T> = Readonly<Record<string, T>>;
/** The used part of ONNX Runtime's session, common to all of its builds. */
interface OrtSession<T extends OrtTensor> {
  run(feeds: Tensors<T>): Promise<Tensors<T>>;
  run(feeds: Tensors<T>, outputNames: readonly string[]): Promise<Tensors<T>>;
  release(): Promise<void>;
}
type TensorType = "float32" | "int64" | "int32" | "bool";

const typeOf = ({ data }: NetInput): TensorType => {
  if (data instanceof Float32Array) return "float32";
  if (data instanceof BigInt64Array) return "int64";
  return data instanceof Int32Array ? "int32" : "bool";
};

/**
 * Wraps a session of ONNX Runtime.
 * @param createTensor creates a tensor of the same build
 */
export const createNetSession = <T extends OrtTensor>(
  session: OrtSession<T>,
  createTensor: (type: TensorType, data: NetInput["data"], dims: readonly number[]) => T,
): NetSession => ({
  async run(inputs, outputNames) {
    const fed = Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [
        name,
        createTensor(typeOf(input), input.data, input.dims),
      ]),
    );
    const results = outputNames ? await session.run(fed, outputNames) : await session.run(fed);
    const outputs: Record<string, NetTensor> = {};
    for (const [name, tensor] of Object.entries(results)) {
      // GPU tensors have to be downloaded.
      const data = (await (tensor.getData?.() ?? tensor.data)) as Float32Array;
      outputs[name] = { data, dims: tensor.dims };
      tensor.dispose?.();
    }
    return outputs;
  },
  close: () => session.release(),
});
