import { startTransition, useCallback, useEffect, useState } from "react";
import type { ComparePlayer, ComparisonState } from "../player/compare-player.ts";
import { createComparePlayer } from "../player/compare-player.ts";
import type { RunRecord } from "../../audio/records.ts";
import { records } from "../../audio/records.ts";
import type { TimeRange } from "../../../audio/parameters.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { FoundRange } from "../../audio/player/time-map.ts";
import { createTimeMap } from "../../audio/player/time-map.ts";
import type { PeaksResult } from "../../audio/worker/protocol.ts";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { usePeaks } from "../../audio/use-peaks.ts";
import type { JobResult, TrayFile } from "../../workspace/contract/file.ts";
import { stillOf, useOneSound } from "../player/use-one-sound.ts";

const STILL = stillOf<ComparisonState>({ side: "after", playing: false, time: 0 });

export interface Comparison {
  /** What was found and measured; null where nobody knows any more. */
  readonly record: RunRecord | null;
  readonly input: PeaksResult | null;
  readonly output: PeaksResult | null;
  /** Null until both can be heard. */
  readonly player: ComparePlayer | null;
  readonly state: ComparisonState;
  /** They cannot be opened for listening. */
  readonly failed: boolean;
}

/** What was found, without what the visitor kept. */
function changedRanges(record: RunRecord | null): readonly FoundRange[] {
  const keep = (record?.values["keep"] ?? []) as readonly TimeRange[];
  return (record?.findings?.ranges ?? []).filter(
    ({ start, end }) => !keep.some(([from, to]) => from < end && to > start),
  );
}

/** Opens a sound and its result, to see and hear them side by side; the first that it is given. */
export function useComparison(givenFile: TrayFile, givenResult: JobResult): Comparison {
  const { files, jobs, report } = useWorkspace();
  // Both are told anew with every progress of the queue.
  const [{ file, result }] = useState({ file: givenFile, result: givenResult });
  const [record, setRecord] = useState<RunRecord | null>(null);
  const [player, setPlayer] = useState<ComparePlayer | null>(null);
  const [failed, setFailed] = useState(false);
  const openInput = useCallback(() => files.open(file.id), [files, file.id]);
  const openOutput = useCallback(() => jobs.openResult(result), [jobs, result]);
  const input = usePeaks(openInput);
  const output = usePeaks(openOutput);

  useEffect(() => {
    let here = true;
    let made: ComparePlayer | null = null;
    const start = async (): Promise<void> => {
      const known = await records.get("runs", result.id);
      if (!here) return;
      setRecord(known);
      const both = await Promise.all([openInput(), openOutput()]);
      const reading = await sharedEngine().open(both);
      if (!here) return reading.close();
      const [before, after] = reading.files as [
        (typeof reading.files)[0],
        (typeof reading.files)[0],
      ];
      const lengthOf = (at: 0 | 1): number =>
        known
          ? known.frames[at] / (at === 0 ? known.input : known.output).sampleRate
          : reading.files[at]!.duration;
      made = createComparePlayer({
        reading,
        createContext: (sampleRate) => new AudioContext({ sampleRate }),
        setTimer: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        inStep:
          known !== null &&
          known.frames[0] === known.frames[1] &&
          before.sampleRate === after.sampleRate,
        map: createTimeMap(lengthOf(0), lengthOf(1), changedRanges(known)),
        duration: lengthOf(0),
        onError: report,
      });
      const ready = made;
      startTransition(() => {
        setPlayer(ready);
      });
    };
    start().catch((error: unknown) => {
      if (!here) return;
      setFailed(true);
      report(error);
    });
    return () => {
      here = false;
      made?.close();
    };
  }, [openInput, openOutput, result.id, report]);

  const state = useOneSound(player, STILL);
  return { record, input, output, player, state, failed };
}
