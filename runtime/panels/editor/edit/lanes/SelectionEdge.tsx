import { useT } from "#runtime/i18n/context.tsx";
import { type Editor, useEditor, useEditorState, useTimeline } from "../context/editor-context.ts";
import { followDrag } from "../axis/follow-press.ts";
import { Handle } from "./Handle.tsx";
import css from "./lane.module.css";
import { viewPercent } from "../axis/view-percent.ts";

/** A handle for one end of the selection, if that end is visible. */
export function SelectionEdge({ kind }: { readonly kind: "start" | "end" }) {
  const t = useT();
  const editor = useEditor();
  const { view, extent, sampleRate } = useTimeline();
  const { start, end } = useEditorState(({ selection }) => selection);
  const seconds = (kind === "start" ? start : end) / sampleRate;
  if (seconds < view.from || seconds > view.to) return null;
  return (
    <Handle
      kind={kind}
      label={t(`panel-editor:handle.${kind}`)}
      value={seconds}
      min={kind === "start" ? 0 : start / sampleRate}
      max={kind === "start" ? end / sampleRate : extent}
      left={`${viewPercent(view, seconds)}%`}
      onMove={moveEdge(editor, kind)}
      onSettled={editor.settleSelection}
    />
  );
}

/** One end of the selection within a lane, for the mouse; the handle on the ruler is for the keyboard. */
export function LaneEdge({ kind }: { readonly kind: "start" | "end" }) {
  const t = useT();
  const editor = useEditor();
  return (
    <span
      className={css["edge"]}
      data-kind={kind}
      data-hint={t("panel-editor:edit.hint.edge")}
      onPointerDown={(event) =>
        followDrag(event, editor.timeline.timeAt, moveEdge(editor, kind), editor.settleSelection)
      }
    />
  );
}

/** All moves of one movement start from the position that the edge had when it began. */
function moveEdge({ store, timeline }: Editor, kind: "start" | "end") {
  let from: { readonly movement: symbol; readonly frame: number } | null = null;
  return (by: number, movement: symbol): void => {
    const { selection, edit } = store.getState();
    if (from?.movement !== movement) from = { movement, frame: selection[kind] };
    const rate = edit.sampleRate;
    const frame = timeline.snap(Math.max(0, from.frame / rate + by)) * rate;
    store.select(
      kind === "start"
        ? { start: Math.min(frame, selection.end) }
        : { end: Math.max(frame, selection.start) },
    );
  };
}
