import { useCallback, useEffect, useRef, useState } from "react";
import { useWorkspace } from "#runtime/contract/context.ts";
import { useEditor, useEditorSound, useEditorState } from "../context/editor-context.ts";
import { commandTarget } from "../project/edit-commands.ts";
import type { RenderedEffect } from "../project/run-edit-effect.ts";
import type { EffectChoice } from "./use-effect-choice.ts";
import { useEffectRun } from "./use-effect-run.ts";

/** Maximum length of a preview, in seconds. */
export const PREVIEW_SECONDS = 20;
/** Time after the last change of a parameter until the preview is rendered again, in ms. */
const DEBOUNCE = 350;

/** Previews an effect on the selection, compares it with the original, and applies it. */
export function useEffectPreview({ id, effect, values, name }: EffectChoice) {
  const { report } = useWorkspace();
  const { store, playback, announce } = useEditor();
  const { blobs, setPreview } = useEditorSound();
  const state = useEditorState((current) => current);
  const { edit } = state;
  const { run: runEffect, cancel, done } = useEffectRun();
  const [rendered, setRendered] = useState<RenderedEffect | null>(null);
  const [isAfter, setAfter] = useState(true);
  const target = commandTarget(state);

  const latest = useRef(rendered);
  useEffect(() => {
    latest.current = rendered;
  });
  /** Ends the preview and discards its sound. */
  const stop = useCallback((): void => {
    cancel();
    const { current } = latest;
    if (!current) return;
    playback.pause();
    setPreview(null);
    setRendered(null);
    current.discard().catch(report);
  }, [cancel, playback, setPreview, report]);
  useStopOnChange(stop);

  const render = async (maxSeconds: number): Promise<RenderedEffect | null> => {
    if (!target || !effect) return null;
    const end = Math.min(target.end, target.start + maxSeconds * edit.sampleRate);
    return runEffect({ edit, blobs, selection: { ...target, end }, effect: id, values, name });
  };
  const start = async (): Promise<void> => {
    const next = await render(PREVIEW_SECONDS);
    if (!next) return;
    const { current: previous } = latest;
    setRendered(next);
    setAfter(true);
    setPreview(next.edit, next.blobs);
    if (previous) await previous.discard();
    else playback.play();
  };
  const apply = async (): Promise<void> => {
    const isWhole =
      target !== null && target.end - target.start <= PREVIEW_SECONDS * edit.sampleRate;
    // A preview of the whole selection is the result.
    const result = rendered && isWhole ? rendered : await render(Infinity);
    if (!result) return;
    if (rendered && result !== rendered) stop();
    setRendered(null);
    latest.current = null;
    setPreview(null, result.blobs);
    store.describe(result.sources);
    store.commit(result.edit, { step: "effect" });
    announce("effect");
  };
  const isPreviewing = rendered !== null;
  useDebouncedRender(isPreviewing, JSON.stringify([id, values]), () => void start().catch(report));
  return {
    target,
    done,
    cancel,
    stop,
    isPreviewing,
    isAfter,
    /** Plays the preview, or the original. */
    compare: (after: boolean): void => {
      setAfter(after);
      if (rendered) setPreview(after ? rendered.edit : null, rendered.blobs);
    },
    start: () => void start().catch(report),
    apply: () => void apply().catch(report),
  };
}

/** A preview ends when the edit or the selection changes, and when the section is closed. */
function useStopOnChange(stop: () => void): void {
  const edit = useEditorState((state) => state.edit);
  const selection = useEditorState((state) => state.selection);
  const first = useRef({ edit, selection });
  useEffect(() => {
    if (first.current.edit === edit && first.current.selection === selection) return;
    first.current = { edit, selection };
    stop();
  }, [edit, selection, stop]);
  useEffect(() => stop, [stop]);
}

/** Renders a preview again a moment after a parameter changed. @param parameters all of them as text */
function useDebouncedRender(isPreviewing: boolean, parameters: string, render: () => void): void {
  const rendered = useRef(parameters);
  useEffect(() => {
    if (!isPreviewing) {
      rendered.current = parameters;
      return undefined;
    }
    if (rendered.current === parameters) return undefined;
    const timer = setTimeout(() => {
      rendered.current = parameters;
      render();
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  });
}
