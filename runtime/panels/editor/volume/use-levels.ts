import { useEffect, useState } from "react";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { Levels, Limited } from "#runtime/audio/worker/results.ts";
import { type GainPlan, type VolumeValues, limiterGoalOf, planGain } from "../parts/gain-plan.ts";
import { useWorkspace } from "#runtime/workspace/contract/context.ts";
import type { TrayFile } from "#runtime/workspace/contract/file.ts";

/** What is measured of files; null where a file cannot be read. */
export type LevelsById = ReadonlyMap<string, Levels | null>;

/** Measures files, one after the other, each once. */
export function useLevels(input: readonly TrayFile[]): LevelsById {
  const { files } = useWorkspace();
  const [known, setKnown] = useState<LevelsById>(new Map());
  const next = input.find(({ id }) => !known.has(id))?.id ?? null;
  useEffect(() => {
    if (next === null) return undefined;
    const abort = new AbortController();
    const tell = (levels: Levels | null): void => {
      if (!abort.signal.aborted) setKnown((before) => new Map(before).set(next, levels));
    };
    files
      .open(next)
      .then((file) => sharedEngine().measure(file, { signal: abort.signal }))
      // What is wrong with the file is said by the list of files, or when it is worked on.
      .then(tell, () => tell(null));
    return () => abort.abort();
  }, [files, next]);
  return known;
}

/** ms for which settings have to rest before a limiter's outcome is measured. */
const REST = 400;

/** What will be done to each file that has been measured. What a limiter takes away follows a little later. */
export function usePlans(
  input: readonly TrayFile[],
  levels: LevelsById,
  values: VolumeValues,
): ReadonlyMap<string, GainPlan> {
  const { files } = useWorkspace();
  const [known, setKnown] = useState<ReadonlyMap<string, Limited | null>>(new Map());
  const goals = input.flatMap(({ id }) => {
    const found = levels.get(id);
    const goal = found && limiterGoalOf(values, found);
    return found ? [{ id, found, goal, key: `${id} ${JSON.stringify(goal)}` }] : [];
  });
  const next = goals.find(({ goal, key }) => goal && !known.has(key));
  const nextKey = next?.key;
  useEffect(() => {
    if (!next?.goal) return undefined;
    const abort = new AbortController();
    const { id, goal, key } = next;
    const tell = (limited: Limited | null): void => {
      if (!abort.signal.aborted) setKnown((before) => new Map(before).set(key, limited));
    };
    const rest = setTimeout(() => {
      files
        .open(id)
        .then((file) => sharedEngine().measure(file, { signal: abort.signal }, goal))
        .then(
          (measured) => tell(measured.limited ?? null),
          () => tell(null),
        );
    }, REST);
    return () => {
      clearTimeout(rest);
      abort.abort();
    };
    // The key stands for the file and what is set.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [files, nextKey]);
  return new Map(
    goals.map(({ id, found, key }) => [id, planGain(values, found, known.get(key) ?? undefined)]),
  );
}
