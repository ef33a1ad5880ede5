import { useRef } from "react";
import { fadeLength, setClipFade, trimClip } from "#audio/edit/arrange.ts";
import type { Clip, Edit } from "#audio/edit/edit.ts";
import type { Desk } from "../desk/desk.ts";
import { framesAt } from "#runtime/panel-kit/draft/edit-draft.ts";

/** What the grips of a clip do, as `onMove` of a `Grip` gets it. */
export interface ClipChanges {
  readonly fadeBy: (direction: "in" | "out") => (by: number, movement: symbol) => void;
  readonly trimBy: (edge: "start" | "end") => (by: number, movement: symbol) => void;
}

/** Changes of a clip's ends and fades. */
export function useClipChanges(desk: Desk, track: number, clip: Clip): ClipChanges {
  const { store, state, rate, values } = desk;
  const info = state.sources[clip.source];
  const before = useRef({ edit: state.edit, clip });
  const started = useRef<symbol | null>(null);
  /** What a grip changes is changed of what was there when it was taken. */
  const base = (movement: symbol) => {
    if (started.current !== movement) {
      started.current = movement;
      before.current = { edit: state.edit, clip };
    }
    return before.current;
  };
  return {
    fadeBy: (direction) => (by, movement) => {
      const { edit, clip: first } = base(movement);
      const change = Math.round((direction === "in" ? by : -by) * rate);
      store.commit(
        setClipFade(
          edit,
          { track, at: first.at },
          { direction, frames: fadeLength(first, direction) + change, curve: values.curve },
        ),
        { step: "clipFade", movement },
      );
    },
    trimBy: (edge) => (by, movement) => {
      const { edit, clip: first } = base(movement);
      const origin = edge === "start" ? first.at : first.at + first.end - first.start;
      const wanted = desk.snapped(origin / rate + by) * rate;
      const next = trimClip(
        edit,
        { track, at: first.at },
        {
          edge,
          to: Math.round(wanted),
          frames: info ? framesAt(info, rate) : first.end,
          overlap: values.crossfade,
        },
      );
      // Where it begins it is chosen, whatever overlaps it.
      const clips = (all: Edit) => all.tracks.find(({ id }) => id === track)!.clips;
      const kept = clips(next)[clips(edit).indexOf(first)]!.at;
      store.commit(next, {
        step: "trim",
        movement,
        selection: { start: kept, end: kept },
      });
    },
  };
}
