import type { PointerEvent } from "react";
import { useRef } from "react";
import { fadeLength, moveClip, setClipFade, trimClip } from "../../../../../audio/edit/arrange.ts";
import type { Clip } from "../../../../../audio/edit/edit.ts";
import { fadeAt } from "../../../../../audio/signal/fade.ts";
import { useLocale } from "../../../../i18n/context.tsx";
import type { Desk } from "../desk/desk.ts";
import { followPress, shareOf } from "../desk/desk.ts";
import { framesAt } from "../project/edit-draft.ts";
import { pullTo } from "../project/edit-places.ts";
import { edgesOf } from "../../../../../audio/edit/arrange.ts";
import { Grip } from "./Grip.tsx";
import css from "./lane.module.css";

/** CSS pixels from which a press is a drag, and within which edges draw each other. */
const DRAG = 4;
const PULL = 8;
/** Points of a fade's line. */
const POINTS = 16;

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
  const { store, state, rate, view, timeAt, scale, values, seek } = desk;
  const turns = useRef(0);
  const before = useRef({ edit: state.edit, clip });
  const length = clip.end - clip.start;
  const [from, to] = [clip.at / rate, (clip.at + length) / rate];
  const info = state.sources[clip.source];
  const name = info?.name ?? "";
  const left = shareOf(view, from);
  const width = shareOf(view, to) - left;

  const choose = (): void => {
    store.select({ tracks: [track], start: clip.at, end: clip.at + length });
    seek(from);
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const { clientX } = event;
    const { edit } = store.getState();
    const movement = `move ${track} ${clip.at} ${++turns.current}`;
    const without = edgesOf({
      ...edit,
      tracks: edit.tracks.map((one) => ({
        ...one,
        clips: one.clips.filter((other) => other !== clip),
      })),
    });
    let drags = false;
    followPress(
      event,
      (now) => {
        drags ||= Math.abs(now.clientX - clientX) >= DRAG || trackOf(now) !== track;
        if (!drags) return;
        const wanted = Math.max(0, clip.at + Math.round(((now.clientX - clientX) / scale) * rate));
        const place =
          values.snap === "grid"
            ? Math.round(desk.snapped(wanted / rate) * rate)
            : pullEnds(wanted, length, without, (PULL / scale) * rate);
        const row = trackOf(now) ?? track;
        const to = { track: row, at: place };
        store.commit(moveClip(edit, { track, at: clip.at }, to, values.crossfade), {
          step: "move",
          movement,
          selection: { tracks: [row], start: place, end: place },
        });
      },
      (last) => {
        if (last && !drags) choose();
      },
    );
  };

  const hold = (): void => {
    before.current = { edit: state.edit, clip };
  };
  /** What a grip changes is changed of what was there when it was taken. */
  const started = useRef("");
  const base = (movement: string) => {
    if (started.current !== movement) {
      started.current = movement;
      hold();
    }
    return before.current;
  };
  const fadeBy = (direction: "in" | "out") => (by: number, movement: string) => {
    const { edit, clip: first } = base(movement);
    const change = Math.round((direction === "in" ? by : -by) * rate);
    store.commit(
      setClipFade(
        edit,
        { track, at: first.at },
        { direction, frames: fadeLength(first, direction) + change, curve: values.curve },
      ),
      { step: "clipFade", movement: `${track} ${first.at} ${movement}` },
    );
  };
  const trimBy = (edge: "start" | "end") => (by: number, movement: string) => {
    const { edit, clip: first } = base(movement);
    const origin = edge === "start" ? first.at : first.at + first.end - first.start;
    const wanted = desk.snapped(origin / rate + by) * rate;
    const next = trimClip(
      edit,
      { track, at: first.at },
      {
        edge,
        to: Math.round(wanted),
        frames: info ? framesAt(info, rate) : first.end,
        overlap: values.crossfade,
      },
    );
    // Where it begins it is chosen, whatever overlaps it.
    const clips = (all: typeof edit) => all.tracks.find(({ id }) => id === track)!.clips;
    const kept = clips(next)[clips(edit).indexOf(first)]!.at;
    store.commit(next, {
      step: "trim",
      movement: `${track} ${first.source} ${movement}`,
      selection: { start: kept, end: kept },
    });
  };
  const fadeIn = fadeLength(clip, "in") / rate;
  const fadeOut = fadeLength(clip, "out") / rate;
  const seconds = length / rate;
  const grip = (kind: "fadeIn" | "fadeOut" | "trimStart" | "trimEnd") => {
    const isFade = kind === "fadeIn" || kind === "fadeOut";
    const place = { fadeIn, fadeOut: seconds - fadeOut, trimStart: 0, trimEnd: seconds }[kind];
    return (
      <Grip
        key={kind}
        kind={kind}
        label={t(`panel-editor:edit.grip.${kind}`, { name })}
        value={{ fadeIn, fadeOut, trimStart: from, trimEnd: to }[kind]}
        least={0}
        most={isFade ? seconds : desk.extent}
        left={`${(100 * place) / seconds}%`}
        timeAt={timeAt}
        onMove={
          isFade
            ? fadeBy(kind === "fadeIn" ? "in" : "out")
            : trimBy(kind === "trimStart" ? "start" : "end")
        }
      />
    );
  };
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
      <FadeLine share={fadeIn / seconds} curve={clip.fades?.at(-1)?.curve ?? "smooth"} side="in" />
      <FadeLine
        share={fadeOut / seconds}
        curve={clip.fades?.at(-1)?.curve ?? "smooth"}
        side="out"
      />
      {active && (["trimStart", "fadeIn", "fadeOut", "trimEnd"] as const).map(grip)}
    </div>
  );
}

/** The track of the lane under a pointer. */
function trackOf({ clientX, clientY }: globalThis.PointerEvent): number | null {
  const lane = document
    .elementsFromPoint(clientX, clientY)
    .find((one) => one instanceof HTMLElement && one.dataset["track"] !== undefined);
  return lane instanceof HTMLElement ? Number(lane.dataset["track"]) : null;
}

/** Moves a clip so that one of its ends meets an edge that is near. */
function pullEnds(at: number, length: number, edges: readonly number[], reach: number): number {
  const byStart = pullTo(at, edges, reach);
  if (byStart !== at) return byStart;
  return Math.max(0, pullTo(at + length, edges, reach) - length);
}

/** How the level goes at one end of a clip. */
function FadeLine({
  share,
  curve,
  side,
}: {
  /** Of the clip. */
  readonly share: number;
  readonly curve: Parameters<typeof fadeAt>[0];
  readonly side: "in" | "out";
}) {
  if (share <= 0) return null;
  const points = Array.from({ length: POINTS + 1 }, (_, at) => {
    const x = at / POINTS;
    const level = fadeAt(curve, side === "in" ? x : 1 - x);
    return `${(100 * x).toFixed(1)},${(100 * (1 - level)).toFixed(1)}`;
  });
  const width = `${100 * share}%`;
  return (
    <svg
      className={css["fade"]}
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      style={side === "in" ? { left: 0, width } : { right: 0, width }}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
