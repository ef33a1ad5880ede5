import { startContext } from "../../audio/player/start-context.ts";

/** What an output takes from its surroundings. */
export interface OutputDeps {
  readonly createContext: (sampleRate: number) => AudioContext;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly onError: (error: unknown) => void;
  /** What a bus goes into; missing: it is heard as it is. */
  readonly inlet?: (audio: AudioContext, bus: string) => AudioNode;
}

/** A start, until the next one or a stop. */
export interface Turn {
  readonly audio: AudioContext;
  /** Whether nothing was started or stopped since; what was read for an earlier turn is late. */
  readonly isLatest: () => boolean;
}

/** Sound that begins at a time of the context's clock. */
interface Piece {
  readonly planes: readonly Float32Array[];
  readonly sampleRate: number;
  /** Seconds of the context's clock. */
  readonly when: number;
}

/** A clock and buses of their own level, on which pieces of sound are put one behind the other. */
export interface SoundOutput<Bus extends string> {
  /** Seconds; null until something was started. */
  readonly now: () => number | null;
  /**
   * Ends what sounds and begins a turn.
   * @param look called now and again and again, one after the other, until it answers false
   * @param onFail told when it throws in the latest turn, or the context does not start, when nothing sounds
   * any more
   * @param splice time of the clock until which what sounds goes on
   */
  readonly start: (
    look: (turn: Turn) => Promise<boolean>,
    onFail: (error: unknown) => void,
    splice?: number,
  ) => void;
  readonly schedule: (bus: Bus, piece: Piece) => void;
  /** @param factor of what is heard of a bus, from now on */
  readonly level: (bus: Bus, factor: number) => void;
  readonly silence: () => void;
  readonly close: () => void;
}

/** Seconds in which a level changes. */
const FADE = 0.008;
/** ms between two looks at the clock. */
const TICK = 40;

/**
 * The context is made with the first start: some browsers let sound begin only in a click.
 * @param levels of the buses at first
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
        if (goesOn && turn.isLatest()) cancelTick = setTimer(run, TICK);
      };
      const fail = (error: unknown): void => {
        if (!turn.isLatest()) return;
        silence();
        onFail(error);
        onError(error);
      };
      const run = (): void => void tick().catch(fail);
      // Not awaited: some browsers answer only after something has been heard.
      startContext(audio).catch((error: unknown) => {
        // It would stay suspended even if a device is connected later.
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
