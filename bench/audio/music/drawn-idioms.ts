import type { Random } from "../random.ts";
import type { Idiom } from "./beat-idioms.ts";

const any = <T>(list: readonly T[], random: Random): T =>
  list[Math.floor(random.uniform() * list.length)]!;

/** A pattern with hits at some steps, and at others by chance. */
const drawn = (
  steps: number,
  random: Random,
  part: (step: number) => number,
  loud: (step: number) => boolean = () => false,
): string =>
  Array.from({ length: steps }, (_, step) =>
    random.uniform() < part(step) ? (loud(step) ? "X" : "x") : ".",
  ).join("");

const METERS = [
  ...Array.from({ length: 6 }, () => [4, 2] as const),
  [2, 2],
  [3, 2],
  [3, 2],
  [2, 3],
  [2, 3],
  [4, 3],
] as const;

/** Parts per beat of the fastest instrument, and tempi that are played with them. */
const TEMPI = {
  1: [56, 215],
  2: [60, 190],
  3: [44, 132],
  4: [42, 128],
} as const;

/** Part of the songs that are a pulse alone, as of a metronome. */
const PULSES = 0.07;

const drawPulse = (random: Random): Idiom => ({
  name: "pulse",
  beatsPerBar: 4,
  division: 2,
  bpm: [50, 200],
  drums: { [any([36, 37, 38, 42], random)]: "x.x.x.x." },
  programs: [],
  melodies: [],
});

/** A kind of music that is drawn, so that the decision is fitted to many. */
export function drawIdiom(random: Random): Idiom {
  if (random.uniform() < PULSES) return drawPulse(random);
  const [beatsPerBar, division] = any(METERS, random);
  const fastest = division === 3 ? 3 : any([1, 2, 2, 2, 4, 4] as const, random);
  const swings = division === 2 && fastest === 2 && random.uniform() < 0.35;
  // Steps of a beat in patterns: three, or four in straight bars.
  const grid = division === 3 ? 3 : swings ? 2 : 4;
  const steps = beatsPerBar * grid;
  const beatOf = (step: number): number => (step % grid === 0 ? (step / grid) % beatsPerBar : -1);
  const isHalf = (step: number): boolean => grid !== 3 && step % grid === grid / 2;
  const [tight, off] = [fastest === 1 ? 0 : 1, 0.3 * random.uniform() ** 2];
  /** How likely hits between beats are. */
  const between = (step: number): number =>
    isHalf(step) || grid === 3 ? off * tight : fastest === 4 ? 0.5 * off : 0;
  const rhythms: readonly (() => string)[] = [
    () => drawn(steps, random, (step) => (step === 0 ? 1 : 0)),
    () => drawn(steps, random, (step) => (beatOf(step) % 2 === 0 && beatOf(step) >= 0 ? 1 : 0)),
    () => drawn(steps, random, (step) => (beatOf(step) >= 0 ? 1 : 0)),
    () =>
      drawn(steps, random, (step) =>
        beatOf(step) >= 0 || (tight && (isHalf(step) || grid === 3)) ? 1 : 0,
      ),
    () => drawn(steps, random, (step) => (beatOf(step) > 0 ? 1 : 0)),
    () =>
      drawn(steps, random, (step) =>
        beatOf(step) >= 0 ? 0.55 : tight * (isHalf(step) ? 0.45 : 0.2),
      ),
    () =>
      drawn(2 * steps, random, (step) =>
        beatOf(step % steps) >= 0 ? 0.5 : tight * (isHalf(step) ? 0.5 : 0.15),
      ),
    ...(fastest === 1
      ? []
      : [
          () =>
            drawn(steps, random, (step) =>
              isHalf(step) || (grid === 3 && step % 3 === 2) ? 1 : 0,
            ),
        ]),
    ...(fastest === 4 || grid === 3 ? [() => "x".repeat(steps)] : []),
  ];
  const rhythm = (): string => any(rhythms, random)();
  const kicksEach = random.uniform();
  const backbeat = random.uniform();
  const snareAt = (beat: number): boolean =>
    beatsPerBar === 3 ? (backbeat < 0.5 ? beat > 0 : beat === 2) : beat % 2 === 1;
  const hats: readonly (() => string)[] = [
    () => drawn(steps, random, (step) => (beatOf(step) >= 0 ? 1 : 0)),
    () => drawn(steps, random, (step) => (beatOf(step) >= 0 || isHalf(step) || grid === 3 ? 1 : 0)),
    () => drawn(steps, random, (step) => (isHalf(step) || (grid === 3 && step % 3 > 0) ? 1 : 0)),
    () =>
      drawn(steps, random, (step) =>
        beatOf(step) >= 0 ? 1 : isHalf(step) ? 0.5 : grid === 3 ? 0.5 : 0.1,
      ),
    () => "x".repeat(steps),
  ];
  const hat =
    fastest === 1 ? hats[0]! : fastest === 4 ? any(hats, random) : any(hats.slice(0, 4), random);
  const kick = drawn(
    steps,
    random,
    (step) => {
      const beat = beatOf(step);
      if (beat === 0) return 0.95;
      if (beat < 0) return between(step);
      if (kicksEach < 0.25) return 1;
      if (beatsPerBar === 4 && beat === 2) return kicksEach < 0.8 ? 0.95 : 0.2;
      return 0.5 * off;
    },
    (step) => step === 0,
  );
  const snare = drawn(
    steps,
    random,
    (step) => {
      const beat = beatOf(step);
      if (beat >= 0) return snareAt(beat) ? 0.97 : 0.03;
      return 0.5 * between(step);
    },
    (step) => snareAt(beatOf(step)),
  );
  const drums = {
    ...(random.uniform() < 0.9 ? { 36: kick } : {}),
    ...(random.uniform() < 0.85 ? { [any([38, 39, 37], random)]: snare } : {}),
    ...(random.uniform() < 0.9 ? { [any([42, 51, 46, 44], random)]: hat() } : {}),
  };
  const has = random.uniform() < 0.7 && Object.keys(drums).length > 0;
  const chords = rhythm();
  return {
    name: "drawn",
    beatsPerBar,
    division,
    bpm: TEMPI[fastest],
    ...(swings ? { swing: [0.58, 0.69] as const } : {}),
    ...(has ? { drums } : {}),
    chords: chords.includes("x") ? chords : "x".padEnd(steps, "."),
    ...(random.uniform() < 0.85 ? { bass: rhythm() } : {}),
    arpeggio: random.uniform() < 0.3,
    programs: [0],
    melodies: [0],
  };
}
