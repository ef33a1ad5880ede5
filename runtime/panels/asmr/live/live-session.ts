import { type StoreApi, createStore } from "zustand/vanilla";
import { startContext } from "#runtime/audio/player/start-context.ts";
import type { Scape } from "#audio/soundscape/scape.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import { type ToScape, PROCESSOR } from "./live-protocol.ts";

export interface LiveState {
  readonly state: "idle" | "starting" | "running" | "failed";
}

/** A live preview of a soundscape. */
export interface LiveSession extends StoreApi<LiveState> {
  /** Never rejects: errors are in the state. */
  start(): Promise<void>;
  stop(): void;
  change(scape: Scape): void;
}

export interface LiveDeps {
  /** Address of the worklet module. */
  readonly module: string;
  readonly createContext: () => AudioContext;
  readonly report: (error: unknown) => void;
}

/** Duration of the fade-out in seconds. */
const GOING = 0.15;

/** @param first initial soundscape */
export function createLiveSession(first: Scape, deps: LiveDeps): LiveSession {
  const store = createStore<LiveState>(() => ({ state: "idle" }));
  let scape = first;
  let open: {
    readonly context: AudioContext;
    readonly node: AudioWorkletNode;
    readonly gain: GainNode;
  } | null = null;
  /** Changes with every attempt: results of earlier ones are ignored. */
  let turn = 0;

  function release(): void {
    turn++;
    if (!open) return;
    const { context, node, gain } = open;
    open = null;
    gain.gain.setTargetAtTime(0, context.currentTime, GOING / 4);
    setTimeout(() => {
      node.port.postMessage({ kind: "end" } satisfies ToScape);
      void context.close().catch(() => {});
    }, 1000 * GOING);
  }
  function fail(error: unknown): void {
    release();
    if (!(error instanceof FaultError)) deps.report(error);
    store.setState({ state: "failed" });
  }
  async function start(): Promise<void> {
    release();
    const own = turn;
    store.setState({ state: "starting" });
    try {
      // Created in the click handler, because some browsers block audio otherwise.
      const context = deps.createContext();
      await context.audioWorklet.addModule(deps.module);
      if (own !== turn) return void context.close().catch(() => {});
      const node = new AudioWorkletNode(context, PROCESSOR, {
        numberOfInputs: 0,
        outputChannelCount: [2],
        processorOptions: scape,
      });
      node.onprocessorerror = () => fail(new Error("The processor of a scape has failed"));
      const gain = context.createGain();
      node.connect(gain).connect(context.destination);
      open = { context, node, gain };
      await startContext(context);
      if (own === turn) store.setState({ state: "running" });
    } catch (error) {
      if (own === turn) fail(error);
    }
  }
  return Object.assign(store, {
    start,
    stop() {
      release();
      store.setState({ state: "idle" });
    },
    change(next: Scape) {
      scape = next;
      open?.node.port.postMessage({ kind: "change", scape } satisfies ToScape);
    },
  });
}
