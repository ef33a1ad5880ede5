import { fadeLength } from "#audio/edit/arrange.ts";
import type { Clip } from "#audio/edit/edit.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { type Desk, shareOf } from "../desk/desk.ts";
import { ClipGrips } from "./ClipGrips.tsx";
import { FadeLine } from "./FadeLine.tsx";
import css from "./lane.module.css";
import { useClipDrag } from "./use-clip-drag.ts";

/** A clip on its lane: its name, by which it is chosen and moved; its ends and fades while it is chosen. */
export function ClipBox({
  desk,
  track,
  clip,
  active,
}: {
  readonly desk: Desk;
  readonly track: number;
  readonly clip: Clip;
  /** Whether its grips are shown. */
  readonly active: boolean;
}) {
  const { t, format } = useLocale();
  const { store, state, rate, view, scale, seek } = desk;
  const length = clip.end - clip.start;
  const [from, to] = [clip.at / rate, (clip.at + length) / rate];
  const name = state.sources[clip.source]?.name ?? "";
  const left = shareOf(view, from);
  const width = shareOf(view, to) - left;
  const choose = (): void => {
    store.select({ tracks: [track], start: clip.at, end: clip.at + length });
    seek(from);
  };
  const drag = useClipDrag(desk, track, clip, choose);
  return (
    <div
      className={css["clip"]}
      data-active={active || undefined}
      data-made={clip.layer !== undefined || undefined}
      style={{ left: `${left}%`, width: `${width}%` }}
    >
      <button
        type="button"
        className={css["clipName"]}
        // The name stays in sight where the clip begins before what is shown.
        style={{ paddingLeft: `${6 + Math.max(0, (view.from - from) * scale)}px` }}
        aria-label={t("panel-editor:edit.clip", {
          name,
          start: format.clock(from, 2),
          end: format.clock(to, 2),
        })}
        aria-pressed={active}
        onPointerDown={drag}
        onClick={(event) => {
          // A press of a pointer has been followed already.
          if (event.detail === 0) choose();
        }}
      >
        <bdi>{name}</bdi>
      </button>
      {(["in", "out"] as const).map((side) => (
        <FadeLine
          key={side}
          share={fadeLength(clip, side) / length}
          curve={clip.fades?.at(-1)?.curve ?? "smooth"}
          side={side}
        />
      ))}
      {active && <ClipGrips desk={desk} track={track} clip={clip} name={name} />}
    </div>
  );
}
