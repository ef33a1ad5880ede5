import { createSeededRandom } from "#core/random.ts";
import { type Picture, COLORS, fillBox, HALF, WIDTH } from "./picture.ts";

const STEP = 8;
const BAR = 4;
const MIDDLE = 508;
const LOUDEST = 92;
const BARS = Math.floor((WIDTH - 80) / STEP);

/**
 * Draws a waveform in the site's colors: original in ink, kept in teal, removed in vermilion,
 * selected in
 * amber.
 */
export function drawWaveform(picture: Picture, seed: string): void {
  const random = createSeededRandom(seed);
  const from = Math.floor(BARS * (0.48 + random() * 0.15));
  const to = from + Math.floor(BARS * 0.16);
  const edges = [from, to].map((bar) => bar * STEP - 7);
  fillBox(picture, { x: 0, y: MIDDLE, width: WIDTH, height: 1 }, COLORS.line);
  const selected = { y: MIDDLE - 100, height: 200 };
  fillBox(picture, { ...selected, x: edges[0]!, width: (to - from) * STEP }, COLORS.wash);
  for (const x of edges) fillBox(picture, { ...selected, x, width: BAR }, COLORS.amber);
  let at = 0;
  while (at < BARS) {
    const length = 9 + Math.floor(random() * 16);
    const loud = 0.3 + random() * 0.7;
    const isNoise = random() < 0.28 && at > BARS * 0.2 && (at + length < from || at > to);
    for (let i = 0; i < length && at + i < BARS; i++) {
      const bar = at + i;
      const hold = bar > BARS * 0.86 ? Math.max(0.03, (BARS - bar) / (BARS * 0.14)) : 1;
      const shape = Math.sin((Math.PI * (i + 0.7)) / (length + 0.4)) * (0.45 + 0.55 * random());
      const height = Math.max(3, LOUDEST * loud * hold * shape * (isNoise ? 0.35 : 1));
      drawBar(picture, bar * STEP - BAR / 2, Math.round(height), toneOf(bar, from, to, isNoise));
    }
    at += length + 1 + Math.floor(random() * 3);
  }
}

function toneOf(bar: number, from: number, to: number, isNoise: boolean): keyof typeof HALF {
  if (bar < BARS * 0.2) return COLORS.ink;
  if (bar >= from && bar < to) return COLORS.amber;
  return isNoise ? COLORS.vermilion : COLORS.teal;
}

/** A bar with rounded ends. */
function drawBar(picture: Picture, x: number, height: number, tone: keyof typeof HALF): void {
  fillBox(picture, { x, y: MIDDLE - height, width: BAR, height: 2 * height + 1 }, tone);
  for (const y of [MIDDLE - height - 1, MIDDLE + height + 1]) {
    fillBox(picture, { x, y, width: BAR, height: 1 }, HALF[tone]);
    fillBox(picture, { x: x + 1, y, width: BAR - 2, height: 1 }, tone);
  }
}
