import { useRef } from "react";
import { fadeLength, setClipFade, trimClip } from "#audio/edit/arrange.ts";
import type { Clip, Edit } from "#audio/edit/edit.ts";
import { framesAt } from "#runtime/panel-kit/draft/edit-draft.ts";
import { useEditor, useEditorState } from "../context/editor-context.ts";

/** `onMove` handlers for the handles of a clip. */
export interface ClipChanges {
  readonly fadeBy: (direction: "in" | "out") => (by: number, movement: symbol) => void;
  readonly trimBy: (edge: "start" | "end") => (by: number, movement: symbol) => void;
}

/** Changes the ends and fades of a clip. */
export function useClipChanges(track: number, clip: Clip): ClipChanges {
  const { store, timeline, settings } = useEditor();
  const edit = useEditorState((state) => state.edit);
  const before = useRef({ edit, clip });
  const current = useRef<symbol | null>(null);
  /** All moves of one movement start from the edit and the clip as they were when it began. */
  const baseOf = (movement: symbol) => {
    if (current.current !== movement) {
      current.current = movement;
      before.current = { edit, clip };
    }
    return before.current;
  };
  return {
    fadeBy: (direction) => (by, movement) => {
      const { edit: base, clip: first } = baseOf(movement);
      const change = Math.round((direction === "in" ? by : -by) * base.sampleRate);
      store.commit(
        setClipFade(
          base,
          { track, at: first.at },
          {
            direction,
            frames: fadeLength(first, direction) + change,
            curve: settings().curve,
          },
        ),
        { step: "clipFade", movement },
      );
    },
    trimBy: (edge) => (by, movement) => {
      const { edit: base, clip: first } = baseOf(movement);
      const { sampleRate } = base;
      const info = store.getState().sources[clip.source];
      const origin = edge === "start" ? first.at : first.at + first.end - first.start;
      const next = trimClip(
        base,
        { track, at: first.at },
        {
          edge,
          to: Math.round(timeline.snap(origin / sampleRate + by) * sampleRate),
          frames: info ? framesAt(info, sampleRate) : first.end,
          overlap: settings().crossfade,
        },
      );
      // The cursor goes to the start of the clip, so that the clip stays the active one even if others overlap it.
      const clipsIn = (all: Edit) => all.tracks.find(({ id }) => id === track)!.clips;
      const start = clipsIn(next)[clipsIn(base).indexOf(first)]!.at;
      store.commit(next, { step: "trim", movement, selection: { start, end: start } });
    },
  };
}
