import { type StoreApi, createStore } from "zustand/vanilla";
import type { VoiceValues } from "#audio/voice/voice-values.ts";
import { microphoneFault } from "../../audio/microphone/microphone-fault.ts";
import { type LiveChain, openChain } from "./live-chain.ts";
import { startContext } from "../../audio/player/start-context.ts";
import { type Fault, FaultError } from "../../contract/fault.ts";

export interface Microphone {
  readonly id: string;
  /** Empty until the browser may reveal it. */
  readonly name: string;
}

export interface LiveState {
  /** `asking`: the browser asks for permission. `failed`: see `fault`. */
  readonly state: "idle" | "asking" | "running" | "failed";
  readonly fault: Fault | null;
  /**
   * Latency from microphone to ear in ms, including the parts that the browser reports; null until
   * it is known.
   */
  readonly latency: number | null;
  /** Sample peak of the microphone since the last measurement, from 0 to 1. */
  readonly level: number;
  readonly microphones: readonly Microphone[];
  /** Device id; null for the browser's default. */
  readonly microphone: string | null;
}

/** A live voice changer. */
export interface LiveSession extends StoreApi<LiveState> {
  /** Asks for the microphone. Never rejects: errors are in the state. */
  start(): Promise<void>;
  /** Releases microphone and output at once. */
  stop(): void;
  change(values: VoiceValues): void;
  /** @param id null for the browser's default */
  choose(id: string | null): Promise<void>;
}

export interface LiveDeps {
  /** Null if the browser has none, for example without a secure context. */
  readonly devices: MediaDevices | null;
  /** Address of the worklet module. */
  readonly module: string;
  readonly createContext: () => AudioContext;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly report: (error: unknown) => void;
}

/** Interval of level and latency measurements in ms. */
const LOOK_MS = 80;
const IDLE = { state: "idle", fault: null, latency: null, level: 0 } as const;
const LOST: Fault = { code: "panel-voice-changer:live.lost", params: {} };
const FAILED: Fault = { code: "panel-voice-changer:live.failed", params: {} };

/** @param first initial values */
export function createLiveSession(first: VoiceValues, deps: LiveDeps): LiveSession {
  const { devices, setTimer, report } = deps;
  const store = createStore<LiveState>(() => ({ ...IDLE, microphones: [], microphone: null }));
  let values = first;
  let chain: LiveChain | null = null;
  /** Changes with every attempt: results of earlier ones are ignored. */
  let turn = 0;
  let cancelLook = (): void => {};

  function look(): void {
    if (!chain) return;
    store.setState({ level: chain.level(), latency: chain.latency() });
    cancelLook = setTimer(look, LOOK_MS);
  }
  function release(): void {
    turn++;
    cancelLook();
    chain?.close();
    chain = null;
  }
  function fail(fault: Fault): void {
    release();
    store.setState({ ...IDLE, state: "failed", fault });
  }
  async function list(): Promise<void> {
    const all = (await devices?.enumerateDevices()) ?? [];
    const microphones = all
      .filter(({ kind, deviceId }) => kind === "audioinput" && deviceId !== "")
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
    store.setState({ microphones });
  }

  async function start(): Promise<void> {
    release();
    const own = turn;
    store.setState({ ...IDLE, state: "asking" });
    // Created in the click handler, because some browsers block audio otherwise.
    const context = deps.createContext();
    let stream: MediaStream | null = null;
    const end = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      void context.close().catch(() => {});
    };
    try {
      if (!devices) throw new DOMException("No devices", "NotSupportedError");
      const { microphone } = store.getState();
      stream = await devices.getUserMedia({
        audio: {
          // These add latency and degrade the voice.
          echoCancellation: false,
          noiseSuppression: false,
          autoGainControl: false,
          ...(microphone !== null && { deviceId: { exact: microphone } }),
        },
      });
      if (own === turn) await context.audioWorklet.addModule(deps.module);
      if (own !== turn) return end();
      chain = openChain({ context, stream, values, onBroken: () => fail(FAILED) });
      for (const track of stream.getAudioTracks())
        track.addEventListener("ended", () => own === turn && fail(LOST), { once: true });
      await startContext(context);
      if (own !== turn) return;
      store.setState({ state: "running" });
      look();
      // Device names are available only after permission was granted.
      await list();
    } catch (error) {
      end();
      if (own !== turn) return;
      const fault = error instanceof FaultError ? error.fault : microphoneFault(error);
      if (!fault) report(error);
      fail(fault ?? FAILED);
    }
  }
  return Object.assign(store, {
    start,
    stop() {
      release();
      store.setState(IDLE);
    },
    change(next: VoiceValues) {
      values = next;
      chain?.change(next);
    },
    async choose(microphone: string | null) {
      store.setState({ microphone });
      if (store.getState().state === "running") await start();
    },
  });
}
