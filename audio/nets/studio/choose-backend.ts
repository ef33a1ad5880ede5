import type { NetSession } from "../net-session.ts";
import { type Verdicts, proveNet } from "./prove-net.ts";

/** What a net runs with: the graphics card, or the processor. */
export type Backend = "webgpu" | "wasm";

/** Why the processor does it. */
export type FallbackReason =
  /** The form of the net is no work for a graphics card. */
  | "small"
  /** It was asked for. */
  | "asked"
  /** This browser gives none. */
  | "no-adapter"
  /** It could not run the net, or broke off. */
  | "failed"
  /** It gave other numbers than the processor. */
  | "wrong";

/** What runs a net, for who wants to see. */
export interface RunsWith {
  readonly backend: Backend;
  /** Of the processor. */
  readonly threads: number;
  /** null on the graphics card */
  readonly reason: FallbackReason | null;
}

/** The sessions of a net, by the roles of its files. */
export type NetSessions<Role extends string> = Readonly<Record<Role, NetSession>>;

export interface BackendDeps<Net> {
  /** What the graphics card calls itself; null where there is none. */
  readonly adapter: () => Promise<string | null>;
  readonly open: (backend: Backend) => Promise<Net>;
  /** What the net says to a sound that is always the same. */
  readonly answer: (net: Net) => Promise<readonly number[]>;
  /** What it should say; null where nobody knows. */
  readonly known: readonly number[] | null;
  readonly isSame: (found: readonly number[], wanted: readonly number[]) => boolean;
  /** What was found out on this device, with this card or processor and this net. */
  readonly verdicts: Verdicts;
  /** What the processor is called among the verdicts. */
  readonly processor: string;
  readonly threads: number;
  /** The processor is asked for, whatever there is. */
  readonly asked: boolean;
  readonly tell: (runs: RunsWith) => void;
  /** Milliseconds that pass. */
  readonly now: () => number;
  /** Resolves when a card that has not answered yet counts as one that hangs. */
  readonly overdue: () => Promise<void>;
}

export const closeAll = async (sessions: NetSessions<string>): Promise<void> => {
  await Promise.all(Object.values(sessions).map((session) => session.close()));
};

/**
 * Opens a net of one graph or several on the graphics card where there is one that can be trusted,
 * and on the processor otherwise. On its first use on a device a card has to answer a known sound
 * as it is known to be answered, or as the processor does; one that hangs is left alone. One that
 * breaks off later is replaced by the processor, which does what it was doing again. The processor,
 * too, has to answer the known sound before it is used.
 * @throws {WrongNetError} where the processor answers wrongly
 */
export async function openAllOnBestBackend<Role extends string>(
  deps: BackendDeps<NetSessions<Role>>,
): Promise<NetSessions<Role>> {
  const { open, threads, tell } = deps;
  const onProcessor = async (reason: FallbackReason): Promise<NetSessions<Role>> => {
    const sessions = await open("wasm");
    const device = deps.processor;
    try {
      await proveNet({ ...deps, answer: () => deps.answer(sessions), device });
    } catch (error) {
      await closeAll(sessions);
      throw error;
    }
    tell({ backend: "wasm", threads, reason });
    return sessions;
  };
  if (deps.asked) return onProcessor("asked");
  const adapter = await deps.adapter().catch(() => null);
  if (adapter === null) return onProcessor("no-adapter");
  if ((await deps.verdicts.read(adapter)) === false) return onProcessor("wrong");
  let isOverdue = false;
  const late = deps.overdue().then(() => {
    isOverdue = true;
    return null;
  });
  const opening = open("webgpu");
  const card = await Promise.race([opening, late]).catch(() => null);
  if (!card) {
    void opening.then(closeAll).catch(() => {});
    return onProcessor("failed");
  }
  const right = await Promise.race([tryCard(card, adapter, deps, () => isOverdue), late]);
  if (right !== true) {
    const closed = closeAll(card).catch(() => {});
    // One that hangs may not answer that, either.
    if (!isOverdue) await closed;
    return onProcessor(right === null ? "failed" : "wrong");
  }
  tell({ backend: "webgpu", threads: 1, reason: null });
  return withReplacement(card, () => onProcessor("failed"));
}

/** The same for a net of one graph. */
export async function openOnBestBackend(deps: BackendDeps<NetSession>): Promise<NetSession> {
  const { graph } = await openAllOnBestBackend<"graph">({
    ...deps,
    open: async (backend) => ({ graph: await deps.open(backend) }),
    answer: (net) => deps.answer(net.graph),
  });
  return graph;
}

/** Whether the card is right; null where it breaks off. */
async function tryCard<Role extends string>(
  card: NetSessions<Role>,
  adapter: string,
  { verdicts, answer, known, isSame, open, now }: BackendDeps<NetSessions<Role>>,
  isOverdue: () => boolean,
): Promise<boolean | null> {
  if ((await verdicts.read(adapter)) === true) return true;
  let found: readonly number[];
  const start = now();
  try {
    found = await answer(card);
  } catch {
    return null;
  }
  const seconds = (now() - start) / 1000;
  if (isOverdue()) return null;
  let wanted = known;
  if (!wanted) {
    const processor = await open("wasm");
    wanted = await answer(processor);
    await closeAll(processor);
  }
  const right = isSame(found, wanted);
  await verdicts.write(adapter, right, seconds);
  return right;
}

/** Sessions that are replaced together when one of them fails for the first time. */
function withReplacement<Role extends string>(
  first: NetSessions<Role>,
  replace: () => Promise<NetSessions<Role>>,
): NetSessions<Role> {
  let now = first;
  let replaced: Promise<NetSessions<Role>> | null = null;
  const entries = (Object.keys(first) as Role[]).map((role): [Role, NetSession] => [
    role,
    {
      async run(inputs, wanted) {
        const used = now;
        try {
          return await used[role].run(inputs, wanted);
        } catch (error) {
          if (used !== first) throw error;
          replaced ??= closeAll(first)
            .catch(() => {})
            .then(replace);
          now = await replaced;
          return now[role].run(inputs, wanted);
        }
      },
      close: () => now[role].close(),
    },
  ]);
  return Object.fromEntries(entries) as NetSessions<Role>;
}
