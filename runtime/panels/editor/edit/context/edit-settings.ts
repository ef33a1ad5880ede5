import type { FadeCurve } from "#audio/signal/fade.ts";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import type { AxisKind } from "#runtime/audio/spectrogram/axis.ts";
import { settingsOf, useSettings } from "#runtime/panel-kit/settings/use-settings.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import type { Ruler, Snap, Tempo, TimeSignature } from "../project/time-grid.ts";

/** Settings of the preset `edit`, as they are stored. */
export interface EditSettings extends JsonObject {
  readonly snap: Snap;
  readonly ruler: Ruler;
  readonly bpm: number;
  readonly metre: TimeSignature;
  /** Whether clips that meet overlap and crossfade. */
  readonly crossfade: boolean;
  /** Whether the points of volume curves are shown and edited. */
  readonly envelope: boolean;
  readonly loop: boolean;
  readonly curve: FadeCurve;
  readonly output: OutputFormat;
  readonly look: LaneDisplay;
  readonly axis: AxisKind;
  readonly levels: LevelRange;
  /** Whether the inspector is shown; by default it is where there is enough room. */
  readonly inspector: "open" | "closed" | "default";
}

export const LANE_DISPLAYS = ["waveform", "spectrogram", "both"] as const;
/** How lanes show the sound. */
export type LaneDisplay = (typeof LANE_DISPLAYS)[number];

/** Lowest and highest level of a spectrogram's color scale, in dB relative to a full-scale sine. */
export const LEVEL_RANGES = {
  usual: [-90, -20],
  quiet: [-120, -50],
  loud: [-70, 0],
  all: [-120, 0],
} as const;
type LevelRange = keyof typeof LEVEL_RANGES;

const KEY = ["editor", "edit"] as const;
const DEFAULT_SETTINGS: EditSettings = {
  snap: "off",
  ruler: "time",
  bpm: 120,
  metre: "4/4",
  crossfade: true,
  envelope: false,
  loop: false,
  curve: "smooth",
  output: "wav24",
  look: "waveform",
  axis: "log",
  levels: "usual",
  inspector: "default",
};

export const readEditSettings = (workspace: WorkspaceStore): EditSettings =>
  settingsOf(workspace.getState().settings[KEY[0]]?.[KEY[1]], DEFAULT_SETTINGS);

export const useEditSettings = (): ReturnType<typeof useSettings<EditSettings>> =>
  useSettings(useWorkspace().workspace, KEY, DEFAULT_SETTINGS);

export const tempoOf = ({ bpm, metre }: Pick<EditSettings, "bpm" | "metre">): Tempo => ({
  bpm,
  timeSignature: metre,
});
