import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { playedLengthOf } from "#audio/edit/edit.ts";
import type { Reading } from "../../audio/engine-types.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { Mix } from "../../audio/worker/sounds.ts";
import { useWorkspace } from "../../contract/context.ts";
import { describeError } from "../../contract/describe-error.ts";
import { faultText } from "../../contract/texts.ts";
import { browserOutput } from "./browser-output.ts";
import { type PeakLevels, createMeteredOutput } from "./mix-graph.ts";
import { type LoopPlayer, createLoopPlayer } from "./loop-player.ts";
import type { PlayerState } from "./player.ts";
import { constantStore, useExclusivePlayback } from "./use-exclusive-playback.ts";

const STOPPED = constantStore<PlayerState>({ playing: false, time: 0 });

/** Reads frames of one track without the mixer; fewer at the end of the edit. */
export type ReadTrack = (
  track: number,
  from: number,
  count: number,
) => Promise<readonly Float32Array[]>;

export interface Mixing {
  readonly player: LoopPlayer;
  readonly read: ReadTrack;
  /** Peaks of the present output. */
  readonly levels: () => PeakLevels;
}

/** Position of the playhead in seconds. */
export const usePlayhead = (player: LoopPlayer | null): number =>
  useStore(player ?? STOPPED, (state) => state.time);

/** Whether it plays. */
export const usePlaying = (player: LoopPlayer | null): boolean =>
  useStore(player ?? STOPPED, (state) => state.playing);

/** Length of an edit in seconds. */
const secondsOf = ({ edit }: Mix): number => playedLengthOf(edit) / edit.sampleRate;

/**
 * Plays a mix. Changes during playback are heard a moment later, without a gap. Only one sound of
 * the workspace plays at a time.
 * @param mix the same object for the same mix; null until its files are open
 */
export function useMixPlayer(mix: Mix | null): {
  readonly mixing: Mixing | null;
  readonly playing: boolean;
} {
  const { notices, report } = useWorkspace();
  const [mixing, setMixing] = useState<Mixing | null>(null);
  const isReady = mix !== null;
  const latest = useRef<{ mix: Mix | null; change: () => void }>({ mix, change: () => {} });
  const sampleRate = mix?.edit.sampleRate ?? 0;

  useEffect(() => {
    if (!mix) return;
    latest.current.mix = mix;
    latest.current.change();
  }, [mix]);

  useEffect(() => {
    if (!isReady) return undefined;
    let here = true;
    let made: LoopPlayer | null = null;
    const now = latest.current;
    const fail = (error: unknown): void =>
      void notices.warn(faultText(describeError(error, report)));
    const start = async (): Promise<void> => {
      const given = now.mix!;
      const reading = await sharedEngine().open([given]);
      if (!here) return reading.close();
      const { inlet, peaks: levels } = createMeteredOutput();
      const player = createLoopPlayer({
        inlet,
        reading: followingLength(reading, () => secondsOf(now.mix!)),
        ...browserOutput({ notices, report: fail }),
      });
      made = player;
      now.change = () => {
        reading.change(0, now.mix!);
        player.refresh();
      };
      if (now.mix !== given) now.change();
      const read: ReadTrack = (track, from, count) => reading.read({ file: 0, from, count, track });
      setMixing({ player, read, levels });
    };
    start().catch((error: unknown) => here && fail(error));
    return () => {
      here = false;
      now.change = () => {};
      made?.close();
      setMixing(null);
    };
    // A new sample rate needs a new audio context; other changes go to the reading.
  }, [isReady, sampleRate, notices, report]);

  const player = mixing?.player ?? null;
  const playing = usePlaying(player);
  useExclusivePlayback(player, playing);
  return { mixing, playing };
}

/** A reading whose length follows the edit. @param seconds present length */
function followingLength(
  reading: Reading,
  seconds: () => number,
): Pick<Reading, "files" | "read" | "close"> {
  return {
    get files() {
      return [{ ...reading.files[0]!, duration: seconds() }];
    },
    read: (request) => reading.read(request),
    close: () => reading.close(),
  };
}
