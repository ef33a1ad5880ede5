import { type Desk, shareOf } from "../desk/desk.ts";
import css from "./lane.module.css";

/** What is marked in the time; a press selects it. */
export function MarkFlags({ desk: { store, state, view, rate, seek } }: { readonly desk: Desk }) {
  return (
    <div className={css["marks"]}>
      {state.edit.marks.map((mark) => {
        const [from, to] = [mark.start / rate, mark.end / rate];
        if (to < view.from || from > view.to) return null;
        return (
          <button
            key={mark.id}
            type="button"
            className={css["flag"]}
            data-place={mark.start === mark.end || undefined}
            style={{
              left: `${shareOf(view, from)}%`,
              ...(to > from && { width: `${shareOf(view, to) - shareOf(view, from)}%` }),
            }}
            title={mark.name}
            onClick={() => {
              store.select({ start: mark.start, end: mark.end });
              seek(from);
            }}
          >
            <bdi>{mark.name}</bdi>
          </button>
        );
      })}
    </div>
  );
}
