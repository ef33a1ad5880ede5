import type { NetSession, NetTensor } from "#audio/nets/net-session.ts";
import { createThreadClient } from "../threads/thread-client.ts";
import type { NetRequest, NetThreadData } from "./net-thread.ts";

type Run = (
  request: NetRequest,
) => Promise<{ readonly outputs: Readonly<Record<string, NetTensor>> }>;

/**
 * Runs an ONNX graph in a thread, so that this one stays responsive. `close` ends a run that is in
 * progress, which then fails.
 */
export function openThreadSession(data: NetThreadData): NetSession {
  const thread = createThreadClient<Run>(new URL("net-thread.ts", import.meta.url), data);
  return {
    async run(inputs, outputNames) {
      const { outputs } = await thread.call({ inputs, outputNames });
      return outputs;
    },
    close: async () => thread.close(),
  };
}
