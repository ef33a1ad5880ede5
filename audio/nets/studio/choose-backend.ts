import type { NetSession } from "../net-session.ts";
import type { Verdicts } from "./prove-net.ts";
import { proveNet } from "./prove-net.ts";

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

export interface BackendDeps {
  /** What the graphics card calls itself; null where there is none. */
  readonly adapter: () => Promise<string | null>;
  readonly open: (backend: Backend) => Promise<NetSession>;
  /** What the net says to a sound that is always the same. */
  readonly answer: (session: NetSession) => Promise<readonly number[]>;
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
}

/**
 * Opens a net on the graphics card where there is one that can be trusted, and on the processor
 * otherwise. On its first use on a device a card has to answer a known sound as it is known to be
 * answered, or as the processor does. One that breaks off later is replaced by the processor, which does
 * what it was doing again. The processor, too, has to answer the known sound before it is used.
 * @throws {WrongNetError} where the processor answers wrongly
 */
export async function openOnBestBackend(deps: BackendDeps): Promise<NetSession> {
  const { open, threads, tell } = deps;
  const onProcessor = async (reason: FallbackReason): Promise<NetSession> => {
    const session = await open("wasm");
    const device = deps.processor;
    try {
      await proveNet({ ...deps, answer: () => deps.answer(session), device });
    } catch (error) {
      await session.close();
      throw error;
    }
    tell({ backend: "wasm", threads, reason });
    return session;
  };
  if (deps.asked) return onProcessor("asked");
  const adapter = await deps.adapter().catch(() => null);
  if (adapter === null) return onProcessor("no-adapter");
  if ((await deps.verdicts.read(adapter)) === false) return onProcessor("wrong");
  let card: NetSession;
  try {
    card = await open("webgpu");
  } catch {
    return onProcessor("failed");
  }
  const right = await tryCard(card, adapter, deps);
  if (right !== true) {
    await card.close().catch(() => {});
    return onProcessor(right === null ? "failed" : "wrong");
  }
  tell({ backend: "webgpu", threads: 1, reason: null });
  return withReplacement(card, () => onProcessor("failed"));
}

/** Whether the card is right; null where it breaks off. */
async function tryCard(
  card: NetSession,
  adapter: string,
  { verdicts, answer, known, isSame, open, now }: BackendDeps,
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
  let wanted = known;
  if (!wanted) {
    const processor = await open("wasm");
    wanted = await answer(processor);
    await processor.close();
  }
  const right = isSame(found, wanted);
  await verdicts.write(adapter, right, seconds);
  return right;
}

/** A net that is replaced when it fails for the first time. */
function withReplacement(first: NetSession, replace: () => Promise<NetSession>): NetSession {
  let now = first;
  let replaced: Promise<NetSession> | null = null;
  return {
    async run(inputs, wanted) {
      try {
        return await now.run(inputs, wanted);
      } catch (error) {
        if (replaced) throw error;
        replaced = first
          .close()
          .catch(() => {})
          .then(replace);
        now = await replaced;
        return now.run(inputs, wanted);
      }
    },
    close: () => now.close(),
  };
}
