import { useEffect, useMemo, useState } from "react";
import { useWorkspace } from "../../contract/context.ts";

/** Maximum number of steps that can be undone. */
const MAX_STEPS = 300;

interface Steps<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** Name of the last change: further changes of the same name belong to the same step. */
  readonly group: string | null;
}

export interface StepEdits<T> {
  /** Null until it is loaded. */
  readonly present: T | null;
  readonly failed: boolean;
  /** @param same consecutive changes with the same name, such as typed letters, are one step */
  readonly change: (next: (present: T) => T, same?: string) => void;
  /** Null if there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

/**
 * A value with an undo history, which is stored on the device after each step. Both functions must
 * stay the same while the same value is edited.
 */
export function useUndoHistory<T>(
  load: () => Promise<T>,
  keep: (present: T) => Promise<void>,
): StepEdits<T> {
  const { report } = useWorkspace();
  const [held, setHeld] = useState<{ readonly of: typeof load; readonly steps: Steps<T> } | null>(
    null,
  );
  const [failed, setFailed] = useState<typeof load | null>(null);
  const steps = held?.of === load ? held.steps : null;
  useEffect(() => {
    let here = true;
    load().then(
      (present) =>
        here && setHeld({ of: load, steps: { past: [], present, future: [], group: null } }),
      (error: unknown) => {
        if (!here) return;
        setFailed(() => load);
        report(error);
      },
    );
    return () => {
      here = false;
    };
  }, [load, report]);
  const actions = useMemo(() => {
    const go = (step: (steps: Steps<T>) => Steps<T>): void =>
      setHeld((now) => (now?.of === load ? { of: load, steps: step(now.steps) } : now));
    return {
      change: (next: (present: T) => T, same?: string): void =>
        go((now) => {
          const present = next(now.present);
          if (present === now.present) return now;
          const isMore = same !== undefined && same === now.group;
          const past = isMore ? now.past : [...now.past, now.present].slice(-MAX_STEPS);
          return { past, present, future: [], group: same ?? null };
        }),
      undo: (): void =>
        go((now) => {
          const present = now.past.at(-1);
          if (present === undefined) return now;
          const future = [now.present, ...now.future];
          return { past: now.past.slice(0, -1), present, future, group: null };
        }),
      redo: (): void =>
        go((now) => {
          const [present, ...future] = now.future;
          if (present === undefined) return now;
          return { past: [...now.past, now.present], present, future, group: null };
        }),
    };
  }, [load]);
  const isChanged = steps !== null && steps.past.length + steps.future.length > 0;
  const present = steps?.present ?? null;
  useEffect(() => {
    if (isChanged && present !== null) keep(present).catch(report);
  }, [keep, isChanged, present, report]);
  return {
    present,
    failed: failed === load,
    change: actions.change,
    undo: steps && steps.past.length > 0 ? actions.undo : null,
    redo: steps && steps.future.length > 0 ? actions.redo : null,
  };
}
