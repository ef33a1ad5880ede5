import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import { findSignatureProblem } from "#audio/nets/inference/model-metadata.ts";
import type { InferenceGraph } from "#core/models/inference-graphs.ts";
import type { InferenceEndpoint } from "./inference-endpoint.ts";

/**
 * Requires that a server has loaded graphs whose tensors are those of the registry.
 * @throws {InferenceError}
 */
export async function requireServed(
  endpoint: Pick<InferenceEndpoint, "isReady" | "readMetadata">,
  graphs: readonly InferenceGraph[],
  signal: AbortSignal,
): Promise<void> {
  for (const { name, signature } of graphs) {
    if (!(await endpoint.isReady(name, signal)))
      throw new InferenceError("busy", `It has no model ${name}, or has not loaded it yet`);
    const problem = findSignatureProblem(await endpoint.readMetadata(name, signal), signature);
    if (problem !== null)
      throw new InferenceError(
        "wrong",
        `${name}: ${problem}. Serve the file that \`toolkit models pull\` has stored`,
      );
  }
}
