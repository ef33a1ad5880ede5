import Waveform from "lucide-react/icons/audio-waveform";
import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import ScanLine from "lucide-react/icons/chevrons-left-right";
import ClipboardPaste from "lucide-react/icons/clipboard-paste";
import Copy from "lucide-react/icons/copy";
import CopyPlus from "lucide-react/icons/copy-plus";
import Crop from "lucide-react/icons/crop";
import Eraser from "lucide-react/icons/eraser";
import Flag from "lucide-react/icons/flag";
import Magnet from "lucide-react/icons/magnet";
import Maximize from "lucide-react/icons/maximize-2";
import PanelRight from "lucide-react/icons/panel-right";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Redo from "lucide-react/icons/redo-2";
import Repeat from "lucide-react/icons/repeat";
import Scissors from "lucide-react/icons/scissors";
import Curve from "lucide-react/icons/spline";
import Split from "lucide-react/icons/square-split-horizontal";
import Trash2 from "lucide-react/icons/trash-2";
import FadeOut from "lucide-react/icons/trending-down";
import FadeIn from "lucide-react/icons/trending-up";
import Undo from "lucide-react/icons/undo-2";
import Gain from "lucide-react/icons/volume-2";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { useLocale } from "#runtime/i18n/context.tsx";
import { LANE_DISPLAYS, useEditSettings } from "../context/edit-settings.ts";
import { useEditor, useEditorSound, useEditorState } from "../context/editor-context.ts";
import type { Action, ActionName } from "../project/edit-actions.ts";
import { RULERS, SNAPS } from "../project/time-grid.ts";
import type { ActionTool, MenuTool, Toolset } from "./tool.ts";
import { useGain } from "./use-gain.ts";

/** Changes of the gain that the menu offers, in dB. */
const GAINS = [3, 1, -1, -3];
/** Part of a selection that is left free on each side when the view is zoomed to it. */
const MARGIN = 0.05;

/**
 * The tools in the present state, in the order of the toolbar.
 * @param inspector shows and hides the inspector; null where it is always shown
 */
export function useTools(
  actions: Readonly<Record<ActionName, Action>>,
  playing: boolean,
  inspector: { readonly isOpen: boolean; readonly toggle: () => void } | null,
): Toolset {
  const { t } = useLocale();
  const { playback } = useEditor();
  const { player } = useEditorSound();
  const [{ loop }, change] = useEditSettings();
  const view = useViewTools();
  const choices = useChoices();
  const curve = useCurveTool(actions);
  const gain = useGainTool();
  const command = (
    name: ActionName,
    Icon: ActionTool["Icon"],
    keys?: ActionTool["keys"],
  ): ActionTool => ({
    name,
    Icon,
    label: t(`panel-editor:edit.tools.${name}`),
    run: actions[name],
    ...(keys && { keys }),
  });
  return [
    [
      {
        name: "play",
        Icon: playing ? Pause : Play,
        label: t(playing ? "panel-kit:pause" : "panel-kit:play"),
        run: player && playback.toggle,
        keys: "audio.play",
      },
      {
        name: "loop",
        Icon: Repeat,
        label: t("panel-editor:loop"),
        run: () => change({ loop: !loop }),
        keys: "audio.loop",
        isSwitch: true,
        isOn: loop,
      },
    ],
    [command("undo", Undo, "audio.undo"), command("redo", Redo, "audio.redo")],
    [
      command("cut", Scissors, "edit.cut"),
      command("copy", Copy, "edit.copy"),
      command("paste", ClipboardPaste, "edit.paste"),
      command("duplicate", CopyPlus, "edit.duplicate"),
      command("delete", Trash2, "audio.delete"),
      command("silence", Eraser, "edit.silence"),
      command("split", Split, "edit.split"),
      command("crop", Crop, "edit.crop"),
    ],
    [
      command("fadeIn", FadeIn),
      command("fadeOut", FadeOut),
      gain,
      command("reverse", ArrowLeftRight),
      command("mark", Flag, "edit.mark"),
    ],
    [...view, ...choices, curve],
    inspector
      ? [
          {
            name: "inspector",
            Icon: PanelRight,
            label: t("panel-editor:edit.inspector"),
            run: inspector.toggle,
            isSwitch: true,
            isOn: inspector.isOpen,
          },
        ]
      : [],
  ];
}

/** Louder, softer, normalized. */
function useGainTool(): MenuTool {
  const { t, format } = useLocale();
  const { gain, normalize } = useGain();
  return {
    name: "gain",
    Icon: Gain,
    label: t("panel-editor:edit.level.gain"),
    lists: [
      {
        title: t("panel-editor:edit.level.gain"),
        options: [
          ...GAINS.map((change) => ({
            name: String(change),
            label: format.decibels(change),
            run: gain && (() => gain(change)),
          })),
          {
            name: "normalize",
            label: t("panel-editor:edit.level.normalise"),
            run: normalize,
          },
        ],
      },
    ],
  };
}

/** Shows volume curves, and adds and removes their points. */
function useCurveTool({
  point,
  curveRemove,
}: Readonly<Record<"point" | "curveRemove", Action>>): MenuTool {
  const { t } = useLocale();
  const [{ envelope }, change] = useEditSettings();
  const option = (name: "show" | "add" | "clear", run: Action) => ({
    name,
    label: t(`panel-editor:edit.envelope.${name}`),
    run,
  });
  return {
    name: "envelope",
    Icon: Curve,
    label: t("panel-editor:edit.envelope.label"),
    isOn: envelope,
    lists: [
      {
        title: t("panel-editor:edit.envelope.label"),
        options: [
          { ...option("show", () => change({ envelope: !envelope })), pressed: envelope },
          option("add", point),
          option("clear", curveRemove),
        ],
      },
    ],
  };
}

function useViewTools(): readonly ActionTool[] {
  const { t } = useLocale();
  const { timeline, playback } = useEditor();
  const { start, end } = useEditorState(({ selection }) => selection);
  const showSelection = (): void => {
    const { sampleRate, extent } = timeline.current();
    const margin = (end - start) * MARGIN;
    timeline.setView(() => ({
      from: Math.max(0, (start - margin) / sampleRate),
      to: Math.min(extent, (end + margin) / sampleRate),
    }));
  };
  return [
    {
      name: "zoomOut",
      Icon: ZoomOut,
      label: t("panel-editor:zoomOut"),
      run: () => timeline.zoom(-1, playback.time()),
      keys: "audio.zoomOut",
    },
    {
      name: "zoomIn",
      Icon: ZoomIn,
      label: t("panel-editor:zoomIn"),
      run: () => timeline.zoom(1, playback.time()),
      keys: "audio.zoomIn",
    },
    {
      name: "zoomSelection",
      Icon: ScanLine,
      label: t("panel-editor:edit.tools.zoomSelection"),
      run: end > start ? showSelection : null,
    },
    {
      name: "fit",
      Icon: Maximize,
      label: t("panel-editor:fit"),
      run: timeline.fit,
      keys: "audio.fit",
    },
  ];
}

/** What edits snap to, and what lanes and ruler show. */
function useChoices(): readonly MenuTool[] {
  const { t } = useLocale();
  const [{ snap, look, ruler }, change] = useEditSettings();
  return [
    {
      name: "snap",
      Icon: Magnet,
      label: t("panel-editor:edit.snap.label"),
      isOn: snap !== "off",
      lists: [
        {
          title: t("panel-editor:edit.snap.label"),
          options: SNAPS.map((value) => ({
            name: value,
            label: t(`panel-editor:edit.snap.${value}`),
            run: () => change({ snap: value }),
            pressed: snap === value,
          })),
        },
      ],
    },
    {
      name: "look",
      Icon: Waveform,
      label: t("panel-editor:edit.look.label"),
      lists: [
        {
          title: t("panel-editor:edit.look.label"),
          options: LANE_DISPLAYS.map((value) => ({
            name: value,
            label: t(`panel-editor:edit.look.${value}`),
            run: () => change({ look: value }),
            pressed: look === value,
          })),
        },
        {
          title: t("panel-editor:edit.ruler.label"),
          options: RULERS.map((value) => ({
            name: value,
            label: t(`panel-editor:edit.ruler.${value}`),
            run: () => change({ ruler: value }),
            pressed: ruler === value,
          })),
        },
      ],
    },
  ];
}
