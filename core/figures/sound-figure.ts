import { createSeededRandom } from "../random.ts";
import { type Tone, bars, song, speech, words } from "./wave.ts";

/** A stroke of a drawing: its meaning and its path. */
export interface Stroke {
  readonly tone: Tone;
  readonly path: string;
  /** A thicker stroke, for text instead of sound. */
  readonly text?: boolean;
}
export interface Figure {
  readonly before: readonly Stroke[];
  readonly after: readonly Stroke[];
  readonly tones: readonly Tone[];
}

/** Kinds of drawings, by the effect of a tool on sound. */
export type FigureKind =
  | "noise"
  | "gaps"
  | "shorten"
  | "tail"
  | "stems"
  | "without"
  | "merge"
  | "speak"
  | "write"
  | "select"
  | "louder"
  | "reshape"
  | "same";

export const FIGURE = { width: 720, height: 88 } as const;
const PITCH = 4;
const N = FIGURE.width / PITCH;
const MIDDLE = FIGURE.height / 2;
const REACH = MIDDLE - 4;

const full = { middle: MIDDLE, reach: REACH, pitch: PITCH } as const;
const lane = (index: number, of: number) => {
  const each = FIGURE.height / of;
  return { middle: each * (index + 0.5), reach: each / 2 - 3, pitch: PITCH };
};
const within = (ranges: readonly (readonly [number, number])[]) => (index: number) =>
  ranges.some(([from, to]) => index >= from && index < to);

type Draw = (seed: string) => { before: Stroke[]; after: Stroke[] };

const DRAW: Readonly<Record<FigureKind, Draw>> = {
  noise(seed) {
    const { wave } = speech(seed, N);
    const random = createSeededRandom(`${seed} noise`);
    const noise = wave.map(() => 0.16 + random() * 0.2);
    return {
      before: [
        { tone: "removed", path: bars(noise, full) },
        { tone: "original", path: bars(wave, { ...full, when: (i) => wave[i]! > noise[i]! }) },
      ],
      after: [{ tone: "kept", path: bars(wave, full) }],
    };
  },
  gaps(seed) {
    const { wave, pauses } = speech(seed, N);
    const random = createSeededRandom(`${seed} gaps`);
    const marks = pauses.map(([from, to]): [number, number] => [
      from + 1,
      Math.min(to - 1, from + 7),
    ]);
    const inMark = within(marks);
    const audible = wave.map((value, i) => {
      const mark = marks.find(([from, to]) => i >= from && i < to);
      if (!mark) return value;
      const position = (i - mark[0] + 0.5) / (mark[1] - mark[0]);
      return 0.08 + 0.3 * Math.sin(Math.PI * position) * (0.7 + random() * 0.3);
    });
    return {
      before: [
        { tone: "original", path: bars(audible, { ...full, when: (i) => !inMark(i) }) },
        { tone: "removed", path: bars(audible, { ...full, when: inMark }) },
      ],
      after: [{ tone: "kept", path: bars(wave, full) }],
    };
  },
  shorten(seed) {
    const { wave, pauses } = speech(seed, N);
    const cut = within(pauses.map(([from, to]): [number, number] => [from + 2, to]));
    return {
      before: [
        { tone: "original", path: bars(wave, { ...full, when: (i) => !cut(i) }) },
        {
          tone: "removed",
          path: bars(
            wave.map(() => 0.09),
            { ...full, when: cut },
          ),
        },
      ],
      after: [
        {
          tone: "kept",
          path: bars(
            wave.filter((_, i) => !cut(i)),
            full,
          ),
        },
      ],
    };
  },
  tail(seed) {
    const { wave } = speech(seed, N);
    let ring = 0;
    const tail = wave.map((value) => (ring = Math.max(value * 0.85, ring * 0.9)));
    return {
      before: [
        { tone: "removed", path: bars(tail, { ...full, when: (i) => tail[i]! > wave[i]! }) },
        { tone: "original", path: bars(wave, full) },
      ],
      after: [{ tone: "kept", path: bars(wave, full) }],
    };
  },
  stems(seed) {
    const parts = [
      speech(`${seed} voice`, N).wave,
      song(`${seed} drums`, N),
      song(`${seed} bass`, N),
    ];
    const mix = parts[0]!.map((value, i) => Math.min(1, value * 0.5 + parts[1]![i]! * 0.6));
    return {
      before: [{ tone: "original", path: bars(mix, full) }],
      after: parts.map((wave, i) => ({ tone: "kept", path: bars(wave, lane(i, 3)) })),
    };
  },
  without(seed) {
    const voice = speech(`${seed} voice`, N).wave;
    const music = song(`${seed} music`, N);
    const mix = music.map((value, i) => Math.min(1, value * 0.65 + voice[i]! * 0.45));
    return {
      before: [{ tone: "original", path: bars(mix, full) }],
      after: [
        { tone: "kept", path: bars(music, lane(0, 2)) },
        { tone: "removed", path: bars(voice, lane(1, 2)) },
      ],
    };
  },
  merge(seed) {
    const first = song(`${seed} a`, N);
    const second = speech(`${seed} b`, N).wave;
    return {
      before: [
        { tone: "original", path: bars(first, lane(0, 2)) },
        { tone: "original", path: bars(second, lane(1, 2)) },
      ],
      after: [
        {
          tone: "kept",
          path: bars(
            first.map((v, i) => Math.min(1, v * 0.6 + second[i]! * 0.5)),
            full,
          ),
        },
      ],
    };
  },
  speak: (seed) => ({
    before: [{ tone: "original", path: words(seed, FIGURE.width, [26, 44, 62]), text: true }],
    after: [{ tone: "kept", path: bars(speech(seed, N).wave, full) }],
  }),
  write: (seed) => ({
    before: [{ tone: "original", path: bars(speech(seed, N).wave, full) }],
    after: [{ tone: "kept", path: words(seed, FIGURE.width, [26, 44, 62]), text: true }],
  }),
  select(seed) {
    const { wave } = speech(seed, N);
    const from = Math.round(N * 0.3);
    const to = Math.round(N * 0.72);
    const inside = (i: number) => i >= from && i < to;
    return {
      before: [
        { tone: "original", path: bars(wave, { ...full, when: (i) => !inside(i) }) },
        { tone: "selected", path: bars(wave, { ...full, when: inside }) },
      ],
      after: [{ tone: "kept", path: bars(wave.slice(from, to), full) }],
    };
  },
  louder(seed) {
    const { wave } = speech(seed, N);
    return {
      before: [
        {
          tone: "original",
          path: bars(
            wave.map((v) => v * 0.34),
            full,
          ),
        },
      ],
      after: [
        {
          tone: "kept",
          path: bars(
            wave.map((v) => Math.min(0.92, v * 1.1)),
            full,
          ),
        },
      ],
    };
  },
  reshape(seed) {
    const { wave } = speech(seed, N);
    const random = createSeededRandom(`${seed} voice`);
    const other = wave.map(
      (v, i) => v * (0.55 + 0.45 * Math.abs(Math.sin(i * 0.9))) * (0.8 + random() * 0.2),
    );
    return {
      before: [{ tone: "original", path: bars(wave, full) }],
      after: [{ tone: "kept", path: bars(other, full) }],
    };
  },
  same(seed) {
    const wave = song(seed, N);
    return {
      before: [{ tone: "original", path: bars(wave, full) }],
      after: [{ tone: "kept", path: bars(wave, full) }],
    };
  },
};

const BY_PRESET: Readonly<Record<string, FigureKind>> = {
  breath: "gaps",
  clicks: "gaps",
  silence: "shorten",
  echo: "tail",
  reverb: "tail",
  stems: "stems",
  trim: "select",
  edit: "select",
  volume: "louder",
};
const BY_PANEL: Readonly<Record<string, FigureKind>> = {
  enhance: "noise",
  separation: "without",
  mashup: "merge",
  karaoke: "without",
  podcast: "speak",
  tts: "speak",
  asmr: "merge",
  transcript: "write",
  translator: "reshape",
  cloning: "reshape",
  cover: "reshape",
  "voice-changer": "reshape",
};

export const figureKind = (panel: string, preset: string): FigureKind =>
  BY_PRESET[preset] ?? BY_PANEL[panel] ?? "same";

const ORDER: readonly Tone[] = ["original", "kept", "removed", "selected"];
const known = new Map<string, Figure>();

/** The drawing of a tool. It is the same in every locale and therefore cached. */
export function figureOf(seed: string, kind: FigureKind): Figure {
  const key = `${kind} ${seed}`;
  let figure = known.get(key);
  if (!figure) {
    const drawn = DRAW[kind](seed);
    const used = new Set([...drawn.before, ...drawn.after].map(({ tone }) => tone));
    known.set(key, (figure = { ...drawn, tones: ORDER.filter((tone) => used.has(tone)) }));
  }
  return figure;
}
