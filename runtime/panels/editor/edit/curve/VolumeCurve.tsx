import { useState } from "react";
import type { Clip } from "#audio/edit/edit.ts";
import { useEditSettings } from "../context/edit-settings.ts";
import { useTimeline } from "../context/editor-context.ts";
import { viewRange } from "../axis/view-percent.ts";
import { CurvePoint } from "./CurvePoint.tsx";
import { visibleCurve } from "./curve-shape.ts";
import css from "./curve.module.css";

/** Minimum mean distance of points that are shown, in CSS pixels; a few are always shown. */
const MIN_DISTANCE = 8;
const MIN_POINTS = 8;

/**
 * The volume curve of a clip over its waveform. It is shown if it has points, or if the visitor
 * edits curves; then the active clip has handles for its points.
 */
export function VolumeCurve({
  track,
  clip,
  active,
}: {
  readonly track: number;
  readonly clip: Clip;
  readonly active: boolean;
}) {
  const [{ envelope: isEditing }] = useEditSettings();
  const timeline = useTimeline();
  const [focused, setFocused] = useState(0);
  if (!clip.envelope && !isEditing) return null;
  const { view, sampleRate } = timeline;
  const curve = visibleCurve(clip, timeline);
  if (!curve) return null;
  const { from, to, width, points, line } = curve;
  const isLegible = points.length <= Math.max(MIN_POINTS, width / MIN_DISTANCE);
  // One point is a tab stop; keys go from there to the others.
  const stop = points.find(({ index }) => index === focused) ?? points[0];
  return (
    <div className={css["area"]} style={viewRange(view, from, to)}>
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
        <polyline points={line} />
      </svg>
      {isEditing &&
        active &&
        isLegible &&
        points.map((point) => (
          <CurvePoint
            key={point.index}
            track={track}
            clip={clip}
            point={point}
            isStop={point === stop}
            onFocus={() => setFocused(point.index)}
            left={(point.at / sampleRate - from) / (to - from)}
          />
        ))}
    </div>
  );
}
