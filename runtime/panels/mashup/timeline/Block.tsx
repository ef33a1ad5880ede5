import type { KeyboardEvent } from "react";
import { useState } from "react";
import type { MashupBlock } from "../../../../audio/music/mashup.ts";
import { useLocale } from "../../../i18n/context.tsx";
import css from "./timeline.module.css";

/** A block that is being dragged: where that began, CSS pixels of a bar, and bars since. */
interface Drag {
  readonly x: number;
  readonly bar: number;
  readonly by: number;
}

/** Bars that arrow keys move a block. */
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const FAR = 4;

/** Bars of a song on the timeline, to be dragged or moved by keys. */
export function Block({
  block: { at, bars: own },
  name,
  bars,
  isLead,
  isSelected,
  onSelect,
  onMove,
}: {
  readonly block: MashupBlock;
  readonly name: string;
  /** Of the timeline. */
  readonly bars: number;
  readonly isLead: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  /** @param by bars */
  readonly onMove: (by: number) => void;
}) {
  const { t, format } = useLocale();
  const [drag, setDrag] = useState<Drag | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(event.shiftKey ? FAR * by : by);
  };
  const share = (bar: number): string => `${(100 * bar) / bars}%`;
  return (
    <button
      type="button"
      className={css["block"]}
      data-lead={isLead || undefined}
      aria-pressed={isSelected}
      style={{ left: share(Math.max(0, at + (drag?.by ?? 0))), width: share(own) }}
      onClick={onSelect}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, clientX, pointerId }) => {
        currentTarget.setPointerCapture(pointerId);
        const { width } = currentTarget.parentElement!.getBoundingClientRect();
        setDrag({ x: clientX, bar: width / bars, by: 0 });
      }}
      onPointerMove={({ clientX }) => {
        if (!drag) return;
        const by = Math.round((clientX - drag.x) / drag.bar);
        if (by !== drag.by) setDrag({ ...drag, by });
      }}
      onPointerUp={() => {
        setDrag(null);
        if (drag && drag.by !== 0) onMove(drag.by);
      }}
      onPointerCancel={() => setDrag(null)}
    >
      {t("panel-mashup:block", {
        name,
        from: format.number(at + 1),
        to: format.number(at + own),
      })}
    </button>
  );
}
