import type { NetInput, NetSession, NetTensor } from "../net-session.ts";

/** What is used of a tensor of ONNX Runtime. */
interface OrtTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
  getData?(): Promise<unknown>;
  dispose?(): void;
}
type Tensors<T> = Readonly<Record<string, T>>;
/** What is used of a session of ONNX Runtime, whichever of its builds it is of. */
interface OrtSession<T extends OrtTensor> {
  run(feeds: Tensors<T>): Promise<Tensors<T>>;
  run(feeds: Tensors<T>, wanted: readonly string[]): Promise<Tensors<T>>;
  release(): Promise<void>;
}
type TensorType = "float32" | "int64" | "int32" | "bool";

const typeOf = ({ data }: NetInput): TensorType => {
  if (data instanceof Float32Array) return "float32";
  if (data instanceof BigInt64Array) return "int64";
  return data instanceof Int32Array ? "int32" : "bool";
};

/**
 * A session of ONNX Runtime as a net.
 * @param createTensor makes a tensor of that build
 */
export const asNetSession = <T extends OrtTensor>(
  session: OrtSession<T>,
  createTensor: (type: TensorType, data: NetInput["data"], dims: readonly number[]) => T,
): NetSession => ({
  async run(inputs, wanted) {
    const fed = Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [
        name,
        createTensor(typeOf(input), input.data, input.dims),
      ]),
    );
    const told = wanted ? await session.run(fed, wanted) : await session.run(fed);
    const answers: Record<string, NetTensor> = {};
    for (const [name, tensor] of Object.entries(told)) {
      // On the graphics card it has to be fetched.
      const data = (await (tensor.getData?.() ?? tensor.data)) as Float32Array;
      answers[name] = { data, dims: tensor.dims };
      tensor.dispose?.();
    }
    return answers;
  },
  close: () => session.release(),
});
