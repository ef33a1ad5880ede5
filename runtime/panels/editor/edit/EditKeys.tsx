import { lengthOf } from "#audio/edit/edit.ts";
import { useShortcut } from "#runtime/contract/shortcuts/use-shortcut.ts";
import { useEditSettings } from "./context/edit-settings.ts";
import { useEditor, useEditorState } from "./context/editor-context.ts";
import type { Action, ActionName } from "./project/edit-actions.ts";
import { nextEdge, nextTrack } from "./project/edit-commands.ts";

/** Distances that keys move the playhead, in seconds. */
const STEP = { plain: 1, far: 5, fine: 0.01 } as const;

/** Binds the keyboard shortcuts of the editor. */
export function EditKeys({
  actions,
}: {
  readonly actions: Readonly<Record<ActionName, Action>>;
}): null {
  const { store, timeline, playback, settleSelection } = useEditor();
  const { time } = playback;
  const state = useEditorState((current) => current);
  const [{ loop }, change] = useEditSettings();
  const rate = state.edit.sampleRate;
  const go = (seconds: number): void => {
    const position = Math.min(timeline.current().extent, Math.max(0, seconds));
    store.select({ start: position * rate, end: position * rate });
    playback.seek(position);
  };
  const by = (seconds: number) => () => go(time() + seconds);
  const edge = (direction: 1 | -1) => () => {
    const next = nextEdge(state.edit, Math.round(time() * rate), direction);
    if (next !== null) go(next / rate);
  };
  const row = (direction: 1 | -1): Action => {
    const track = nextTrack(state, direction);
    return track === null ? null : () => store.select({ tracks: [track] });
  };
  const extend = (seconds: number) => () => {
    const { start, end } = store.getState().selection;
    store.select(
      seconds > 0
        ? { start, end: end + seconds * rate }
        : { start: Math.max(0, start + seconds * rate), end },
    );
  };
  const isOpen = state.edit.tracks.length > 0;
  const { start, end } = state.selection;
  useShortcut("audio.play", playback.toggle);
  useShortcut("audio.loop", () => change({ loop: !loop }));
  useShortcut("audio.in", () => {
    const start = time() * rate;
    store.select({ start, end: Math.max(start, store.getState().selection.end) });
    settleSelection();
  });
  useShortcut("audio.out", () => {
    const end = time() * rate;
    store.select({ start: Math.min(store.getState().selection.start, end), end });
    settleSelection();
  });
  useShortcut("audio.back", by(-STEP.plain));
  useShortcut("audio.forward", by(STEP.plain));
  useShortcut("audio.backFar", by(-STEP.far));
  useShortcut("audio.forwardFar", by(STEP.far));
  useShortcut("audio.backFine", by(-STEP.fine));
  useShortcut("audio.forwardFine", by(STEP.fine));
  useShortcut("audio.start", () => go(0));
  useShortcut("audio.end", () => go(lengthOf(store.getState().edit) / rate));
  useShortcut("audio.zoomIn", () => timeline.zoom(1, time()));
  useShortcut("audio.zoomOut", () => timeline.zoom(-1, time()));
  useShortcut("audio.fit", timeline.fit);
  useShortcut("audio.undo", actions.undo);
  useShortcut("audio.redo", actions.redo);
  useShortcut("audio.delete", actions.delete);
  useShortcut("audio.mute", actions.mute);
  useShortcut("audio.solo", actions.solo);
  useShortcut("edit.cut", actions.cut);
  useShortcut("edit.copy", actions.copy);
  useShortcut("edit.paste", actions.paste);
  useShortcut("edit.duplicate", actions.duplicate);
  useShortcut("edit.all", actions.all);
  useShortcut("edit.none", end > start ? () => store.select({ start, end: start }) : null);
  useShortcut("edit.silence", actions.silence);
  useShortcut("edit.crop", actions.crop);
  useShortcut("edit.split", actions.split);
  useShortcut("edit.mark", actions.mark);
  useShortcut("edit.point", actions.point);
  useShortcut("edit.previous", isOpen ? edge(-1) : null);
  useShortcut("edit.next", isOpen ? edge(1) : null);
  useShortcut("edit.above", row(-1));
  useShortcut("edit.below", row(1));
  useShortcut("edit.extendBack", isOpen ? extend(-STEP.plain) : null);
  useShortcut("edit.extend", isOpen ? extend(STEP.plain) : null);
  useShortcut("edit.earlier", actions.earlier);
  useShortcut("edit.later", actions.later);
  useShortcut("edit.trackUp", actions.trackUp);
  useShortcut("edit.trackDown", actions.trackDown);
  return null;
}
