import { type ComponentProps, type ReactNode, useCallback, useMemo } from "react";
import { useStore } from "zustand";
import { snapToZero } from "#audio/edit/zero-crossing.ts";
import type { View } from "#runtime/audio/waveform/view.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import { useSettings } from "#runtime/panel-kit/settings/use-settings.ts";
import { useWorkspace } from "#runtime/workspace/contract/context.ts";
import type { PanelProps } from "#runtime/workspace/contract/panel.ts";
import { EditBoxes } from "./boxes/EditBoxes.tsx";
import { type Desk, type EditValues, shareOf, USUAL_EDIT } from "./desk/desk.ts";
import css from "./desk/edit.module.css";
import { EditFields } from "./EditFields.tsx";
import { EditKeys } from "./EditKeys.tsx";
import { EditTools } from "./EditTools.tsx";
import { EditTransport } from "./EditTransport.tsx";
import { EditOverview } from "./lanes/EditOverview.tsx";
import { EditRuler } from "./lanes/EditRuler.tsx";
import { LaneView } from "./lanes/LaneView.tsx";
import { TrackHead } from "./lanes/TrackHead.tsx";
import { useLanePointer } from "./lanes/use-lane-pointer.ts";
import { actionsOf } from "./project/edit-actions.ts";
import { gridStep, toGrid } from "./project/edit-places.ts";
import { type EditorStore, secondsOf } from "./project/edit-store.ts";
import { type ReadTrack, usePlace } from "#runtime/panel-kit/player/use-mix-player.ts";
import { useDeskPlayer } from "./use-desk-player.ts";
import { useDeskSound } from "./use-desk-sound.ts";
import { useDeskView } from "./use-desk-view.ts";

/** Seconds to each side in which a zero crossing is looked for. */
const REACH = 0.008;

/** The tracks of a draft, with all that is done to them. */
export function EditDesk({
  store,
  tool,
  jobs,
  workspace,
  onLost,
  add,
}: Pick<PanelProps, "tool" | "jobs" | "workspace"> & {
  readonly store: EditorStore;
  /** Told which sources have no file any more. */
  readonly onLost: (sources: ReadonlySet<string>) => void;
  /** The way to more tracks, below those that are there. */
  readonly add: ReactNode;
}) {
  const { t } = useLocale();
  const { report } = useWorkspace();
  const state = useStore(store);
  const [values, change] = useSettings<EditValues>(workspace, ["editor", "edit"], USUAL_EDIT);
  const rate = state.edit.sampleRate;
  const { mixing, player, playing, lost, blobs, onTrial, ...drawn } = useDeskSound(
    state,
    values.look,
    onLost,
  );
  const extent = Math.max(1, secondsOf(state.edit) * 1.08);
  const { axis, lanes, zoom, fit, ...shown } = useDeskView(extent, rate, player);
  const { loop, snap } = values;
  const heard = useDeskPlayer(store, state, { player, playing, loop });
  const grid = gridStep(shown.scale, values.ruler, values);
  const read = mixing?.read ?? null;
  const desk: Desk = {
    store,
    state,
    values,
    change,
    rate,
    extent,
    ...shown,
    ...drawn,
    read,
    snapped: (seconds) => (snap === "grid" ? toGrid(seconds, grid) : seconds),
    settle: () => void (snap === "zero" && read && settle(store, read).catch(report)),
    seek: heard.seek,
  };
  const { actions, tell } = useActions(desk, grid);
  const onPress = useLanePointer(desk);
  const onZoom = (way: 1 | -1): void => zoom(way, heard.time());
  const play = { onPlay: heard.toggle, onZoom, onFit: fit };

  return (
    <section className={css["desk"]} aria-label={t("panel-kit:sound")} data-desk="">
      <EditKeys
        desk={desk}
        actions={actions}
        time={heard.time}
        onLoop={() => change({ loop: !loop })}
        {...play}
      />
      <EditTransport desk={desk} playing={playing} player={player} {...play} />
      <EditTools actions={actions} />
      <div className={css["rows"]}>
        <div className={css["corner"]} />
        <EditOverview desk={desk} player={player} />
        <div className={css["corner"]} />
        <EditRuler desk={desk} player={player} axis={axis} />
        <div className={css["tracks"]} ref={lanes}>
          <Tracks desk={desk} player={player} onPress={onPress} lost={lost} />
        </div>
      </div>
      {add}
      <EditFields desk={desk} />
      <EditBoxes
        desk={desk}
        tool={tool}
        jobs={jobs}
        blobs={blobs}
        tell={tell}
        onTrial={onTrial}
        play={heard.play}
        pause={heard.pause}
      />
    </section>
  );
}

/** What can be done to the selection, each told when it is done. */
function useActions({ store, state, values, rate }: Desk, grid: number) {
  const { t } = useLocale();
  const { say } = useWorkspace();
  const { curve, crossfade, snap } = values;
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
  return { actions, tell };
}

/** Takes the ends of the selection to where the sound of its first track passes zero. */
async function settle(store: EditorStore, read: ReadTrack): Promise<void> {
  const { selection, edit } = store.getState();
  const { tracks, start, end } = selection;
  const [track] = tracks;
  if (track === undefined) return;
  const reach = Math.round(REACH * edit.sampleRate);
  const crossing = async (frame: number): Promise<number> => {
    const from = Math.max(0, frame - reach);
    const block = await read(track, from, 2 * reach + 1);
    return from + snapToZero(block, frame - from, reach);
  };
  store.select({ start: await crossing(start), end: await crossing(end) });
}

/** The tracks, and the place that is heard over all of them. */
function Tracks(props: Omit<ComponentProps<typeof LaneView>, "track">) {
  const { store, state, view } = props.desk;
  const { edit, selection } = state;
  return (
    <>
      {edit.tracks.map((track, row) => (
        <div key={track.id} className={css["track"]}>
          <TrackHead
            store={store}
            track={track}
            row={row}
            rows={edit.tracks.length}
            selected={selection.tracks.includes(track.id)}
          />
          <LaneView {...props} track={track} />
        </div>
      ))}
      <Needle view={view} player={props.player} />
    </>
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
