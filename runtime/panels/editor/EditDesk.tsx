import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { snapToZero } from "../../../audio/edit/zero-crossing.ts";
import { useWheel } from "../../audio/waveform/use-wheel.ts";
import type { View } from "../../audio/waveform/view.ts";
import { showPlace, zoomView } from "../../audio/waveform/view.ts";
import { useLocale } from "../../i18n/context.tsx";
import { useWorkspace } from "../../workspace/Context.tsx";
import type { PanelProps } from "../../workspace/types.ts";
import type { Edit } from "../../../audio/edit/edit.ts";
import type { Desk, EditValues } from "./desk.ts";
import { shareOf, USUAL_EDIT } from "./desk.ts";
import { actionsOf } from "./edit-actions.ts";
import { gridStep, toGrid } from "./edit-places.ts";
import { secondsOf } from "./edit-store.ts";
import type { EditorStore } from "./edit-store.ts";
import { EditBoxes } from "./EditBoxes.tsx";
import { EditFields } from "./EditFields.tsx";
import { EditKeys } from "./EditKeys.tsx";
import { EditOverview } from "./EditOverview.tsx";
import { EditRuler } from "./EditRuler.tsx";
import { EditTools } from "./EditTools.tsx";
import { EditTransport } from "./EditTransport.tsx";
import css from "./edit.module.css";
import type { LoopPlayer } from "./loop-player.ts";
import { LaneView } from "./LaneView.tsx";
import { TrackHead } from "./TrackHead.tsx";
import { useLanePointer } from "./use-lane-pointer.ts";
import { useBlobs, useMix, usePlace } from "./use-mix.ts";
import { useSourcePeaks } from "./use-source-peaks.ts";
import { useSpectra } from "./use-spectra.ts";
import { useSpectrogramPart } from "./use-spectrogram-part.ts";
import { useStored } from "./use-stored.ts";

/** Frames that are shown at least. */
const LEAST = 64;
const ZOOM = 2;
/** Seconds to each side in which a zero crossing is looked for. */
const REACH = 0.008;

/** The tracks of a draft, with all that is done to them. */
export function EditDesk({
  store,
  tool,
  jobs,
  workspace,
  onLost,
}: Pick<PanelProps, "tool" | "jobs" | "workspace"> & {
  readonly store: EditorStore;
  /** Told which sources have no file any more. */
  readonly onLost: (sources: ReadonlySet<string>) => void;
}) {
  const { t } = useLocale();
  const { say, report } = useWorkspace();
  const state = useStore(store);
  const [values, change] = useStored<EditValues>(workspace, "edit", USUAL_EDIT);
  /** What is heard instead of the draft, while an effect is tried. */
  const [trial, setTrial] = useState<Edit | null>(null);
  const { edit, selection, sources } = state;
  const rate = edit.sampleRate;
  const heard = trial ?? edit;
  const blobs = useBlobs(edit, sources);
  const [trialBlobs, setTrialBlobs] = useState<Readonly<Record<string, Blob>>>({});
  const allBlobs = useMemo(() => ({ ...blobs, ...trialBlobs }), [blobs, trialBlobs]);
  const { mixing, playing } = useMix(heard, allBlobs);
  const peaks = useSourcePeaks(allBlobs);
  const hasSpectra = values.look !== "waveform";
  const spectra = useSpectra(edit, blobs, hasSpectra);
  const Spectrogram = useSpectrogramPart(hasSpectra);
  const lost = useMemo(
    () => new Set(Object.keys(blobs).filter((id) => blobs[id] === null)),
    [blobs],
  );
  useEffect(() => onLost(lost), [lost, onLost]);
  const player = mixing?.player ?? null;

  const length = secondsOf(edit);
  const extent = Math.max(1, length * 1.08);
  const [view, setOwnView] = useState<View>({ from: 0, to: extent });
  const [shownExtent, setShownExtent] = useState(extent);
  if (shownExtent !== extent) {
    setShownExtent(extent);
    // Who sees all goes on seeing all.
    if (view.to - view.from >= shownExtent - 1e-6) setOwnView({ from: 0, to: extent });
    else if (view.to > extent)
      setOwnView({ from: Math.max(0, extent - (view.to - view.from)), to: extent });
  }
  const setView = useCallback((next: (now: View) => View) => setOwnView(next), []);
  // The cursor may have been put somewhere before there was anything to be heard.
  useEffect(() => {
    const { selection: chosen, edit: present } = store.getState();
    player?.seek(chosen.start / present.sampleRate);
  }, [player, store]);
  // What is heard stays in sight.
  useEffect(
    () =>
      player?.subscribe((now, before) => {
        if (now.playing && now.time !== before.time)
          setOwnView((shown) => showPlace(shown, now.time, extent));
      }),
    [player, extent],
  );

  const axis = useRef<HTMLDivElement>(null);
  const lanes = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = axis.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setWidth(Math.max(1, element.clientWidth)));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useWheel(axis, extent, setView, LEAST / rate);
  useWheel(lanes, extent, setView, LEAST / rate);
  const scale = width / (view.to - view.from);
  const timeAt = (x: number): number => {
    const { left, width: wide } = axis.current!.getBoundingClientRect();
    return Math.min(extent, Math.max(0, view.from + ((x - left) / wide) * (view.to - view.from)));
  };
  const { snap, ruler, loop, curve, crossfade } = values;
  const grid = gridStep(scale, ruler, values);
  const snapped = (seconds: number): number => (snap === "grid" ? toGrid(seconds, grid) : seconds);
  const seek = (seconds: number): void => player?.seek(seconds);
  const settle = async (): Promise<void> => {
    if (snap !== "zero" || !mixing) return;
    const { tracks, start, end } = store.getState().selection;
    const [track] = tracks;
    if (track === undefined) return;
    const reach = Math.round(REACH * rate);
    const crossing = async (frame: number): Promise<number> => {
      const from = Math.max(0, frame - reach);
      const block = await mixing.read(track, from, 2 * reach + 1);
      return from + snapToZero(block, frame - from, reach);
    };
    store.select({ start: await crossing(start), end: await crossing(end) });
  };
  const desk: Desk = {
    store,
    state,
    values,
    change,
    rate,
    extent,
    view,
    setView,
    peaks,
    spectra,
    Spectrogram,
    read: mixing?.read ?? null,
    timeAt,
    scale,
    snapped,
    settle: () => void settle().catch(report),
    seek,
  };

  const { start, end } = selection;
  useEffect(() => {
    player?.set(
      end > start
        ? { start: start / rate, end: end / rate, loop }
        : { start: 0, end: Infinity, loop },
    );
  }, [player, start, end, rate, loop]);
  const toggle = (): void => {
    if (!player) return;
    if (playing) return player.pause();
    if (player.getState().time >= length - 0.01) player.seek(start / rate);
    player.play();
  };
  const time = (): number => player?.getState().time ?? start / rate;
  const zoom = (way: 1 | -1): void => {
    const middle = (view.from + view.to) / 2;
    const place = time();
    const at = place >= view.from && place <= view.to ? place : middle;
    const factor = way === 1 ? ZOOM : 1 / ZOOM;
    setOwnView((now) => zoomView(now, { factor, at, duration: extent, shortest: LEAST / rate }));
  };
  const fit = (): void => setOwnView({ from: 0, to: extent });
  const tell = useCallback(
    (label: string, undone = false): void => {
      const done = t(`panel-editor:edit.done.${label}`);
      say(undone ? t("panel-editor:edit.undone", { done }) : done);
    },
    [say, t],
  );
  const actions = useMemo(
    () =>
      actionsOf(store, state, {
        curve,
        crossfade,
        nudge: Math.max(1, Math.round((snap === "grid" ? grid : 0.01) * rate)),
        markName: t("panel-editor:edit.mark.new", { number: state.edit.marks.length + 1 }),
        tell,
      }),
    [store, state, curve, crossfade, snap, grid, rate, t, tell],
  );
  const onPress = useLanePointer(desk);
  const loopToggle = (): void => change({ loop: !loop });

  return (
    <section className={css["desk"]} aria-label={t("panel-editor:sound")} data-desk="">
      <EditKeys
        desk={desk}
        actions={actions}
        time={time}
        onPlay={toggle}
        onZoom={zoom}
        onFit={fit}
        onLoop={loopToggle}
      />
      <EditTransport
        desk={desk}
        playing={playing}
        player={player}
        onPlay={toggle}
        onZoom={zoom}
        onFit={fit}
      />
      <EditTools actions={actions} />
      <div className={css["rows"]}>
        <div className={css["corner"]} />
        <EditOverview desk={desk} player={player} />
        <div className={css["corner"]} />
        <EditRuler desk={desk} player={player} axis={axis} />
        <div className={css["tracks"]} ref={lanes}>
          {edit.tracks.map((track, row) => (
            <div key={track.id} className={css["track"]}>
              <TrackHead
                store={store}
                track={track}
                row={row}
                rows={edit.tracks.length}
                selected={selection.tracks.includes(track.id)}
              />
              <LaneView desk={desk} track={track} player={player} onPress={onPress} lost={lost} />
            </div>
          ))}
          <Needle view={view} player={player} />
        </div>
      </div>
      <EditFields desk={desk} />
      <EditBoxes
        desk={desk}
        tool={tool}
        jobs={jobs}
        blobs={allBlobs}
        tell={tell}
        onTrial={(next, added) => {
          setTrial(next);
          setTrialBlobs(added ?? {});
        }}
        play={() => {
          player?.seek(start / rate);
          player?.play();
        }}
        pause={() => player?.pause()}
      />
    </section>
  );
}

/** The place that is heard, over all lanes. */
function Needle({ view, player }: { readonly view: View; readonly player: LoopPlayer | null }) {
  const time = usePlace(player);
  if (time < view.from || time > view.to) return null;
  return (
    <div className={css["needle"]} aria-hidden="true">
      <div dir="ltr">
        <span style={{ left: `${shareOf(view, time)}%` }} />
      </div>
    </div>
  );
}
