import { createSeparator } from "#audio/separation/separator.ts";
import { createRandom } from "../random.ts";
import type { Bench, Table } from "../table.ts";

const BLOCK = 16_384;
/** Rates, channels and minutes of what is taken apart. */
const SOUNDS = [
  { sampleRate: 44_100, channels: 2, minutes: 2 },
  { sampleRate: 44_100, channels: 1, minutes: 1 },
  { sampleRate: 8000, channels: 1, minutes: 60 },
] as const;
/** Seconds after which memory is measured for the first time. */
const SETTLED = 30;

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
const memoryNow = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** How fast the built-in engine is, by CPU time of one thread, and whether its memory grows. */
export async function benchPace({ quick }: Bench): Promise<Table> {
  const random = createRandom(1);
  const noise = Float32Array.from({ length: 2 * BLOCK }, () => 0.1 * random.normal());
  const rows = SOUNDS.map(({ sampleRate, channels, minutes }) => {
    const separator = createSeparator({ preset: "stems" }, { sampleRate, channels });
    const length = Math.round(60 * sampleRate * (quick ? Math.min(1, minutes) : minutes));
    const start = process.cpuUsage();
    let [settled, worst, pause] = [0, 0, 0];
    for (let at = 0; at < length; at += BLOCK) {
      const from = Math.floor(random.uniform() * BLOCK);
      const block = Array.from({ length: channels }, () => noise.subarray(from, from + BLOCK));
      const begun = performance.now();
      separator.push(block);
      pause = Math.max(pause, performance.now() - begun);
      const second = Math.floor(at / sampleRate);
      if (
        second < SETTLED ||
        Math.floor((at + BLOCK) / sampleRate / SETTLED) === Math.floor(second / SETTLED)
      )
        continue;
      const memory = memoryNow();
      settled ||= memory;
      worst = Math.max(worst, memory);
    }
    separator.flush();
    const { user, system } = process.cpuUsage(start);
    const pace = length / sampleRate / ((user + system) / 1e6);
    return [
      `${sampleRate} Hz, ${channels === 1 ? "mono" : "stereo"}, ${length / sampleRate / 60} min`,
      pace.toFixed(1),
      megabytes(settled),
      `+${megabytes(worst - settled)}`,
      pause.toFixed(0),
    ];
  });
  return {
    title:
      "separation in four stems: times real time (CPU time), memory, longest time between two looks for a cancel",
    header: ["sound", "× real time", `MB after ${SETTLED} s`, "most it grows by, MB", "ms a block"],
    rows,
  };
}
