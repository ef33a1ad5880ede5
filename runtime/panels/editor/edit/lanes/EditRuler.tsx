import type { Ref } from "react";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import type { Desk } from "../desk/desk.ts";
import { MarkFlags } from "./MarkFlags.tsx";
import { RulerNumbers } from "./RulerNumbers.tsx";
import { SelectionEdge } from "./SelectionEdge.tsx";
import css from "./lane.module.css";

/** The time, what is marked in it, the ends of the selection, and the place that is heard. */
export function EditRuler({
  desk,
  player,
  axis,
}: {
  readonly desk: Desk;
  readonly player: LoopPlayer | null;
  /** Whose sides are those of all lanes. */
  readonly axis: Ref<HTMLDivElement>;
}) {
  return (
    <div className={css["ruler"]} dir="ltr" ref={axis}>
      <RulerNumbers desk={desk} player={player} />
      <MarkFlags desk={desk} />
      <SelectionEdge desk={desk} kind="start" />
      <SelectionEdge desk={desk} kind="end" />
    </div>
  );
}
