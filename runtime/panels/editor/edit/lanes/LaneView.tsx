import type { PointerEvent } from "react";
import { clipAt } from "#audio/edit/arrange.ts";
import type { Track } from "#audio/edit/edit.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { ClipBox } from "./ClipBox.tsx";
import { type Desk, shareOf } from "../desk/desk.ts";
import css from "./lane.module.css";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import { useLaneCanvas } from "./use-lane-canvas.ts";

/** Clips whose names and grips are drawn: more than can be told apart. */
const MOST_CLIPS = 200;
/** Least width of such a clip, in CSS pixels: a narrower one is a part of the drawing alone. */
const LEAST = 12;

/** The clips of a track along the time. Time runs from left to right in every language. */
export function LaneView({
  desk,
  track,
  player,
  onPress,
  lost,
}: {
  readonly desk: Desk;
  readonly track: Track;
  /** Null while there is nothing to be heard. */
  readonly player: LoopPlayer | null;
  readonly onPress: (event: PointerEvent<HTMLElement>) => void;
  /** Sources whose files are gone. */
  readonly lost: ReadonlySet<string>;
}) {
  const t = useT();
  const { state, rate, view, scale, values, Spectrogram } = desk;
  const { id, clips } = track;
  const { tracks, start, end } = state.selection;
  const isSelected = tracks.includes(id);
  const active = tracks[0] === id ? clipAt(state.edit, { track: id, at: start }) : null;
  const shown = clips
    .map((clip, index) => ({ clip, index }))
    .filter(({ clip }) => {
      const [from, to] = [clip.at / rate, (clip.at + clip.end - clip.start) / rate];
      return to >= view.from && from <= view.to && (to - from) * scale >= LEAST;
    })
    .slice(0, MOST_CLIPS);
  return (
    <div
      className={css["lane"]}
      dir="ltr"
      data-look={values.look}
      data-selected={isSelected || undefined}
    >
      <div
        className={css["surface"]}
        data-track={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a sound cannot be drawn as <img>
        role="img"
        aria-label={t("panel-editor:edit.lane", { name: track.name, count: clips.length })}
        onPointerDown={onPress}
      >
        {values.look !== "spectrogram" && <LaneWave desk={desk} track={track} />}
      </div>
      {values.look !== "waveform" && Spectrogram && (
        <Spectrogram desk={desk} track={track} player={player} onPress={onPress} />
      )}
      {isSelected && end > start && (
        <span
          className={css["selected"]}
          style={{
            left: `${shareOf(view, start / rate)}%`,
            width: `${shareOf(view, end / rate) - shareOf(view, start / rate)}%`,
          }}
        />
      )}
      {shown.map(({ clip, index }) => (
        <ClipBox key={index} desk={desk} track={id} clip={clip} active={clip === active} />
      ))}
      {shown.map(
        ({ clip: { at, source, start: first, end: last }, index }) =>
          lost.has(source) && (
            <span
              key={index}
              className={css["lost"]}
              style={{
                left: `${shareOf(view, at / rate)}%`,
                width: `${shareOf(view, (at + last - first) / rate) - shareOf(view, at / rate)}%`,
              }}
            />
          ),
      )}
    </div>
  );
}

/** The waveform of a track. */
function LaneWave({ desk, track }: { readonly desk: Desk; readonly track: Track }) {
  const { peaks, rate, view, read } = desk;
  const { canvas, width, height } = useLaneCanvas({
    track: track.id,
    clips: track.clips,
    peaks,
    sampleRate: rate,
    view,
    read,
  });
  return <canvas ref={canvas} className={css["canvas"]} width={width} height={height} />;
}
