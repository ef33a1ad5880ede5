import { useShortcut } from "#runtime/workspace/contract/shortcuts/use-shortcut.ts";
import type { Desk } from "./desk/desk.ts";
import type { Action, ActionName } from "./project/edit-actions.ts";
import { secondsOf } from "./project/edit-store.ts";
import { nextEdge, nextTrack } from "./project/edit-commands.ts";

/** Seconds. */
const STEP = { plain: 1, far: 5, fine: 0.01 } as const;

/** Binds the keys of the editor. */
export function EditKeys({
  desk,
  actions,
  time,
  onPlay,
  onZoom,
  onFit,
  onLoop,
}: {
  readonly desk: Desk;
  readonly actions: Readonly<Record<ActionName, Action>>;
  /** Seconds; where the playhead is. */
  readonly time: () => number;
  readonly onPlay: () => void;
  readonly onZoom: (way: 1 | -1) => void;
  readonly onFit: () => void;
  readonly onLoop: () => void;
}): null {
  const { store, state, rate, seek, extent, settle } = desk;
  const go = (seconds: number): void => {
    const place = Math.min(extent, Math.max(0, seconds));
    store.select({ start: place * rate, end: place * rate });
    seek(place);
  };
  const by = (seconds: number) => () => go(time() + seconds);
  const edge = (direction: 1 | -1) => () => {
    const found = nextEdge(state.edit, Math.round(time() * rate), direction);
    if (found !== null) go(found / rate);
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
  useShortcut("audio.play", onPlay);
  useShortcut("audio.loop", onLoop);
  useShortcut("audio.in", () => {
    const start = time() * rate;
    store.select({ start, end: Math.max(start, store.getState().selection.end) });
    settle();
  });
  useShortcut("audio.out", () => {
    const end = time() * rate;
    store.select({ start: Math.min(store.getState().selection.start, end), end });
    settle();
  });
  useShortcut("audio.back", by(-STEP.plain));
  useShortcut("audio.forward", by(STEP.plain));
  useShortcut("audio.backFar", by(-STEP.far));
  useShortcut("audio.forwardFar", by(STEP.far));
  useShortcut("audio.backFine", by(-STEP.fine));
  useShortcut("audio.forwardFine", by(STEP.fine));
  useShortcut("audio.start", () => go(0));
  useShortcut("audio.end", () => go(secondsOf(store.getState().edit)));
  useShortcut("audio.zoomIn", () => onZoom(1));
  useShortcut("audio.zoomOut", () => onZoom(-1));
  useShortcut("audio.fit", onFit);
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
  useShortcut("edit.silence", actions.silence);
  useShortcut("edit.crop", actions.crop);
  useShortcut("edit.split", actions.split);
  useShortcut("edit.mark", actions.mark);
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
