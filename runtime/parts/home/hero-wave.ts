import type { Stroke } from "../../ui/figures/sound-figure.ts";
import { bars, randomOf, speech } from "../../ui/figures/wave.ts";

/** The drawing on the home page, in a box of these units; it ends in a fermata. */
export const HERO = { width: 1200, height: 190, middle: 112, end: 1136 } as const;

const PITCH = 3.2;
const REACH = 72;
const N = Math.floor(1012 / PITCH);
const at = (unit: number): number => Math.round(unit / PITCH);
/** Where the tool begins to work, and the selected part. */
export const PLAYED = {
  from: at(330) * PITCH,
  selected: [at(600) * PITCH, at(792) * PITCH],
} as const;

/**
 * Speech: first as it was recorded, then worked on: what is kept, what is removed in the pauses,
 * and a part that is selected.
 */
function draw(): Stroke[] {
  const { wave, pauses } = speech("andante ma non troppo", N);
  const random = randomOf("breath");
  const inPause = (i: number) => pauses.some(([from, to]) => i >= from && i < to);
  const heard = wave.map((value, i) => {
    const pause = pauses.find(([from, to]) => i >= from && i < to);
    if (!pause) return value;
    const place = (i - pause[0] + 0.5) / (pause[1] - pause[0]);
    return 0.05 + 0.26 * Math.sin(Math.PI * place) * (0.6 + random() * 0.4);
  });
  const start = at(330);
  const [from, to] = [at(600), at(792)];
  const original = (i: number) => i < start;
  const selected = (i: number) => i >= from && i < to;
  const options = { middle: HERO.middle, reach: REACH, pitch: PITCH };
  const when = (test: (i: number) => boolean) => bars(heard, { ...options, when: test });
  // The last note is held, and dies away under the fermata.
  const held = Array.from(
    { length: 46 },
    (_, i) => 0.42 * Math.exp(-i / 17) * (0.8 + random() * 0.2),
  );
  return [
    { tone: "original", path: when(original) },
    { tone: "kept", path: when((i) => !original(i) && !selected(i) && !inPause(i)) },
    { tone: "removed", path: when((i) => !original(i) && !selected(i) && inPause(i)) },
    { tone: "selected", path: when(selected) },
    { tone: "kept", path: bars(held, { ...options, x: N * PITCH }) },
  ];
}

export const HERO_STROKES: readonly Stroke[] = draw();
