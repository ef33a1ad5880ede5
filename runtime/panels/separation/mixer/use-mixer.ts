import { useCallback, useEffect, useState } from "react";
import type { StemPlayer } from "../../../panel-kit/player/stem-player.ts";
import type { Mix, Side, StemMix } from "./mix.ts";
import { changeStem, levelsOf, stemAsItIs } from "./mix.ts";
import type { PracticeState } from "./practice.ts";
import { USUAL } from "./practice.ts";
import type { LoopRange } from "./StemLane.tsx";

/** Seconds that a loop has at least: shorter ones are a tone. */
const SHORTEST = 0.1;
/** Seconds of a loop that is wanted before one was marked. */
const FIRST = 8;

/** What is heard of some stems, and what is set for it; the player follows. */
export function useMixer(
  stems: readonly string[],
  muted: readonly string[],
  { player, duration }: { readonly player: StemPlayer | null; readonly duration: number },
) {
  const [mix, setMix] = useState<Mix>(() => ({
    stems: stems.map((stem) => stemAsItIs(muted.includes(stem))),
    master: 0,
  }));
  const [side, setSide] = useState<Side>("mix");
  const [loop, setLoop] = useState<LoopRange | null>(null);
  const [isLooping, setLooping] = useState(false);
  const [practice, setPractice] = useState<PracticeState>(USUAL);
  const [selected, select] = useState(0);
  const { tempo, semitones, grid, metronome, countIn } = practice;

  useEffect(() => {
    const { levels, master } = levelsOf(mix, side);
    player?.mix(levels, master);
  }, [player, mix, side]);
  useEffect(() => {
    player?.set(
      isLooping && loop ? { ...loop, loop: true } : { start: 0, end: duration, loop: false },
    );
  }, [player, loop, isLooping, duration]);
  useEffect(() => player?.pace({ tempo: tempo / 100, semitones }), [player, tempo, semitones]);
  useEffect(
    () => player?.click({ grid, isOn: metronome, countIn: countIn ? grid.metre : 0 }),
    [player, grid, metronome, countIn],
  );

  const change = useCallback((at: number, part: Partial<StemMix>): void => {
    // What is moved is to be heard.
    setSide("mix");
    setMix((now) => changeStem(now, at, part));
  }, []);
  const mark = (range: LoopRange): void => {
    setLoop(range);
    if (range.end - range.start >= SHORTEST) setLooping(true);
  };
  return {
    mix,
    side,
    setSide,
    change,
    setMaster: (master: number): void => {
      setSide("mix");
      setMix((now) => ({ ...now, master }));
    },
    /** Mutes are as they were at first, and all else is as the song has it. */
    reset: (): void =>
      setMix({ stems: stems.map((stem) => stemAsItIs(muted.includes(stem))), master: 0 }),
    loop,
    isLooping: isLooping && loop !== null,
    mark,
    /** Marks one end at a place, in seconds. */
    markEnd: (end: "start" | "end", time: number): void => {
      const now = loop ?? { start: 0, end: duration };
      const next = { ...now, [end]: time };
      if (next.end - next.start < SHORTEST) return;
      mark(next);
    },
    toggleLoop: (time: number): void => {
      if (!loop) return mark({ start: time, end: Math.min(duration, time + FIRST) });
      setLooping(!isLooping);
    },
    practice,
    setPractice: (part: Partial<PracticeState>): void =>
      setPractice((now) => ({ ...now, ...part })),
    selected,
    select,
  };
}
export type Mixer = ReturnType<typeof useMixer>;
