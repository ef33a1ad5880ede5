import { useCallback, useEffect, useRef, useState } from "react";
import type { Edit } from "#audio/edit/edit.ts";
import { useWorkspace } from "#runtime/workspace/contract/context.ts";
import type { Desk } from "../desk/desk.ts";
import { targetOf } from "../project/edit-commands.ts";
import type { Made } from "../project/run-edit-effect.ts";
import type { Blobs } from "../project/use-mix.ts";
import type { EffectChoice } from "./use-effect-choice.ts";
import { useEffectRun } from "./use-effect-run.ts";

/** Seconds of the selection that are worked on to be heard. */
export const SAMPLE = 20;
/** ms of rest after which changed values are heard. */
const REST = 350;

export interface EffectTrialProps {
  readonly desk: Desk;
  readonly blobs: Blobs;
  /** What is heard instead of the draft; null: the draft. */
  readonly onTrial: (edit: Edit | null, blobs?: Readonly<Record<string, Blob>>) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly tell: (label: string) => void;
}

/** An effect on what is selected: tried, compared with what was before, then applied. */
export function useEffectTrial(
  { desk, blobs, onTrial, play, pause, tell }: EffectTrialProps,
  { id, effect, values, name }: EffectChoice,
) {
  const { report } = useWorkspace();
  const { store, state, rate } = desk;
  const { edit } = state;
  const { run: runEffect, cancel, done } = useEffectRun();
  const [made, setMade] = useState<Made | null>(null);
  const [isAfter, setAfter] = useState(true);
  const target = targetOf(state);

  const latest = useRef({ made, onTrial, pause });
  useEffect(() => {
    latest.current = { made, onTrial, pause };
  });
  /** Ends the trial; what was made for it goes. */
  const drop = useCallback((): void => {
    cancel();
    const { made: old } = latest.current;
    if (!old) return;
    latest.current.pause();
    latest.current.onTrial(null);
    setMade(null);
    old.discard().catch(report);
  }, [cancel, report]);
  useDropped(desk, drop);

  const run = async (most: number): Promise<Made | null> => {
    if (!target || !effect) return null;
    const part = { ...target, end: Math.min(target.end, target.start + most * rate) };
    return runEffect({ edit, blobs, selection: part, effect: id, values, name });
  };
  const listen = async (): Promise<void> => {
    const next = await run(SAMPLE);
    if (!next) return;
    const { made: old } = latest.current;
    setMade(next);
    setAfter(true);
    onTrial(next.edit, next.blobs);
    if (old) await old.discard();
    else play();
  };
  const apply = async (): Promise<void> => {
    const isWhole = target !== null && target.end - target.start <= SAMPLE * rate;
    // What was heard is what is taken, where it was all of it.
    const ready = made && isWhole ? made : await run(Infinity);
    if (!ready) return;
    if (made && ready !== made) drop();
    setMade(null);
    latest.current = { ...latest.current, made: null };
    onTrial(null, ready.blobs);
    store.describe(ready.sources);
    store.commit(ready.edit, { step: "effect" });
    tell("effect");
  };
  const isTrial = made !== null;
  useChangesHeard(isTrial, JSON.stringify([id, values]), () => void listen().catch(report));
  return {
    target,
    done,
    cancel,
    drop,
    isTrial,
    isAfter,
    /** Lets what was made be heard, or what was before. */
    compare: (after: boolean): void => {
      setAfter(after);
      if (made) onTrial(after ? made.edit : null, made.blobs);
    },
    listen: () => void listen().catch(report),
    apply: () => void apply().catch(report),
  };
}

/** What was tried belongs to the state in which it was tried. */
function useDropped({ state: { edit, selection } }: Desk, drop: () => void): void {
  const first = useRef({ edit, selection });
  useEffect(() => {
    if (first.current.edit === edit && first.current.selection === selection) return;
    first.current = { edit, selection };
    drop();
  }, [edit, selection, drop]);
  useEffect(() => drop, [drop]);
}

/** Changed values are heard a moment later. @param text all values */
function useChangesHeard(isTrial: boolean, text: string, listen: () => void): void {
  const heard = useRef(text);
  useEffect(() => {
    if (!isTrial) {
      heard.current = text;
      return undefined;
    }
    if (heard.current === text) return undefined;
    const timer = setTimeout(() => {
      heard.current = text;
      listen();
    }, REST);
    return () => clearTimeout(timer);
  });
}
