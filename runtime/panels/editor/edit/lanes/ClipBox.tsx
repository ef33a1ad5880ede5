import { type PointerEvent, useState } from "react";
import { fadeLength } from "#audio/edit/arrange.ts";
import type { Clip } from "#audio/edit/edit.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useEditor, useEditorState, useTimeline } from "../context/editor-context.ts";
import { addPointAt } from "../curve/add-point.ts";
import { dragClip } from "./clip-drag.ts";
import { ClipHandles } from "./ClipHandles.tsx";
import { createDoublePress } from "../axis/double-press.ts";
import { FadeLine } from "./FadeLine.tsx";
import css from "./lane.module.css";
import { viewRange } from "../axis/view-percent.ts";

/** A clip on its lane: a name to select and drag it by, and handles for its ends and fades while it is active. */
export function ClipBox({
  track,
  clip,
  active,
}: {
  readonly track: number;
  readonly clip: Clip;
  /** Whether the handles are shown. */
  readonly active: boolean;
}) {
  const { t, format } = useLocale();
  const editor = useEditor();
  const { store, playback } = editor;
  const { view, scale, sampleRate } = useTimeline();
  const length = clip.end - clip.start;
  const [from, to] = [clip.at / sampleRate, (clip.at + length) / sampleRate];
  const [isDoublePress] = useState(createDoublePress);
  const name = useEditorState(({ sources }) => sources[clip.source]?.name ?? "");
  const select = (): void => {
    store.select({ tracks: [track], start: clip.at, end: clip.at + length });
    playback.seek(from);
  };
  const press = (event: PointerEvent<HTMLElement>): void => {
    const isCurveEdited = editor.settings().envelope;
    if (!isDoublePress(track, event) || !isCurveEdited) return select();
    addPointAt(editor, { track, seconds: editor.timeline.timeAt(event.clientX) }, event);
  };
  return (
    <div
      className={css["clip"]}
      data-active={active || undefined}
      data-made={clip.layer !== undefined || undefined}
      style={viewRange(view, from, to)}
    >
      <button
        type="button"
        className={css["clipName"]}
        data-clip=""
        // The name stays visible if the clip starts before the view.
        style={{ paddingLeft: `${6 + Math.max(0, (view.from - from) * scale)}px` }}
        aria-label={t("panel-editor:edit.clip", {
          name,
          start: format.clock(from, 2),
          end: format.clock(to, 2),
        })}
        aria-pressed={active}
        data-hint={t("panel-editor:edit.hint.clip")}
        onPointerDown={(event) => dragClip(event, editor, { track, clip }, () => press(event))}
        onClick={(event) => {
          // Presses of a pointer are handled by `dragClip`.
          if (event.detail === 0) select();
        }}
      >
        <bdi>{name}</bdi>
      </button>
      {(["in", "out"] as const).map((side) => (
        <FadeLine
          key={side}
          ratio={fadeLength(clip, side) / length}
          curve={clip.fades?.at(-1)?.curve ?? "smooth"}
          side={side}
        />
      ))}
      {active && <ClipHandles track={track} clip={clip} name={name} />}
    </div>
  );
}
