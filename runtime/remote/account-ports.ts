import { FaultError } from "../contract/fault.ts";
import type { RemotePorts } from "./ports.ts";

/**
 * Ports of an account's jobs: while another account is signed in, they send nothing and receive
 * nothing, because what the servers say to it does not concern these jobs.
 */
export function accountPorts(ports: RemotePorts, account: string | null): RemotePorts {
  let left = new AbortController();
  ports.onAccount(() => {
    if (ports.account() !== account) left.abort();
    else if (left.signal.aborted) left = new AbortController();
  });
  function check(): void {
    const present = ports.account();
    if (present === account) return;
    throw new FaultError(present === null ? "servers.signedOut" : "servers.otherAccount");
  }
  return {
    ...ports,
    api: async (...request) => {
      check();
      return await ports.api(...request);
    },
    async fetch(address, init) {
      check();
      const signals = [left.signal, ...(init?.signal ? [init.signal] : [])];
      return await ports.fetch(address, { ...init, signal: AbortSignal.any(signals) });
    },
  };
}
