import { type ComponentType, type Context, type PointerEvent, createContext, use } from "react";
import { useStore } from "zustand";
import type { Edit, Track } from "#audio/edit/edit.ts";
import type { View } from "#runtime/audio/waveform/view.ts";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import type { PeakLevels } from "#runtime/panel-kit/player/mix-graph.ts";
import type { ReadTrack } from "#runtime/panel-kit/player/use-mix-player.ts";
import type { EditSettings } from "./edit-settings.ts";
import type { EditorState, EditorStore } from "../project/edit-store.ts";
import type { Blobs } from "../project/use-mix.ts";
import type { PeaksBySource } from "../project/use-source-peaks.ts";
import type { SpectraOf } from "../project/use-spectra.ts";

/** The visible range of time and its scale on the screen. */
export interface Timeline {
  /** Hz. */
  readonly sampleRate: number;
  /** Seconds that can be shown: the project and a margin after its end. */
  readonly extent: number;
  readonly view: View;
  /** CSS pixels per second. */
  readonly scale: number;
  /** Seconds between two grid lines. */
  readonly grid: number;
}

/** Reads and changes the timeline from event handlers; the same object as long as the editor is mounted. */
export interface TimelineControls {
  readonly current: () => Timeline;
  readonly setView: (change: (current: View) => View) => void;
  /** @param around seconds that keep their position, if they are visible */
  readonly zoom: (direction: 1 | -1, around: number) => void;
  readonly fit: () => void;
  /** The time, in seconds, at a horizontal position in the viewport, in CSS pixels. */
  readonly timeAt: (x: number) => number;
  /** The nearest grid line, in seconds, if the visitor snaps to the grid; otherwise the time itself. */
  readonly snap: (seconds: number) => number;
}

/** Controls the player from event handlers; the same object as long as the editor is mounted. */
export interface Playback {
  readonly toggle: () => void;
  /** Plays from the start of the selection. */
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  /** Position of the playhead, in seconds. */
  readonly time: () => number;
}

/**
 * The stable part of the editor's context. The object never changes while the editor is mounted, so
 * that components which use nothing else render only when their own input changes.
 */
export interface Editor {
  readonly store: EditorStore;
  readonly settings: () => EditSettings;
  readonly timeline: TimelineControls;
  readonly playback: Playback;
  /** Moves the ends of the selection to zero crossings, if the visitor snaps to them. */
  readonly settleSelection: () => void;
  /**
   * Announces a change to screen readers.
   * @param label key of `panel-editor:edit.done` @param undone whether the change was undone
   */
  readonly announce: (label: string, undone?: boolean) => void;
}

/** The opened sound of the project. */
export interface EditorSound {
  /** Null until the sound is open. */
  readonly player: LoopPlayer | null;
  readonly read: ReadTrack | null;
  /** Reads the levels of the output; null until the sound is open. */
  readonly levels: (() => PeakLevels) | null;
  readonly blobs: Blobs;
  /** Sources whose files no longer exist. */
  readonly lost: ReadonlySet<string>;
  readonly peaks: PeaksBySource;
  /** Null while spectrograms are not displayed or not ready. */
  readonly spectra: SpectraOf | null;
  readonly Spectrogram: ComponentType<SpectrogramProps> | null;
  /** Plays another edit in place of the project's, with files that it adds; null ends that. */
  readonly setPreview: (edit: Edit | null, added?: Readonly<Record<string, Blob>>) => void;
}

export interface SpectrogramProps {
  readonly track: Track;
  readonly onPress: (event: PointerEvent<HTMLElement>) => void;
}

export const EditorContext = createContext<Editor | null>(null);
export const TimelineContext = createContext<Timeline | null>(null);
export const SoundContext = createContext<EditorSound | null>(null);

function useRequired<T>(context: Context<T | null>): T {
  const value = use(context);
  if (value === null) throw new Error("A part of the editor was rendered outside of it");
  return value;
}

export const useEditor = (): Editor => useRequired(EditorContext);
/** Renders the component again when the view is scrolled or zoomed. */
export const useTimeline = (): Timeline => useRequired(TimelineContext);
export const useEditorSound = (): EditorSound => useRequired(SoundContext);
/** @param select returns the same object for the same state */
export const useEditorState = <T>(select: (state: EditorState) => T): T =>
  useStore(useEditor().store, select);
