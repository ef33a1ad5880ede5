import { useLocale } from "../../i18n/context.tsx";
import { markEvery } from "./columns.ts";
import { markSide } from "./mark-side.ts";
import type { View } from "./view.ts";
import css from "./waveform-view.module.css";

/** Minimum distance between marks, in CSS pixels. */
const APART = 72;

/** Time axis below a waveform. */
export function Timeline({
  view: { from, to },
  columns,
}: {
  readonly view: View;
  /** Width in CSS pixels. */
  readonly columns: number;
}) {
  const { format } = useLocale();
  const step = markEvery(to - from, Math.max(APART, columns), APART);
  const first = Math.ceil(from / step - 1e-6);
  const marks: number[] = [];
  for (let at = first; at * step < to && marks.length < 200; at++) marks.push(at * step);
  const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  const scale = columns / (to - from);
  return (
    <div className={css["timeline"]} aria-hidden="true">
      {marks.map((at) => {
        const text = format.clock(at, digits);
        const sideInput = { position: (at - from) * scale, room: columns, apart: step * scale };
        const side = markSide(text, sideInput);
        return (
          <span key={at} data-side={side} style={{ left: `${(100 * (at - from)) / (to - from)}%` }}>
            {side && text}
          </span>
        );
      })}
    </div>
  );
}
