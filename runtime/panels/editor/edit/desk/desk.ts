import type { ComponentType, PointerEvent } from "react";
import type { AxisKind } from "#runtime/audio/spectrogram/axis.ts";
import type { View } from "#runtime/audio/waveform/view.ts";
import type { FadeCurve } from "#audio/signal/fade.ts";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import type { Metre, Ruler, Snap } from "../project/edit-places.ts";
import type { EditorState, EditorStore } from "../project/edit-store.ts";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import type { Track } from "#audio/edit/edit.ts";
import type { ReadTrack } from "#runtime/panel-kit/player/use-mix-player.ts";
import type { PeaksBySource } from "../project/use-source-peaks.ts";
import type { SpectraOf } from "../project/use-spectra.ts";
import type { JsonObject } from "#runtime/workspace/contract/json.ts";

/** What is set in the preset `edit`, and kept for the next time. */
export interface EditValues extends JsonObject {
  readonly snap: Snap;
  readonly ruler: Ruler;
  readonly bpm: number;
  readonly metre: Metre;
  /** Whether clips that meet overlap, and go over into each other. */
  readonly crossfade: boolean;
  readonly loop: boolean;
  readonly curve: FadeCurve;
  readonly output: OutputFormat;
  /** What lanes show of the sound. */
  readonly look: LaneLook;
  readonly axis: AxisKind;
  readonly levels: LevelRange;
}

export const LANE_LOOKS = ["waveform", "spectrogram", "both"] as const;
export type LaneLook = (typeof LANE_LOOKS)[number];
/** Levels at which the ink of spectrograms begins and is full, in dB below a sine at full scale. */
export const LEVEL_RANGES = {
  usual: [-90, -20],
  quiet: [-120, -50],
  loud: [-70, 0],
  all: [-120, 0],
} as const;
type LevelRange = keyof typeof LEVEL_RANGES;

export const USUAL_EDIT: EditValues = {
  snap: "off",
  ruler: "time",
  bpm: 120,
  metre: "4/4",
  crossfade: true,
  loop: false,
  curve: "smooth",
  output: "wav24",
  look: "waveform",
  axis: "log",
  levels: "usual",
};

export interface SpectrogramProps {
  readonly desk: Desk;
  readonly track: Track;
  readonly player: LoopPlayer | null;
  readonly onPress: (event: PointerEvent<HTMLElement>) => void;
}

/** What the parts of the editor share. */
export interface Desk {
  readonly store: EditorStore;
  readonly state: EditorState;
  readonly values: EditValues;
  readonly change: (part: Partial<EditValues>) => void;
  /** Hz. */
  readonly rate: number;
  /** Seconds that can be shown: all, and some room behind it. */
  readonly extent: number;
  readonly view: View;
  readonly setView: (change: (now: View) => View) => void;
  readonly peaks: PeaksBySource;
  /** Null where spectrograms are not shown, or cannot be yet. */
  readonly spectra: SpectraOf | null;
  readonly Spectrogram: ComponentType<SpectrogramProps> | null;
  /** Null until the sound is open. */
  readonly read: ReadTrack | null;
  /** Seconds at a place of the window, in CSS pixels. */
  readonly timeAt: (x: number) => number;
  /** CSS pixels of a second. */
  readonly scale: number;
  /** A frame that is near a place, as it is set what places are drawn to. */
  readonly snapped: (seconds: number) => number;
  /** A selection has come to rest: its ends go to where the sound passes zero, where that is set. */
  readonly settle: () => void;
  /** Plays from a place, or puts the playhead there. @param seconds */
  readonly seek: (seconds: number) => void;
}

/** Place of a time on what is shown, in percent. */
export const shareOf = ({ from, to }: View, seconds: number): number =>
  (100 * (seconds - from)) / Math.max(1e-9, to - from);

/**
 * Follows a press until it ends, even where the element that was pressed goes meanwhile.
 * @param move gets where it is now @param end gets null where the press was cancelled
 */
export function followPress(
  { currentTarget, pointerId }: PointerEvent<HTMLElement>,
  move: (event: globalThis.PointerEvent) => void,
  end: (event: globalThis.PointerEvent | null) => void,
): void {
  const element = currentTarget.closest<HTMLElement>("[data-desk]") ?? currentTarget;
  element.setPointerCapture(pointerId);
  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener("pointermove", (event) => event.pointerId === pointerId && move(event), {
    signal,
  });
  for (const name of ["pointerup", "pointercancel"] as const)
    element.addEventListener(
      name,
      (event) => {
        if (event.pointerId !== pointerId) return;
        stop.abort();
        end(name === "pointerup" ? event : null);
      },
      { signal },
    );
}
