import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { useWorkspace } from "../../contract/context.ts";
import type { TrayFile } from "../../contract/file.ts";
import { isWithin } from "./preview-range.ts";
import type { PreviewState } from "./use-preview.ts";

export interface Playhead {
  /** Seconds in the file. */
  readonly time: number;
  /** Whether it is in the preview, which then plays; otherwise the original file plays. */
  readonly inPreview: boolean;
  /** Whether the original file is playing. */
  readonly playing: boolean;
  readonly seek: (time: number) => void;
  /** Plays or stops the original file. */
  readonly toggle: () => void;
  /** The next preview continues at the present position. */
  readonly stay: () => void;
}

/**
 * The playback position in a file with a range for previews. Nothing plays until the visitor
 * presses play; a file that is playing when a preview becomes ready continues in the preview.
 */
export function usePreviewPlayhead(
  file: TrayFile,
  open: () => Promise<File>,
  { preview, state }: PreviewState,
): Playhead {
  const { preview: sound } = useWorkspace();
  const isOwn = useStore(sound, ({ id }) => id === file.id);
  const playing = useStore(sound, (now) => now.id === file.id && now.state !== "paused");
  const playedAt = useStore(sound, ({ id, time }) => (id === file.id ? time : 0));
  /** Position that was set, or at which a preview was requested; null if none. */
  const [cue, setCue] = useState<number | null>(null);
  /** The same position, until a preview that includes it has moved there. */
  const pending = useRef<number | null>(null);
  const put = (position: number): void => {
    setCue(position);
    pending.current = position;
  };

  /** Whether playback was started here, and ends when the component is unmounted. */
  const isOwnPlayback = useRef(false);
  useEffect(
    () => () => {
      if (isOwnPlayback.current) sound.stop(file.id);
    },
    [sound, file.id],
  );

  useEffect(() => {
    if (!preview) return;
    const { id, state: isPlaying, time } = sound.getState();
    const position = id === file.id ? time : pending.current;
    pending.current = null;
    if (position === null || !isWithin(position, preview)) return;
    sound.stop(file.id);
    preview.player.seek(position - preview.start);
    if (id === file.id && isPlaying === "playing") preview.player.play();
  }, [preview, sound, file.id]);

  const inPreview = preview !== null && !isOwn && (cue === null || isWithin(cue, preview));
  const now = inPreview ? preview.start + state.time : isOwn ? playedAt : (cue ?? 0);
  return {
    time: now,
    inPreview,
    playing,
    seek(time) {
      if (preview && isWithin(time, preview)) {
        if (isOwn) sound.stop(file.id);
        setCue(time);
        preview.player.seek(time - preview.start);
        if (playing) preview.player.play();
        return;
      }
      const goesOn = state.playing;
      preview?.player.pause();
      put(time);
      if (isOwn) sound.seek(time);
      else if (goesOn) sound.toggle(file.id, open, time);
    },
    toggle() {
      isOwnPlayback.current = true;
      sound.toggle(file.id, open, cue ?? 0);
    },
    stay: () => put(now),
  };
}
