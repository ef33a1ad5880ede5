import { getJobWait } from "#core/api/jobs/get-job-wait.ts";
import { getErasure } from "#core/api/uploads/get-erasure.ts";
import { createSha256 } from "../../audio/models/create-sha256.ts";
import type { Application } from "../../application/application.ts";
import type { Servers } from "../../contract/context.ts";
import type { OpenServerEngine } from "../../contract/server-tasks.ts";
import { waitFor } from "../../services/wait-for.ts";

/** What the page says about the site's servers; null if the site offers none. */
export const createServers = ({
  api,
  data,
  user,
}: Pick<Application, "api" | "data" | "user">): Servers | null =>
  data.services.servers && {
    ...data.services.servers,
    receiptOf: (file) => `${data.site.apiBase}${getErasure.path}?file=${file}`,
    async readWait(tool) {
      if (user.getState().token === null) return null;
      return await api(getJobWait, { tool }, { quiet: "all" }).catch(() => null);
    },
  };

/** Opens engines on the site's servers; their code is loaded with the first one. */
export function createOpenServers(
  { api, data, user }: Pick<Application, "api" | "data" | "user">,
  window: Window & typeof globalThis,
): OpenServerEngine {
  let servers: Promise<OpenServerEngine> | null = null;
  const load = async (): Promise<OpenServerEngine> => {
    const { openServers } = await import("../../remote/open-servers.ts");
    return openServers({
      api,
      apiBase: data.site.apiBase,
      fetch: (address, init) => window.fetch(address, init),
      account: () => user.getState().userId,
      onAccount: (listener) => void user.subscribe(listener),
      headers: () => ({ Authorization: user.getState().token ?? "" }),
      digest: (bytes) => window.crypto.subtle.digest("SHA-256", bytes),
      pause: waitFor,
      createHash: createSha256,
      isTracing: data.services.servers?.tracing ?? false,
      resultHours: data.services.servers?.resultHours ?? 0,
      onBalance: () => void user.loadBalance(),
      now: Date.now,
    });
  };
  return async (run) => {
    servers ??= load().catch((error: unknown) => {
      servers = null;
      throw error;
    });
    return (await servers)(run);
  };
}
