import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { useStore } from "zustand";
import { snapToZero } from "#audio/edit/zero-crossing.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { type ReadTrack, usePlayhead } from "#runtime/panel-kit/player/use-mix-player.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import { EditKeys } from "./EditKeys.tsx";
import { EditStatus } from "./EditStatus.tsx";
import css from "./context/edit.module.css";
import { readEditSettings, useEditSettings } from "./context/edit-settings.ts";
import {
  type Editor,
  EditorContext,
  SoundContext,
  TimelineContext,
  useEditor,
  useEditorSound,
  useEditorState,
  useTimeline,
} from "./context/editor-context.ts";
import { EditOverview } from "./lanes/EditOverview.tsx";
import { EditRuler } from "./lanes/EditRuler.tsx";
import { LaneView } from "./lanes/LaneView.tsx";
import { createLanePointer } from "./lanes/lane-pointer.ts";
import { TrackHead } from "./lanes/TrackHead.tsx";
import { viewPercent } from "./axis/view-percent.ts";
import { type Action, type ActionName, bindCommands } from "./project/edit-actions.ts";
import { type EditorState, type EditorStore, secondsOf } from "./project/edit-store.ts";
import { EditSections } from "./sections/EditSections.tsx";
import { EditMenu } from "./tools/EditMenu.tsx";
import { EditToolbar } from "./tools/EditToolbar.tsx";
import { useTools } from "./tools/use-tools.ts";
import { useEditorPlayer } from "./use-editor-player.ts";
import { useProjectSound } from "./use-project-sound.ts";
import { useTimelineState } from "./use-timeline-state.ts";
import { useWidth } from "./use-width.ts";

/** Seconds in both directions within which a zero crossing is searched. */
const MAX_ZERO_DISTANCE = 0.008;

/** The tracks of a project and everything that edits them. */
export function EditorView({
  store,
  tool,
  jobs,
  onLost,
  add,
  children,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly store: EditorStore;
  /** Receives the sources whose files no longer exist. */
  readonly onLost: (sources: ReadonlySet<string>) => void;
  /** Buttons that add tracks, shown above the heads of the tracks. */
  readonly add: ReactNode;
  /** Shown at the end of the inspector. */
  readonly children: ReactNode;
}) {
  const { t } = useLocale();
  const state = useStore(store);
  const [settings] = useEditSettings();
  const { sound, playing } = useProjectSound(state, settings.look, onLost);
  const { player, read } = sound;
  const { timeline, controls, axis, lanes } = useTimelineState({
    extent: Math.max(1, secondsOf(state.edit) * 1.08),
    sampleRate: state.edit.sampleRate,
    player,
    settings,
  });
  const playback = useEditorPlayer(store, state, { player, loop: settings.loop });
  const announce = useAnnounce();
  const { settings: readSettings, settleSelection } = useSnapping(store, read);
  const editor = useMemo<Editor>(
    () => ({
      store,
      settings: readSettings,
      timeline: controls,
      playback,
      settleSelection,
      announce,
    }),
    [store, readSettings, controls, playback, settleSelection, announce],
  );
  const root = useRef<HTMLElement>(null);
  const { isOpen, toggle } = useInspector(root);
  return (
    <EditorContext value={editor}>
      <SoundContext value={sound}>
        <TimelineContext value={timeline}>
          <section
            ref={root}
            className={css["editor"]}
            tabIndex={-1}
            aria-label={t("panel-kit:sound")}
            data-editor=""
          >
            <Controls root={root} playing={playing} inspector={toggle && { isOpen, toggle }} />
            <div className={css["rows"]} data-look={settings.look}>
              <div className={css["corner"]}>{add}</div>
              <EditOverview />
              <EditRuler axis={axis} />
              <div
                className={css["tracks"]}
                data-lanes=""
                ref={lanes}
                style={{ "--tracks": state.edit.tracks.length } as CSSProperties}
              >
                <Tracks />
              </div>
            </div>
            <EditStatus root={root} />
            {isOpen && (
              <EditSections tool={tool} jobs={jobs}>
                {children}
              </EditSections>
            )}
          </section>
        </TimelineContext>
      </SoundContext>
    </EditorContext>
  );
}

/** The toolbar, the menu of the lanes and the keyboard shortcuts. */
function Controls({
  root,
  playing,
  inspector,
}: {
  readonly root: RefObject<HTMLElement | null>;
  readonly playing: boolean;
  readonly inspector: Parameters<typeof useTools>[2];
}) {
  const actions = useActions();
  const groups = useTools(actions, playing, inspector);
  return (
    <>
      <EditKeys actions={actions} />
      <EditToolbar groups={groups} />
      <EditMenu root={root} groups={groups} />
    </>
  );
}

/** Width from which the inspector stands beside the tracks, and from which it is shown by default. */
const MIN_COLUMNS = 704;
const MIN_OPEN = 1152;

/** Whether the inspector is shown, and what shows and hides it; null where it is below the tracks. */
function useInspector(root: RefObject<HTMLElement | null>): {
  readonly isOpen: boolean;
  readonly toggle: (() => void) | null;
} {
  const width = useWidth(root);
  const [{ inspector }, change] = useEditSettings();
  if (width < MIN_COLUMNS) return { isOpen: true, toggle: null };
  const isOpen = inspector === "default" ? width >= MIN_OPEN : inspector === "open";
  return { isOpen, toggle: () => change({ inspector: isOpen ? "closed" : "open" }) };
}

function useAnnounce(): Editor["announce"] {
  const { t } = useLocale();
  const { say } = useWorkspace();
  return useCallback(
    (label, undone = false) => {
      const done = t(`panel-editor:edit.done.${label}`);
      say(undone ? t("panel-editor:edit.undone", { done }) : done);
    },
    [say, t],
  );
}

/** Reads the settings, and snaps a finished selection. */
function useSnapping(
  store: EditorStore,
  read: ReadTrack | null,
): Pick<Editor, "settings" | "settleSelection"> {
  const { workspace, report } = useWorkspace();
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  }, [read]);
  return useMemo(() => {
    const settings = () => readEditSettings(workspace);
    const settleSelection = (): void => {
      if (settings().snap === "zero" && latest.current)
        moveToZeroCrossings(store, latest.current).catch(report);
    };
    return { settings, settleSelection };
  }, [store, workspace, report]);
}

/** The commands of the toolbar and the keyboard in the present state; each announces its effect. */
function useActions(): Readonly<Record<ActionName, Action>> {
  const { t } = useLocale();
  const { store, announce } = useEditor();
  const state = useEditorState((current) => current);
  const [{ curve, crossfade, snap }, change] = useEditSettings();
  const { grid, sampleRate } = useTimeline();
  const nudge = Math.max(1, Math.round((snap === "grid" ? grid : 0.01) * sampleRate));
  return useMemo(() => {
    const actions = bindCommands(store, state, {
      curve,
      crossfade,
      nudge,
      markName: t("panel-editor:edit.mark.new", { number: state.edit.marks.length + 1 }),
      announce,
    });
    return { ...actions, point: showing(actions.point, state, () => change({ envelope: true })) };
  }, [store, state, curve, crossfade, nudge, change, t, announce]);
}

/** The command that adds a point to a volume curve: it shows the curve, and focuses the point. */
const showing = (add: Action, { selection }: EditorState, show: () => void): Action =>
  add &&
  (() => {
    show();
    add();
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(`[data-editor] [data-point="${selection.start}"]`)
        ?.focus(),
    );
  });

/** Moves the ends of the selection to zero crossings of its first track. */
async function moveToZeroCrossings(store: EditorStore, read: ReadTrack): Promise<void> {
  const { selection, edit } = store.getState();
  const { tracks, start, end } = selection;
  const [track] = tracks;
  if (track === undefined) return;
  const reach = Math.round(MAX_ZERO_DISTANCE * edit.sampleRate);
  const crossing = async (frame: number): Promise<number> => {
    const from = Math.max(0, frame - reach);
    const block = await read(track, from, 2 * reach + 1);
    return from + snapToZero(block, frame - from, reach);
  };
  store.select({ start: await crossing(start), end: await crossing(end) });
}

/** The tracks with their lanes, and the playhead across all of them. */
function Tracks() {
  const editor = useEditor();
  const onPress = useMemo(() => createLanePointer(editor), [editor]);
  const { tracks } = useEditorState(({ edit }) => edit);
  const selected = useEditorState(({ selection }) => selection.tracks);
  return (
    <>
      {tracks.map((track, row) => (
        <div key={track.id} className={css["track"]}>
          <TrackHead
            track={track}
            row={row}
            rows={tracks.length}
            selected={selected.includes(track.id)}
          />
          <LaneView track={track} onPress={onPress} />
        </div>
      ))}
      <Playhead />
    </>
  );
}

function Playhead() {
  const { player } = useEditorSound();
  const { view } = useTimeline();
  const time = usePlayhead(player);
  if (time < view.from || time > view.to) return null;
  return (
    <div className={css["playhead"]} aria-hidden="true">
      <div dir="ltr">
        <span style={{ left: `${viewPercent(view, time)}%` }} />
      </div>
    </div>
  );
}
