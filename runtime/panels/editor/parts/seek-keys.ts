import type { KeyboardEvent } from "react";
import { isBrowsers } from "#runtime/audio/waveform/wave-keys.ts";

/** Distances that keys move the playhead, in seconds. */
const SEEK = { plain: 1, shift: 5, alt: 0.01 } as const;

/** Moves the playhead on a time axis by keys. All values are in seconds. */
export function seekByKey(
  event: KeyboardEvent,
  { time, end }: { readonly time: number; readonly end: number },
  onSeek: (time: number) => void,
): void {
  const by = event.altKey ? SEEK.alt : event.shiftKey ? SEEK.shift : SEEK.plain;
  const to: Readonly<Record<string, number>> = {
    ArrowLeft: time - by,
    ArrowRight: time + by,
    ArrowDown: time - by,
    ArrowUp: time + by,
    Home: 0,
    End: end,
  };
  const target = isBrowsers(event) ? undefined : to[event.key];
  if (target === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  onSeek(target);
}
