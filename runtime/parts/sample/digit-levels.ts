import { SOUND_WAVES } from "./sound-waves.ts";

/** Number base of the levels in `sample-waves.ts` and `sound-waves.ts`. */
const BASE = 36;

/** Levels of bars, 0 to 1. @param digits one for each bar */
export const digitLevels = (digits: string): number[] =>
  Array.from(digits, (digit) => Number.parseInt(digit, BASE) / (BASE - 1));

/** Length and levels of a sound that the site publishes; nothing for others. @param url its path */
export function soundWaveOf(url: string): {
  readonly seconds?: number;
  readonly levels?: readonly number[];
} {
  const name = url.slice(url.lastIndexOf("/") + 1);
  if (!(name in SOUND_WAVES)) return {};
  const { seconds, levels } = SOUND_WAVES[name as keyof typeof SOUND_WAVES];
  return { seconds, levels: digitLevels(levels) };
}
