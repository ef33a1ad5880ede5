import { useEffect, useState } from "react";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { Levels, Limited } from "#audio/tasks/measure/levels.ts";
import { type GainPlan, type VolumeValues, limiterGoal, planGain } from "../parts/gain-plan.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";

/** Measured levels by file id; null if the file cannot be read. */
export type LevelsById = ReadonlyMap<string, Levels | null>;

/** Measures each file once, one after the other. */
export function useLevels(input: readonly TrayFile[]): LevelsById {
  const { files } = useWorkspace();
  const [levels, setLevels] = useState<LevelsById>(new Map());
  const next = input.find(({ id }) => !levels.has(id))?.id ?? null;
  useEffect(() => {
    if (next === null) return undefined;
    const abort = new AbortController();
    const store = (measured: Levels | null): void => {
      if (!abort.signal.aborted) setLevels((before) => new Map(before).set(next, measured));
    };
    files
      .open(next)
      .then((file) => sharedEngine().measure(file, { signal: abort.signal }))
      // The tray or the job reports the error.
      .then(store, () => store(null));
    return () => abort.abort();
  }, [files, next]);
  return levels;
}

/** Time without a change of the settings after which the limiter is measured, in ms. */
const DEBOUNCE = 400;

/** The plan of each measured file. The limiter's gain reduction follows a little later. */
export function usePlans(
  input: readonly TrayFile[],
  levels: LevelsById,
  values: VolumeValues,
): ReadonlyMap<string, GainPlan> {
  const { files } = useWorkspace();
  const [limits, setLimits] = useState<ReadonlyMap<string, Limited | null>>(new Map());
  const goals = input.flatMap(({ id }) => {
    const measured = levels.get(id);
    const goal = measured && limiterGoal(values, measured);
    return measured ? [{ id, measured, goal, key: `${id} ${JSON.stringify(goal)}` }] : [];
  });
  const next = goals.find(({ goal, key }) => goal && !limits.has(key));
  const nextKey = next?.key;
  useEffect(() => {
    if (!next?.goal) return undefined;
    const abort = new AbortController();
    const { id, goal, key } = next;
    const store = (limited: Limited | null): void => {
      if (!abort.signal.aborted) setLimits((before) => new Map(before).set(key, limited));
    };
    const timer = setTimeout(() => {
      files
        .open(id)
        .then((file) => sharedEngine().measure(file, { signal: abort.signal }, { goal }))
        .then(
          (measured) => store(measured.limited ?? null),
          () => store(null),
        );
    }, DEBOUNCE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // The key stands for the files and settings.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [files, nextKey]);
  return new Map(
    goals.map(({ id, measured, key }) => [
      id,
      planGain(values, measured, limits.get(key) ?? undefined),
    ]),
  );
}
