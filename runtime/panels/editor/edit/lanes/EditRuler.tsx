import { type Ref, memo } from "react";
import { MarkerFlags } from "./MarkerFlags.tsx";
import { RulerNumbers } from "./RulerNumbers.tsx";
import { SelectionEdge } from "./SelectionEdge.tsx";
import css from "./lane.module.css";

/** The time axis with its markers and the ends of the selection. */
export const EditRuler = memo(function EditRuler({
  axis,
}: {
  /** The element whose left and right sides are those of all lanes. */
  readonly axis: Ref<HTMLDivElement>;
}) {
  return (
    <div className={css["ruler"]} dir="ltr" ref={axis}>
      <RulerNumbers />
      <MarkerFlags />
      <SelectionEdge kind="start" />
      <SelectionEdge kind="end" />
    </div>
  );
});
