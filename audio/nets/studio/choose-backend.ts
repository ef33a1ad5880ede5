import type { NetSession } from "../net-session.ts";
import { type Verdicts, verifyNet } from "./verify-net.ts";

/** Where a network runs: on the GPU or on the CPU. */
export type Backend = "webgpu" | "wasm";

/** Why the CPU is used. */
export type FallbackReason =
  /** The network is not suitable for a GPU. */
  | "small"
  /** The CPU was requested. */
  | "asked"
  /** The browser has no GPU adapter. */
  | "no-adapter"
  /** The GPU could not run the network or failed later. */
  | "failed"
  /** The GPU gave other results than the CPU. */
  | "wrong";

/** The backend of a network, for display. */
export interface BackendInfo {
  /** `server`: an inference server of the site. */
  readonly backend: Backend | "server";
  /** Threads of the CPU. */
  readonly threads: number;
  /** null for the GPU */
  readonly reason: FallbackReason | null;
}

/** Sessions of a network by file role. */
export type NetSessions<Role extends string> = Readonly<Record<Role, NetSession>>;

export interface BackendDeps<Net> {
  /** Name of the GPU adapter; null if there is none. */
  readonly adapter: () => Promise<string | null>;
  readonly open: (backend: Backend) => Promise<Net>;
  /** Runs the self-test: levels of the network's output for a test sound. */
  readonly measure: (net: Net) => Promise<readonly number[]>;
  /** Reference levels; null if unknown. */
  readonly expected: readonly number[] | null;
  readonly isSame: (found: readonly number[], expected: readonly number[]) => boolean;
  /** Results of self-tests on this device, by GPU or CPU and network. */
  readonly verdicts: Verdicts;
  /** Key of the CPU among the verdicts. */
  readonly processor: string;
  readonly threads: number;
  /** Uses the CPU even if there is a GPU. */
  readonly forceProcessor: boolean;
  readonly onBackend: (runs: BackendInfo) => void;
  /** Clock in milliseconds. */
  readonly now: () => number;
  /** Resolves when a GPU that has not responded counts as hung. */
  readonly timeout: () => Promise<void>;
}

export const closeAll = async (sessions: NetSessions<string>): Promise<void> => {
  await Promise.all(Object.values(sessions).map((session) => session.close()));
};

/**
 * Opens a network of one or several graphs on the GPU if there is one that passes the self-test,
 * and otherwise on the CPU. On first use on a device, the GPU's result must match the reference, or
 * that of the CPU; a GPU that hangs is abandoned. If the GPU fails later, the CPU replaces it and
 * repeats the failed run. The CPU must pass the self-test, too.
 * @throws {WrongNetError} if the CPU fails the self-test
 */
export async function openAllOnBestBackend<Role extends string>(
  deps: BackendDeps<NetSessions<Role>>,
): Promise<NetSessions<Role>> {
  const { open, threads, onBackend } = deps;
  const onProcessor = async (reason: FallbackReason): Promise<NetSessions<Role>> => {
    const sessions = await open("wasm");
    const device = deps.processor;
    try {
      await verifyNet({ ...deps, measure: () => deps.measure(sessions), device });
    } catch (error) {
      await closeAll(sessions);
      throw error;
    }
    onBackend({ backend: "wasm", threads, reason });
    return sessions;
  };
  if (deps.forceProcessor) return onProcessor("asked");
  const adapter = await deps.adapter().catch(() => null);
  if (adapter === null) return onProcessor("no-adapter");
  if ((await deps.verdicts.read(adapter)) === false) return onProcessor("wrong");
  let isTimedOut = false;
  const late = deps.timeout().then(() => {
    isTimedOut = true;
    return null;
  });
  const opening = open("webgpu");
  const card = await Promise.race([opening, late]).catch(() => null);
  if (!card) {
    void opening.then(closeAll).catch(() => {});
    return onProcessor("failed");
  }
  const right = await Promise.race([verifyCard(card, adapter, deps, () => isTimedOut), late]);
  if (right !== true) {
    const closed = closeAll(card).catch(() => {});
    // A hung GPU may not complete `close` either.
    if (!isTimedOut) await closed;
    return onProcessor(right === null ? "failed" : "wrong");
  }
  onBackend({ backend: "webgpu", threads: 1, reason: null });
  return withReplacement(card, () => onProcessor("failed"));
}

/** Like `openAllOnBestBackend`, for a network of one graph. */
export async function openOnBestBackend(deps: BackendDeps<NetSession>): Promise<NetSession> {
  const { graph } = await openAllOnBestBackend<"graph">({
    ...deps,
    open: async (backend) => ({ graph: await deps.open(backend) }),
    measure: (net) => deps.measure(net.graph),
  });
  return graph;
}

/** Whether the GPU passes the self-test; null if it fails to run. */
async function verifyCard<Role extends string>(
  card: NetSessions<Role>,
  adapter: string,
  { verdicts, measure, expected, isSame, open, now }: BackendDeps<NetSessions<Role>>,
  isOverdue: () => boolean,
): Promise<boolean | null> {
  if ((await verdicts.read(adapter)) === true) return true;
  let found: readonly number[];
  const start = now();
  try {
    found = await measure(card);
  } catch {
    return null;
  }
  const seconds = (now() - start) / 1000;
  if (isOverdue()) return null;
  let reference = expected;
  if (!reference) {
    const processor = await open("wasm");
    reference = await measure(processor);
    await closeAll(processor);
  }
  const right = isSame(found, reference);
  await verdicts.write(adapter, right, seconds);
  return right;
}

/** Sessions that are all replaced when one of them fails for the first time. */
function withReplacement<Role extends string>(
  first: NetSessions<Role>,
  replace: () => Promise<NetSessions<Role>>,
): NetSessions<Role> {
  let now = first;
  let replaced: Promise<NetSessions<Role>> | null = null;
  const entries = (Object.keys(first) as Role[]).map((role): [Role, NetSession] => [
    role,
    {
      async run(inputs, outputNames) {
        const used = now;
        try {
          return await used[role].run(inputs, outputNames);
        } catch (error) {
          if (used !== first) throw error;
          replaced ??= closeAll(first)
            .catch(() => {})
            .then(replace);
          now = await replaced;
          return now[role].run(inputs, outputNames);
        }
      },
      close: () => now[role].close(),
    },
  ]);
  return Object.fromEntries(entries) as NetSessions<Role>;
}
