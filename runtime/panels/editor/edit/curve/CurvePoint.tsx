import type { ClipPoint } from "#audio/edit/edit-envelope.ts";
import { ENVELOPE_GAIN } from "#audio/edit/envelope.ts";
import type { Clip } from "#audio/edit/edit.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useEditor } from "../context/editor-context.ts";
import { gainToHeight } from "./curve-shape.ts";
import css from "./curve.module.css";
import { usePoint } from "./use-point.ts";

/** A point of a volume curve: dragged, moved by keys, and removed. */
export function CurvePoint({
  track,
  clip,
  point,
  isStop,
  onFocus,
  left,
}: {
  readonly track: number;
  readonly clip: Clip;
  readonly point: ClipPoint;
  /** Whether the tab key stops here. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  /** From 0 to 1 of the visible part of the clip. */
  readonly left: number;
}) {
  const { t, format } = useLocale();
  const { sampleRate } = useEditor().store.getState().edit;
  const { beginKeys, onKeyDown, onPointerDown } = usePoint(track, clip, point);
  const { at, gain } = point;
  const label = t("panel-editor:edit.envelope.point", {
    time: format.clock(at / sampleRate, 2),
  });
  return (
    <div
      className={css["point"]}
      data-point={at}
      data-hint={t("panel-editor:edit.hint.point")}
      style={{ left: `${100 * left}%`, top: `${100 * (1 - gainToHeight(gain))}%` }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <input> cannot be placed on the time axis
      role="slider"
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={ENVELOPE_GAIN.min}
      aria-valuemax={ENVELOPE_GAIN.max}
      aria-valuenow={Math.round(10 * gain) / 10}
      aria-keyshortcuts=", . Delete"
      aria-valuetext={format.decibels(gain)}
      onFocus={() => {
        beginKeys();
        onFocus();
      }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  );
}
