import { useEditor, useEditorState, useTimeline } from "../context/editor-context.ts";
import css from "./lane.module.css";
import { viewRange } from "../axis/view-percent.ts";

/** The markers on the ruler; pressing one selects its range. */
export function MarkerFlags() {
  const { store, playback } = useEditor();
  const { view, sampleRate } = useTimeline();
  const { marks } = useEditorState(({ edit }) => edit);
  return (
    <div className={css["marks"]}>
      {marks.map((mark) => {
        const [from, to] = [mark.start / sampleRate, mark.end / sampleRate];
        if (to < view.from || from > view.to) return null;
        const { left, width } = viewRange(view, from, to);
        return (
          <button
            key={mark.id}
            type="button"
            className={css["flag"]}
            data-place={mark.start === mark.end || undefined}
            style={{ left, ...(to > from && { width }) }}
            title={mark.name}
            onClick={() => {
              store.select({ start: mark.start, end: mark.end });
              playback.seek(from);
            }}
          >
            <bdi>{mark.name}</bdi>
          </button>
        );
      })}
    </div>
  );
}
