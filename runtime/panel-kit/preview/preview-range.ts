import type { TrayFile } from "../../workspace/contract/file.ts";

/** Seconds of a preview. */
export const PREVIEW_SECONDS = 20;

/**
 * Where a preview begins that is asked for at a place: there, or early enough that there is a whole one.
 * @param duration seconds of the file; null where nobody knows
 */
export const previewStart = (time: number, duration: number | null): number =>
  Math.max(0, duration === null ? time : Math.min(time, duration - PREVIEW_SECONDS));

/** Whether a place is within a range, so far from its end that there is something to hear. */
export const isWithin = (time: number, { start, end }: { start: number; end: number }): boolean =>
  time >= start && time < end - 0.05;

/** ms after which a file that joined the tray was not chosen just now. */
const FRESH_MS = 15_000;

/**
 * Whether a file may be heard without another press: the visitor has just brought it, alone, with a
 * gesture that the browser knows of.
 * @param now epoch ms
 * @param isActive whether the visitor has clicked, tapped or typed in this document
 */
export const maySound = (
  { origin, added }: Pick<TrayFile, "origin" | "added">,
  { now, isActive, alone }: { now: number; isActive: boolean; alone: boolean },
): boolean =>
  alone &&
  isActive &&
  (origin === "picked" || origin === "dropped" || origin === "pasted") &&
  now - added < FRESH_MS;
