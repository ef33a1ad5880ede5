import { useCallback, useRef, useState } from "react";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { describeError } from "#runtime/contract/describe-error.ts";
import { faultText } from "#runtime/contract/texts.ts";
import { draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import { type EffectRun, type RenderedEffect, runEditEffect } from "../project/run-edit-effect.ts";

/** Runs one effect at a time: a new run cancels the previous one. */
export function useEffectRun() {
  const { notices, report } = useWorkspace();
  /** From 0 to 1; null if it is not known. */
  const [done, setDone] = useState<number | null | "idle">("idle");
  const work = useRef<AbortController | null>(null);
  const cancel = useCallback((): void => work.current?.abort(), []);
  /** @returns null if it failed (the visitor is notified) or was canceled */
  const run = async (what: EffectRun): Promise<RenderedEffect | null> => {
    cancel();
    const abort = new AbortController();
    work.current = abort;
    setDone(null);
    try {
      return await runEditEffect(what, {
        engine: sharedEngine(),
        makeSound: () => draftStore.createSound(),
        signal: abort.signal,
        onProgress: (part) => work.current === abort && setDone(part),
      });
    } catch (error) {
      if (!abort.signal.aborted) notices.warn(faultText(describeError(error, report)));
      return null;
    } finally {
      if (work.current === abort) setDone("idle");
    }
  };
  return { run, cancel, done };
}
