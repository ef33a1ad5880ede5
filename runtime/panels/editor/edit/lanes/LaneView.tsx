import { type PointerEvent, memo } from "react";
import { clipAt } from "#audio/edit/arrange.ts";
import type { Track } from "#audio/edit/edit.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { VolumeCurve } from "../curve/VolumeCurve.tsx";
import { ClipBox } from "./ClipBox.tsx";
import { useEditSettings } from "../context/edit-settings.ts";
import { useEditorSound, useEditorState, useTimeline } from "../context/editor-context.ts";
import css from "./lane.module.css";
import { LaneEdge } from "./SelectionEdge.tsx";
import { useLaneCanvas } from "./use-lane-canvas.ts";
import { viewRange } from "../axis/view-percent.ts";

/** Maximum number of clips with a name and handles, more than fit on a screen. */
const MAX_CLIPS = 200;
/** Minimum width of a clip with a name, in CSS pixels; narrower ones are only drawn on the canvas. */
const MIN_CLIP_WIDTH = 12;

/** The clips of a track on the time axis, which runs from left to right in every language. */
export const LaneView = memo(function LaneView({
  track,
  onPress,
}: {
  readonly track: Track;
  readonly onPress: (event: PointerEvent<HTMLElement>) => void;
}) {
  const t = useT();
  const { sampleRate, view, scale } = useTimeline();
  const { lost, Spectrogram } = useEditorSound();
  const [{ look: display, envelope: isCurveEdited }] = useEditSettings();
  const { id, clips } = track;
  const isSelected = useEditorState(({ selection }) => selection.tracks.includes(id));
  const active = useEditorState(({ edit, selection: { tracks, start } }) =>
    tracks[0] === id ? clipAt(edit, { track: id, at: start }) : null,
  );
  const shown = clips
    .map((clip, index) => ({ clip, index }))
    .filter(({ clip }) => {
      const [from, to] = [clip.at / sampleRate, (clip.at + clip.end - clip.start) / sampleRate];
      return to >= view.from && from <= view.to && (to - from) * scale >= MIN_CLIP_WIDTH;
    })
    .slice(0, MAX_CLIPS);
  return (
    <div
      className={css["lane"]}
      dir="ltr"
      data-lane=""
      data-look={display}
      data-selected={isSelected || undefined}
    >
      <div
        className={css["surface"]}
        data-track={id}
        data-hint={t(`panel-editor:edit.hint.${isCurveEdited ? "curve" : "lane"}`)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a sound cannot be drawn as <img>
        role="img"
        aria-label={t("panel-editor:edit.lane", { name: track.name, count: clips.length })}
        onPointerDown={onPress}
      >
        {display !== "spectrogram" && <LaneWave track={track} />}
      </div>
      {display !== "waveform" && Spectrogram && <Spectrogram track={track} onPress={onPress} />}
      {shown.map(({ clip, index }) => (
        <ClipBox key={index} track={id} clip={clip} active={clip === active} />
      ))}
      {isSelected && <SelectedRange />}
      {shown.map(({ clip, index }) => (
        <VolumeCurve key={index} track={id} clip={clip} active={clip === active} />
      ))}
      {shown.map(
        ({ clip: { at, source, start: first, end: last }, index }) =>
          lost.has(source) && (
            <span
              key={index}
              className={css["lost"]}
              style={viewRange(view, at / sampleRate, (at + last - first) / sampleRate)}
            />
          ),
      )}
    </div>
  );
});

function SelectedRange() {
  const { sampleRate, view } = useTimeline();
  const { start, end } = useEditorState(({ selection }) => selection);
  if (end <= start) return null;
  return (
    <span className={css["selected"]} style={viewRange(view, start / sampleRate, end / sampleRate)}>
      {(["start", "end"] as const).map((kind) => {
        const seconds = (kind === "start" ? start : end) / sampleRate;
        return seconds >= view.from && seconds <= view.to && <LaneEdge key={kind} kind={kind} />;
      })}
    </span>
  );
}

/** The waveform of a track. */
function LaneWave({ track }: { readonly track: Track }) {
  const { sampleRate, view } = useTimeline();
  const { peaks, read } = useEditorSound();
  const { canvas, width, height } = useLaneCanvas({
    track: track.id,
    clips: track.clips,
    peaks,
    sampleRate,
    view,
    read,
  });
  return <canvas ref={canvas} className={css["canvas"]} width={width} height={height} />;
}
