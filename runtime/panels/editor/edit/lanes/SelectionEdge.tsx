import { useT } from "#runtime/i18n/context.tsx";
import { type Desk, shareOf } from "../desk/desk.ts";
import { Grip } from "./Grip.tsx";

/** An end of the selection, where it is in sight. */
export function SelectionEdge({
  desk,
  kind,
}: {
  readonly desk: Desk;
  readonly kind: "start" | "end";
}) {
  const t = useT();
  const { state, view, rate, extent, timeAt } = desk;
  const { start, end } = state.selection;
  const seconds = (kind === "start" ? start : end) / rate;
  if (seconds < view.from || seconds > view.to) return null;
  return (
    <Grip
      kind={kind}
      label={t(`panel-editor:handle.${kind}`)}
      value={seconds}
      least={kind === "start" ? 0 : start / rate}
      most={kind === "start" ? end / rate : extent}
      left={`${shareOf(view, seconds)}%`}
      timeAt={timeAt}
      onMove={moveEdge(desk, kind)}
      onSettled={desk.settle}
    />
  );
}

/** Moves go from where the edge was when the movement began. */
function moveEdge({ store, rate, snapped }: Desk, kind: "start" | "end") {
  let from: { readonly movement: symbol; readonly place: number } | null = null;
  return (by: number, movement: symbol): void => {
    const { selection } = store.getState();
    if (from?.movement !== movement) from = { movement, place: selection[kind] };
    const place = snapped(Math.max(0, from.place / rate + by)) * rate;
    store.select(
      kind === "start"
        ? { start: Math.min(place, selection.end) }
        : { end: Math.max(place, selection.start) },
    );
  };
}
