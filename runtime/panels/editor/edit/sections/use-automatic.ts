import { useEffect, useRef, useState } from "react";
import { duckTrack } from "#audio/edit/duck.ts";
import { type Edit, type Selection, trackAlone } from "#audio/edit/edit.ts";
import { MAX_ENVELOPE_POINTS } from "#audio/edit/envelope.ts";
import { splitAt, splitPoints } from "#audio/edit/split-at-silence.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { describeError } from "#runtime/contract/describe-error.ts";
import { faultText } from "#runtime/contract/texts.ts";
import type { MakeOptions } from "#runtime/panel-kit/save/use-rendering.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { ReadTrack } from "#runtime/panel-kit/player/use-mix-player.ts";
import { useEditSettings } from "../context/edit-settings.ts";
import { useEditor, useEditorSound, useEditorState } from "../context/editor-context.ts";
import { trackPauses } from "../project/track-pauses.ts";
import { presentFiles } from "../project/use-mix.ts";

export interface SilenceValues {
  /** dBFS. */
  readonly threshold: number;
  /** Seconds. */
  readonly shortest: number;
  readonly margin: number;
}

export interface DuckValues {
  /** dB, above 0. */
  readonly amount: number;
  /** ms. */
  readonly attack: number;
  readonly release: number;
}

/** Splits a track at silence, and lowers one under another; one at a time. */
export function useAutomatic() {
  const t = useT();
  const { notices, report, say } = useWorkspace();
  const { store } = useEditor();
  const { read, blobs } = useEditorSound();
  const [, change] = useEditSettings();
  /** Progress from 0 to 1; null while nothing runs. */
  const [progress, setProgress] = useState<number | null>(null);
  const edit = useEditorState((state) => state.edit);
  const [done, setDone] = useState<{ readonly text: string; readonly edit: Edit } | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  /** Runs on the state as it is now; if it changes meanwhile, the result is dropped. */
  const run = (task: (read: ReadTrack, options: MakeOptions) => Promise<string>) => async () => {
    if (!read || progress !== null) return;
    const abort = new AbortController();
    work.current = abort;
    setProgress(0);
    setDone(null);
    try {
      const text = await task(read, { signal: abort.signal, onProgress: setProgress });
      abort.signal.throwIfAborted();
      setDone({ text, edit: store.getState().edit });
      say(text);
    } catch (error) {
      if (!abort.signal.aborted) notices.warn(faultText(describeError(error, report)));
    } finally {
      setProgress(null);
    }
  };

  const splitAtSilence = ({ tracks, start, end }: Selection, values: SilenceValues) =>
    run(async (reader, { signal, onProgress }) => {
      const { edit: before } = store.getState();
      const { sampleRate, channels } = before;
      let [next, all] = [before, 0];
      for (const [index, track] of tracks.entries()) {
        const pauses = await trackPauses(
          reader,
          { track, start, end },
          {
            sampleRate,
            channels,
            signal,
            onProgress: (done) => onProgress((index + done) / tracks.length),
            threshold: values.threshold,
            minSeconds: values.shortest,
          },
        );
        const points = splitPoints(pauses, { start, end }, { sampleRate, margin: values.margin });
        const { edit: split, parts } = splitAt(next, track, points);
        [next, all] = [split, all + parts];
      }
      if (store.getState().edit !== before) return t("panel-editor:edit.auto.changed");
      if (all === 0) return t("panel-editor:edit.auto.loud");
      store.commit(next, { step: "splitSilence" });
      return t("panel-editor:edit.auto.parts", { count: all });
    });

  /** @param track the track that is lowered @param speaker the one that speaks */
  const duck = (track: number, speaker: number, { amount, attack, release }: DuckValues) =>
    run(async (_reader, { signal, onProgress }) => {
      const { edit: before } = store.getState();
      const { sampleRate } = before;
      const [lowered, speaking] = [track, speaker].map((id) =>
        before.tracks.find((each) => each.id === id),
      );
      const spoken = await sharedEngine().findSpeech(
        { edit: trackAlone(before, speaker), sources: presentFiles(blobs) },
        { signal, onProgress: (done) => onProgress(done ?? 0) },
      );
      if (store.getState().edit !== before) return t("panel-editor:edit.auto.changed");
      const speech = spoken.map(([from, to]) => ({
        start: Math.round(from * sampleRate),
        end: Math.round(to * sampleRate),
      }));
      const frames = (ms: number): number => Math.max(1, Math.round((ms / 1000) * sampleRate));
      const { edit: next, ranges } = duckTrack(before, track, speech, {
        speaker,
        gain: -amount,
        attack: frames(attack),
        release: frames(release),
      });
      if (ranges === null) return t("panel-editor:edit.auto.many", { max: MAX_ENVELOPE_POINTS });
      if (ranges === 0)
        return t("panel-editor:edit.auto.quiet", {
          name: lowered?.name ?? "",
          speaker: speaking?.name ?? "",
        });
      store.commit(next, { step: "duck" });
      change({ envelope: true });
      return t("panel-editor:edit.auto.lowered", { count: ranges });
    });
  /** What was done; it is no longer true of another edit, for example after an undo. */
  const result = done?.edit === edit ? done.text : "";
  const cancel = (): void => work.current?.abort();
  return { isReady: read !== null, progress, cancel, result, splitAtSilence, duck };
}
