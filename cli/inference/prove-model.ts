import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import { createInferenceSession } from "#audio/nets/inference/inference-session.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { measureTestSound } from "#audio/nets/stems/self-test.ts";
import { openStemSession } from "#audio/nets/stems/stem-session.ts";
import { isStemsForm } from "#core/models/forms.ts";
import { openEffectGraphs } from "../audio/nets/open-effect-net.ts";
import { openThreadSession } from "../audio/nets/thread-session.ts";
import type { InferenceEndpoint } from "./inference-endpoint.ts";
import type { InferenceModel } from "./inference-model.ts";
import { requireServed } from "./require-served.ts";

/** Maximum difference of an output from that of this machine, in dB. */
const MAX_DIFFERENCE = -90;

export interface Proof {
  readonly endpoint: InferenceEndpoint;
  readonly model: InferenceModel;
  /** Paths of the model's verified files on this machine, by role. */
  readonly files: Readonly<Record<string, string>>;
  readonly threads: number;
  readonly signal: AbortSignal;
}

/**
 * Proves that a server runs a model as this machine does: the tensors of its graphs are those of the
 * registry, and its outputs for a known sound are the same.
 * @returns the largest difference, in dB
 * @throws {InferenceError}
 */
export async function proveModel({
  endpoint,
  model: { form, graphs },
  files,
  threads,
  signal,
}: Proof): Promise<number> {
  await requireServed(endpoint, graphs, signal);
  let largest = -Infinity;
  const open = async (role: string): Promise<NetSession> => {
    const { name, signature } = graphs.find((graph) => graph.role === role)!;
    const remote = createInferenceSession(signature, (request) =>
      endpoint.infer(name, request, signal),
    );
    const local = openThreadSession({ file: files[role]!, threads });
    return compareSessions(local, remote, (output, difference) => {
      largest = Math.max(largest, difference);
      if (difference <= MAX_DIFFERENCE) return;
      throw new InferenceError(
        "wrong",
        `${name}: its ${output} for a known sound differs from that of this machine by ${difference.toFixed(0)} dB, more than ${MAX_DIFFERENCE} dB. Serve the file that \`toolkit models pull\` has stored, with 32-bit floats`,
      );
    });
  };
  if (isStemsForm(form)) {
    const session = await openStemSession(form, open);
    await measureTestSound(session, form).finally(() => session.close());
  } else {
    const { measure, close } = await openEffectGraphs(form, open);
    await measure().finally(close);
  }
  return largest;
}

/**
 * A network that runs twice.
 * @param onDifference gets the difference of each output in dB, compared with its level
 */
const compareSessions = (
  local: NetSession,
  remote: NetSession,
  onDifference: (output: string, difference: number) => void,
): NetSession => ({
  async run(inputs, outputNames) {
    const found = await remote.run(inputs, outputNames);
    const expected = await local.run(inputs, outputNames);
    for (const [name, { data }] of Object.entries(expected)) {
      const other = found[name]?.data;
      onDifference(name, other?.length === data.length ? differenceOf(other, data) : Infinity);
    }
    return expected;
  },
  close: () => local.close(),
});

function differenceOf(found: Float32Array, expected: Float32Array): number {
  let power = 0;
  let difference = 0;
  for (let at = 0; at < expected.length; at++) {
    power += expected[at]! ** 2;
    difference += (found[at]! - expected[at]!) ** 2;
  }
  return difference === 0 ? -Infinity : 10 * Math.log10(difference / power);
}
