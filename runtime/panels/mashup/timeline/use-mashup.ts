import { useEffect, useMemo, useState } from "react";
import { editOfMashup, type Mashup } from "#audio/music/mashup.ts";
import { type FittedSong, fitSong, type Match } from "#audio/music/match-songs.ts";
import type { Mix } from "#runtime/audio/worker/sounds.ts";
import { useStoredState } from "#runtime/panel-kit/settings/use-settings-store.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";
import { thrownText } from "#runtime/contract/texts.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import type { Take } from "../songs/params.ts";
import type { CountedSong } from "../songs/song-state.ts";
import { serializeMashup, parseMashup } from "./stored-mashup.ts";

/** Input of a timeline. */
export interface MashupInput {
  readonly workspace: WorkspaceStore;
  /** Id of the job, for which the arrangement is stored. */
  readonly job: string;
  /** In the order of the songs. */
  readonly names: readonly string[];
  readonly songs: readonly CountedSong[];
  readonly takes: readonly Take[];
  readonly results: readonly JobResult[];
  readonly match: Match;
}

/** The alignment of each song with the bars. */
interface Fits {
  /**
   * Identifies the alignment: an open sound does not change, so that another alignment needs
   * another key.
   */
  readonly key: string;
  readonly fits: readonly FittedSong[];
}

/**
 * The same object while the alignment is the same: its input is new with each rendering of the
 * panel.
 */
function useFits({ songs, match }: MashupInput): Fits {
  const key = JSON.stringify([
    match,
    songs.map(({ beats: { beats, first, beatsPerBar } }) => {
      return [beats[0], beats.at(-1), beats.length, first, beatsPerBar];
    }),
  ]);
  const fitAll = (): Fits => ({
    key,
    fits: songs.map(({ beats, seconds }, at) =>
      fitSong(beats, { bpm: match.bpm, shifts: match.shifts[at]!, seconds }),
    ),
  });
  const [held, hold] = useState(fitAll);
  if (held.key === key) return held;
  const next = fitAll();
  hold(next);
  return next;
}

/** Default ducking of the accompaniment in dB, and default crossfade in beats. */
const DEFAULTS = { ducking: -3, crossfade: 1 } as const;

/** Aligns the first bar lines of all songs. */
function arrange(
  { names, songs, takes, match }: MashupInput,
  fits: ReturnType<typeof useFits>["fits"],
): Mashup {
  const maxLead = Math.max(...fits.map(({ lead }) => lead));
  const music = takes.findIndex((take) => take !== "vocals");
  return {
    bpm: match.bpm,
    beatsPerBar: songs[Math.max(0, music)]!.beats.beatsPerBar,
    parts: fits.map(({ lead, bars }, at) => ({
      source: String(at),
      name: names[at]!,
      isLead: takes[at] === "vocals",
      gain: 0,
      muted: false,
      bars,
      blocks: [{ at: maxLead - lead, from: 0, bars }],
    })),
    ...DEFAULTS,
  };
}

/** The arrangement of the songs of a mashup, and the mix that is played and written. */
export function useMashup(input: MashupInput) {
  const { jobs, notices } = useWorkspace();
  const { key, fits } = useFits(input);
  const [arranged, change] = useStoredState<Mashup>({
    workspace: input.workspace,
    name: "mashup",
    id: input.job,
    read: (stored) => parseMashup(stored, arrange(input, fits)),
    write: serializeMashup,
  });
  const [given] = useState(input.results);
  const [blobs, setBlobs] = useState<readonly Blob[] | null>(null);
  useEffect(() => {
    let here = true;
    Promise.all(given.map((result) => jobs.openResult(result))).then(
      (opened) => here && setBlobs(opened),
      (error: unknown) => here && notices.warn(thrownText(error)),
    );
    return () => void (here = false);
  }, [jobs, notices, given]);

  const { bpm } = input.match;
  const sampleRate = Math.max(...given.map(({ saving }) => saving?.sampleRate ?? 48_000));
  const mashup = useMemo<Mashup>(
    () => ({
      ...arranged,
      bpm,
      parts: arranged.parts.map((part, at) => ({
        ...part,
        source: `${at} ${key}`,
        bars: fits[at]!.bars,
      })),
    }),
    [arranged, bpm, fits, key],
  );
  const mix = useMemo<Mix | null>(() => {
    if (!blobs) return null;
    const named = <T>(values: readonly T[]) =>
      Object.fromEntries(mashup.parts.map(({ source }, at) => [source, values[at]!]));
    return {
      edit: editOfMashup(mashup, sampleRate),
      sources: named(blobs),
      warps: named(fits.map(({ warp }) => warp)),
    };
  }, [blobs, mashup, fits, sampleRate]);
  const warps = useMemo(() => fits.map(({ warp }) => warp), [fits]);
  return { mashup, change, mix, warps };
}
