import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import type { InferenceEndpoint } from "../inference/inference-endpoint.ts";
import type { InferenceModel } from "../inference/inference-model.ts";
import { requireServed } from "../inference/require-served.ts";
import type { Diagnosis } from "./examine.ts";

/** Whether an inference server has loaded its models with the tensors of the registry. */
export async function examineInference(
  endpoint: Pick<InferenceEndpoint, "url" | "isReady" | "readMetadata">,
  models: readonly Pick<InferenceModel, "id" | "graphs">[],
  signal: AbortSignal,
): Promise<Diagnosis> {
  const { url } = endpoint;
  const name = "inference";
  for (const { id, graphs } of models)
    try {
      await requireServed(endpoint, graphs, signal);
    } catch (error) {
      if (!(error instanceof InferenceError)) throw error;
      return {
        name,
        state: "bad",
        found: `${url}, ${id}: ${error.message}`,
        fix: `Start the server with its models; \`toolkit models check ${id} --endpoint ${url}\` compares its outputs, too.`,
      };
    }
  return { name, state: "ok", found: `${models.map(({ id }) => id).join(", ")} at ${url}` };
}
