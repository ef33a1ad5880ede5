import { useCallback, useEffect, useState } from "react";
import {
  type ComparePlayer,
  type ComparisonState,
  createComparePlayer,
} from "../player/compare-player.ts";
import { type RunRecord, records } from "../../audio/records.ts";
import type { TimeRange } from "#audio/parameters.ts";
import { type FoundRange, createTimeMap } from "../../audio/player/time-map.ts";
import type { OpenedFile, PeaksResult } from "../../audio/worker/results.ts";
import { useWorkspace } from "../../contract/context.ts";
import { usePeaks } from "../../audio/use-peaks.ts";
import type { JobResult, TrayFile } from "../../contract/file.ts";
import { watchSavedLevels } from "../save/saved-levels.ts";
import { constantStore } from "../player/use-exclusive-playback.ts";
import { type OpenPlayerOptions, useOpenPlayer } from "../player/use-open-player.ts";

const STILL = constantStore<ComparisonState>({ side: "after", playing: false, time: 0 });

export interface Comparison {
  /** Findings and measurements; null if they are no longer stored. */
  readonly record: RunRecord | null;
  readonly input: PeaksResult | null;
  readonly output: PeaksResult | null;
  /** Null until both are open. */
  readonly player: ComparePlayer | null;
  readonly state: ComparisonState;
  /** Whether they cannot be opened. */
  readonly failed: boolean;
}

/** Detected ranges without those that the visitor kept. */
function changedRanges(record: RunRecord | null): readonly FoundRange[] {
  const keep = (record?.values["keep"] ?? []) as readonly TimeRange[];
  return (record?.findings?.ranges ?? []).filter(
    ({ start, end }) => !keep.some(([from, to]) => from < end && to > start),
  );
}

type PlayerParts = Parameters<OpenPlayerOptions<ComparePlayer>["create"]>[0];

/**
 * Creates a player for a sound and its result. @param known null if it is unknown whether they are
 * aligned
 */
function playerOf(deps: PlayerParts, known: RunRecord | null): ComparePlayer {
  const [before, after] = deps.reading.files as [OpenedFile, OpenedFile];
  const lengths = known
    ? ([
        known.frames[0] / known.input.sampleRate,
        known.frames[1] / known.output.sampleRate,
      ] as const)
    : ([before.duration, after.duration] as const);
  return createComparePlayer({
    ...deps,
    inStep:
      known !== null &&
      known.frames[0] === known.frames[1] &&
      before.sampleRate === after.sampleRate,
    map: createTimeMap(...lengths, changedRanges(known)),
    duration: lengths[0],
  });
}

/** Opens a sound and its result for comparison; later arguments are ignored. */
export function useComparison(givenFile: TrayFile, givenResult: JobResult): Comparison {
  const { files, jobs } = useWorkspace();
  // The queue replaces both objects with every progress message.
  const [{ file, result }] = useState({ file: givenFile, result: givenResult });
  const [record, setRecord] = useState<RunRecord | null>(null);
  const openInput = useCallback(() => files.open(file.id), [files, file.id]);
  const openOutput = useCallback(() => jobs.openResult(result), [jobs, result]);
  const input = usePeaks(openInput);
  const output = usePeaks(openOutput);

  const open = useCallback(async () => {
    const known = await records.get("runs", result.id);
    setRecord(known);
    return {
      files: await Promise.all([openInput(), openOutput()]),
      create: (deps: PlayerParts) => playerOf(deps, known),
    };
  }, [openInput, openOutput, result.id]);
  useEffect(
    () =>
      watchSavedLevels(result.id, () => {
        // Without it, the levels before encoding stay.
        records.get("runs", result.id).then(setRecord, () => {});
      }),
    [result.id],
  );
  const { sound, state, failed } = useOpenPlayer(open, STILL);
  const player = sound?.player ?? null;
  return { record, input, output, player, state, failed };
}
