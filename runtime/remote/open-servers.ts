import type { OpenServerEngine } from "../contract/server-tasks.ts";
import { accountPorts } from "./account-ports.ts";
import { createRemoteEngine } from "./create-remote-engine.ts";
import { createJobFollower } from "./follow-jobs.ts";
import type { RemotePorts } from "./ports.ts";

/** Opens engines on the site's servers; those of an account share one stream of events. */
export function openServers(ports: RemotePorts): OpenServerEngine {
  const openAccount = (account: string | null) => {
    const own = accountPorts(ports, account);
    return { ports: own, follower: createJobFollower(own) };
  };
  const accounts = new Map<string | null, ReturnType<typeof openAccount>>();
  return async (run) => {
    const own = accounts.get(run.account) ?? openAccount(run.account);
    accounts.set(run.account, own);
    return createRemoteEngine(own.ports, own.follower, run);
  };
}
