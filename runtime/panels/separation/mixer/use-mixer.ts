import { useCallback, useEffect, useMemo, useState } from "react";
import type { BeatGrid } from "#runtime/panel-kit/player/metronome.ts";
import type { StemPlayer } from "#runtime/panel-kit/player/stem-player.ts";
import { type Mix, type Side, type StemMix, changeStem, levelsOf } from "./mix.ts";
import { type LoopRange, mixerAtFirst, SHORTEST_LOOP } from "./mixer-state.ts";
import { type PracticeState, isDefaultGrid } from "./practice/practice.ts";
import { type MixedSong, useStoredMixer } from "./use-stored-mixer.ts";

/** Length in seconds of a loop that is switched on before a range was marked. */
const FIRST = 8;

/** The settings of the mixer, which also control the player. */
export function useMixer(song: MixedSong, player: StemPlayer | null) {
  const { stems, muted, duration } = song;
  const [state, setState] = useStoredMixer(song);
  const [side, setSide] = useState<Side>("mix");
  const [selected, select] = useState(0);
  const { mix, loop, isLooping, practice } = state;
  const { tempo, semitones, grid, metronome, countIn } = practice;
  const setMix = useCallback(
    (next: (mix: Mix) => Mix): void => {
      // A changed setting must be audible.
      setSide("mix");
      setState((now) => ({ ...now, mix: next(now.mix) }));
    },
    [setState],
  );

  useEffect(() => {
    const { levels, master } = levelsOf(mix, side);
    player?.mix(levels, master);
  }, [player, mix, side]);
  useEffect(() => {
    player?.set(
      isLooping && loop ? { ...loop, loop: true } : { start: 0, end: duration, loop: false },
    );
  }, [player, loop, isLooping, duration]);
  const pace = useMemo(() => ({ tempo: tempo / 100, semitones }), [tempo, semitones]);
  useEffect(() => player?.pace(pace), [player, pace]);
  useEffect(
    () => player?.click({ grid, isOn: metronome, countIn: countIn ? grid.metre : 0 }),
    [player, grid, metronome, countIn],
  );

  const change = useCallback(
    (at: number, part: Partial<StemMix>): void => setMix((now) => changeStem(now, at, part)),
    [setMix],
  );
  const offerGrid = useCallback(
    (grid: BeatGrid): void =>
      setState((now) =>
        isDefaultGrid(now.practice.grid) ? { ...now, practice: { ...now.practice, grid } } : now,
      ),
    [setState],
  );
  const mark = (range: LoopRange): void =>
    setState((now) => ({
      ...now,
      loop: range,
      isLooping: now.isLooping || range.end - range.start >= SHORTEST_LOOP,
    }));
  return {
    mix,
    side,
    setSide,
    change,
    setMaster: (master: number): void => setMix((now) => ({ ...now, master })),
    /** Resets the mix; stems are muted as by default. */
    reset: (): void => setMix(() => mixerAtFirst(stems, muted).mix),
    loop,
    isLooping: isLooping && loop !== null,
    mark,
    /** Sets one end of the loop, in seconds. */
    markEnd: (end: "start" | "end", time: number): void => {
      const now = loop ?? { start: 0, end: duration };
      const next = { ...now, [end]: time };
      if (next.end - next.start < SHORTEST_LOOP) return;
      mark(next);
    },
    toggleLoop: (time: number): void => {
      if (!loop) return mark({ start: time, end: Math.min(duration, time + FIRST) });
      setState((now) => ({ ...now, isLooping: !now.isLooping }));
    },
    practice,
    /** Tempo and pitch of the playback. */
    pace,
    setPractice: (part: Partial<PracticeState>): void =>
      setState((now) => ({ ...now, practice: { ...now.practice, ...part } })),
    /** Sets detected beats, unless the visitor has set some. */
    offerGrid,
    selected,
    select,
  };
}
export type Mixer = ReturnType<typeof useMixer>;
