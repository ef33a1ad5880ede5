import { createStemStream } from "#audio/stretch/stem-stream.ts";
import { createStretcher } from "#audio/stretch/stretcher.ts";
import { createMixGraph } from "#runtime/panel-kit/player/mix-graph.ts";
import { createStemPlayer } from "#runtime/panel-kit/player/stem-player.ts";

const STEMS = 8;
/** Hz; low, so that ten minutes of eight stems are rendered soon. */
const RATE = 4000;
const SECONDS = 120;
/** Frames over which the place of a stem against the first is looked for, and how far. */
const WINDOW = 2000;
const FAR = 3;
/** Seconds between two looks of the player, as its timer has them. */
const LOOK = 0.04;
/** What a browser renders at once. */
const QUANTUM = 128;

/** What was heard. */
export interface Rendered {
  /** Seconds in which the stems could be heard. */
  readonly heard: number;
  /** Frames by which any stem is apart from the first, at most. */
  readonly apart: number;
  /** Largest difference of the mix from the sum of its stems, as a share of the mix's loudest sample. */
  readonly missing: number;
  readonly done: Readonly<Record<"loops" | "seeks" | "paces" | "plain", number>>;
}

/** Noise, in which each place is like no other. */
function createSound(): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: SECONDS * RATE + 1 }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    return (0.1 * seed) / 2 ** 31;
  });
}

/** Frames by which one sound is later than another: where both are most alike. */
function lagOf(a: Float32Array, b: Float32Array, from: number): number {
  let best = { lag: 0, difference: Infinity };
  // Zero first: of what is alike, such as silence, nothing is late.
  for (const lag of [0, ...Array.from({ length: FAR }, (_, i) => [i + 1, -i - 1]).flat()]) {
    let difference = 0;
    for (let i = from + FAR; i < from + WINDOW - FAR; i++) difference += (a[i]! - b[i + lag]!) ** 2;
    if (difference < best.difference) best = { lag, difference };
  }
  return best.lag;
}

/** Compares what came out of all stems with each other, and with their mix. */
function measure(stems: readonly Float32Array[], mix: Float32Array): Omit<Rendered, "done"> {
  const [first, ...others] = stems as [Float32Array, ...Float32Array[]];
  let [heard, apart, missing, loudest] = [0, 0, 0, 0];
  for (let from = FAR; from + WINDOW + FAR <= first.length; from += WINDOW) {
    if (first.subarray(from, from + WINDOW).every((value) => value === 0)) continue;
    heard += WINDOW / RATE;
    for (const other of others) apart = Math.max(apart, Math.abs(lagOf(first, other, from)));
  }
  for (const [i, value] of mix.entries()) {
    let sum = 0;
    for (const stem of stems) sum += stem[i]!;
    loudest = Math.max(loudest, Math.abs(value));
    missing = Math.max(missing, Math.abs(sum - value));
  }
  return { heard, apart, missing: missing / loudest };
}

/**
 * Plays eight stems by the mixer's own player, stream and stretcher into a context that renders what would
 * be heard, and looks at the samples that come out of it.
 * @param late the stem that comes a sample late; −1: none
 */
async function render(seconds: number, late = -1): Promise<Rendered> {
  const sound = createSound();
  const stream = createStemStream({
    channels: 2 * STEMS,
    read: async (from, count) =>
      Array.from({ length: 2 * STEMS }, (_, channel) => {
        const by = channel >> 1 === late ? 1 : 0;
        return sound.subarray(from + by, Math.min(sound.length - 1, from + count) + by);
      }),
    createStretcher: () => createStretcher(2 * STEMS, RATE),
  });
  const context = new OfflineAudioContext(STEMS + 2, seconds * RATE, RATE);
  const goOn = context.resume.bind(context);
  // The player resumes what it starts; this context waits for what is asked of the player instead.
  Object.assign(context, { resume: async () => {}, close: async () => {} });
  // Between two steps it is suspended, which a player would take for a browser that allows no sound.
  Object.defineProperty(context, "state", { value: "running" });
  // The mix is heard in the first two channels, and each stem in one of its own.
  const graph = createMixGraph();
  const merger = context.createChannelMerger(STEMS + 2);
  merger.connect(context.destination);
  let timer: (() => void) | null = null;
  const faults: unknown[] = [];
  const player = createStemPlayer({
    reading: {
      files: Array.from({ length: STEMS }, () => ({
        sampleRate: RATE,
        channels: 2,
        duration: SECONDS,
        codec: "pcm-s16" as const,
      })),
      stems: (request) => stream.next(request),
      close() {},
    },
    createContext: () => context as unknown as AudioContext,
    setTimer: (work) => {
      timer = work;
      return () => (timer = null);
    },
    onError: (error) => faults.push(error),
    inlet(audio, bus) {
      const node = audio.createGain();
      node.connect(graph.inlet(audio, bus));
      if (/^\d+$/.test(bus)) {
        const left = audio.createChannelSplitter(2);
        node.connect(left).connect(merger, 0, 2 + Number(bus));
      }
      return node;
    },
  });

  const isSettled = (): boolean => timer !== null || !player.getState().playing;
  const settle = async (): Promise<void> => {
    const { port1, port2 } = new MessageChannel();
    while (!isSettled() && faults.length === 0)
      await new Promise((resolve) => {
        port2.onmessage = resolve;
        port1.postMessage(null);
      });
    port1.close();
  };
  let seed = 5;
  const random = (): number => (seed = (Math.imul(seed, 48_271) >>> 0) % 0x7fffffff) / 0x7fffffff;
  const done = { loops: 0, seeks: 0, paces: 0, plain: 0 };
  /** What a visitor does, at one look after another. */
  async function act(look: number): Promise<void> {
    const isPlain = random() < 0.5;
    const position = random() * (SECONDS - 6);
    if (look % 70 === 0) {
      done.seeks++;
      player.seek(position);
      await settle();
    }
    if (look % 95 === 0) {
      done[isPlain ? "plain" : "paces"]++;
      const tempo = 0.5 + Math.round(15 * random()) / 10;
      player.pace(
        isPlain ? { tempo: 1, semitones: 0 } : { tempo, semitones: Math.round(12 * random()) - 6 },
      );
      await settle();
    }
    if (look % 160 === 0) {
      const isLoop = random() < 0.6;
      if (isLoop) done.loops++;
      player.set(
        isLoop
          ? { start: position, end: position + 1 + random(), loop: true }
          : { start: 0, end: SECONDS, loop: false },
      );
      await settle();
    }
    if (!player.getState().playing) player.play();
    await settle();
  }

  player.play();
  await settle();
  const step = Math.round((LOOK * RATE) / QUANTUM) * QUANTUM;
  let look = 0;
  const wait = (frame: number): void => {
    if (frame >= seconds * RATE) return;
    void context.suspend(frame / RATE).then(async () => {
      const work = timer;
      timer = null;
      work?.();
      await settle();
      await act(++look);
      wait(frame + step);
      await goOn();
    });
  };
  wait(step);
  const out = await context.startRendering();
  if (faults.length > 0) throw faults[0];
  const planes = Array.from({ length: STEMS + 2 }, (_, channel) => out.getChannelData(channel));
  return { ...measure(planes.slice(2), planes[0]!), done };
}

Object.assign(window, { render });
