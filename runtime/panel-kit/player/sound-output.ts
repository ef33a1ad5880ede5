import { startContext } from "../../audio/player/start-context.ts";

/** Dependencies of an output. */
export interface OutputDeps {
  readonly createContext: (sampleRate: number) => AudioContext;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly onError: (error: unknown) => void;
  /** The node that a bus is connected to; missing for the destination. */
  readonly inlet?: (audio: AudioContext, bus: string) => AudioNode;
}

/** One start, until the next start or stop. */
export interface Turn {
  readonly audio: AudioContext;
  /** Whether nothing was started or stopped since; later results of earlier turns are discarded. */
  readonly isLatest: () => boolean;
}

/** Samples with their start time. */
interface Segment {
  readonly planes: readonly Float32Array[];
  readonly sampleRate: number;
  /** Time of the audio context, in seconds. */
  readonly when: number;
}

/** A clock and buses with a gain each, on which segments are scheduled. */
export interface SoundOutput<Bus extends string> {
  /** Seconds; null before the first start. */
  readonly now: () => number | null;
  /**
   * Stops what plays and starts a new turn.
   * @param look called now and repeatedly, never concurrently, until it resolves to false
   * @param onFail called if it throws in the latest turn or the context does not start; playback is
   *   stopped
   * @param splice time of the clock until which the previous turn is heard
   */
  readonly start: (
    look: (turn: Turn) => Promise<boolean>,
    onFail: (error: unknown) => void,
    splice?: number,
  ) => void;
  readonly schedule: (bus: Bus, segment: Segment) => void;
  /** @param factor gain factor of the bus from now on */
  readonly level: (bus: Bus, factor: number) => void;
  readonly silence: () => void;
  readonly close: () => void;
}

/** Duration of a gain change in seconds. */
const FADE = 0.008;
/** Interval between two scheduling steps in ms. */
const SCHEDULE_INTERVAL = 40;

/**
 * The context is created by the first start, because some browsers allow audio only after a click.
 * @param levels initial gain factors of the buses
 */
export function createSoundOutput<Bus extends string>(
  { createContext, setTimer, onError, inlet }: OutputDeps,
  sampleRate: number,
  levels: Readonly<Record<Bus, number>>,
): SoundOutput<Bus> {
  const factors = new Map(Object.entries(levels) as [Bus, number][]);
  const buses = new Map<Bus, GainNode>();
  let context: AudioContext | null = null;
  let sources: AudioBufferSourceNode[] = [];
  /** Changes with every start and stop. */
  let latest = 0;
  let cancelTick = (): void => {};

  function open(): AudioContext {
    if (context) return context;
    context = createContext(sampleRate);
    for (const [bus, factor] of factors) {
      const node = context.createGain();
      node.gain.value = factor;
      node.connect(inlet?.(context, bus) ?? context.destination);
      buses.set(bus, node);
    }
    return context;
  }
  function silence(): void {
    latest++;
    cancelTick();
    for (const source of sources) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
    sources = [];
  }
  function discard(audio: AudioContext): void {
    if (context !== audio) return;
    context = null;
    buses.clear();
    void audio.close().catch(() => {});
  }
  function endAt(time: number): void {
    latest++;
    cancelTick();
    for (const source of sources) source.stop(time);
  }

  return {
    now: () => context?.currentTime ?? null,
    start(look, onFail, splice) {
      if (splice === undefined) silence();
      else endAt(splice);
      const mine = latest;
      const audio = open();
      const turn: Turn = { audio, isLatest: () => mine === latest };
      const tick = async (): Promise<void> => {
        const goesOn = await look(turn);
        if (goesOn && turn.isLatest()) cancelTick = setTimer(run, SCHEDULE_INTERVAL);
      };
      const fail = (error: unknown): void => {
        if (!turn.isLatest()) return;
        silence();
        onFail(error);
        onError(error);
      };
      const run = (): void => void tick().catch(fail);
      // Not awaited: some browsers resolve this promise only once something is heard.
      startContext(audio).catch((error: unknown) => {
        // The context would stay suspended even if an output device is connected later.
        if (turn.isLatest()) discard(audio);
        fail(error);
      });
      run();
    },
    schedule(bus, { planes, sampleRate: rate, when }) {
      const length = planes[0]?.length ?? 0;
      if (length === 0 || !context) return;
      const buffer = context.createBuffer(planes.length, length, rate);
      for (const [channel, plane] of planes.entries())
        buffer.copyToChannel(plane as Float32Array<ArrayBuffer>, channel);
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(buses.get(bus)!);
      source.start(when);
      sources.push(source);
      source.onended = () => {
        source.disconnect();
        sources = sources.filter((one) => one !== source);
      };
    },
    level(bus, factor) {
      factors.set(bus, factor);
      if (context) buses.get(bus)!.gain.setTargetAtTime(factor, context.currentTime, FADE);
    },
    silence,
    close() {
      silence();
      void context?.close().catch(onError);
    },
  };
}
