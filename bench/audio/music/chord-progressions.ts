import type { Chord, Quality } from "#audio/music/chords/chord.ts";

const SUFFIXES: Readonly<Record<string, Quality>> = {
  "": "major",
  m: "minor",
  "7": "dominant",
  maj7: "major-seventh",
  m7: "minor-seventh",
  sus2: "suspended-second",
  sus4: "suspended-fourth",
  dim: "diminished",
  m7b5: "half-diminished",
  aug: "augmented",
};

/** Progressions that many songs have, by chords in C; bars are divided by `|`, halves by spaces. */
const COMMON = [
  "C | G | Am | F",
  "C | Am | F | G",
  "Am | F | C | G",
  "C | F | G | C",
  "C7 | C7 | C7 | C7 | F7 | F7 | C7 | C7 | G7 | F7 | C7 | G7",
  "Dm7 | G7 | Cmaj7 | Fmaj7 | Bm7b5 | E7 | Am7 | Am7",
  "Dm7 G7 | Cmaj7 Am7 | Dm7 G7 | Cmaj7",
  "C G | Am Em | F C | F G",
  "Am | G | F | E7",
  "Am | Dm | E | Am",
  "C | Caug | F | Fm",
  "C Csus4 | C | G Gsus4 | G | Am | Fsus2 | C | G",
  "C | Em | F | Fm",
  "Am7 | D7 | Gmaj7 | Cmaj7",
  "C | Bdim | Am | F G",
  "Cm | Ab | Eb | Bb",
  "Cm | Fm | Bb7 | Ebmaj7 | Abmaj7 | Dm7b5 | G7 | Cm",
  "C | Bb | F | C",
  "Em | C | G | D",
  "Cmaj7 | Em7 | Am7 | Fmaj7",
  "Dsus4 D | Am | G | D",
  "C | D | F | C",
] as const;

const NATURALS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

function chordOf(name: string): Omit<Chord, "bass"> {
  const [, letter, flat, suffix] = /^([A-G])(b?)(.*)$/.exec(name)!;
  const root = (NATURALS[letter!]! - (flat === "b" ? 1 : 0) + 12) % 12;
  return { root, quality: SUFFIXES[suffix!]! };
}

/** Each chord with the part of a bar that it lasts. The fitting set has none of these. */
export const JUDGED_PROGRESSIONS: readonly (readonly (readonly [Omit<Chord, "bass">, number])[])[] =
  COMMON.map((text) =>
    text.split(" | ").flatMap((bar) => {
      const names = bar.split(" ");
      return names.map((name) => [chordOf(name), 1 / names.length] as const);
    }),
  );
