import { useEffect, useMemo, useRef } from "react";
import { slotsOf } from "#audio/dubbing/fit-speech.ts";
import { type Segment, mergeSegments, translated } from "#core/dubbing/segment.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { useClipPlayer } from "#runtime/panel-kit/player/use-clip-player.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import type { LineInTime } from "../voice/lengths.ts";
import { type SegmentSpeaker, createSegmentSpeaker } from "../voice/speak-segment.ts";
import type { SegmentEdits } from "./use-segments.ts";

/** Actions on segments. */
export interface SegmentActions {
  readonly change: (at: number, side: "source" | "target", text: string) => void;
  readonly merge: (at: number) => void;
  readonly remove: (at: number) => void;
  readonly hear: (at: number) => void;
  readonly speak: (at: number) => void;
}

/** Locale and voice of the translation. */
interface Spoken {
  readonly to: string;
  readonly voice: VoiceId;
}

/**
 * Translations with their time slots, by segment index: segments that are not spoken leave their
 * time to others.
 */
function linesInTime(
  segments: readonly Segment[],
  { to, voice }: Spoken,
  seconds: number,
): readonly LineInTime[] {
  const isSpoken = segments.map(({ target }) => target.trim() !== "");
  const slots = slotsOf(
    segments.filter((_, at) => isSpoken[at]),
    seconds,
  );
  let next = 0;
  return segments.map((segment, at) => ({
    text: segment.target.trim(),
    language: to,
    persona: voice,
    slot: isSpoken[at] ? slots[next++]! : slotsOf([segment], seconds)[0]!,
  }));
}

/** Reads a range of a recording as mono. */
async function readRange(file: File, from: number, to: number) {
  const reading = await sharedEngine().open([file], true);
  try {
    const { sampleRate } = reading.files[0]!;
    const first = Math.round(from * sampleRate);
    const count = Math.max(1, Math.round(to * sampleRate) - first);
    const planes = await reading.read({ file: 0, from: first, count });
    const samples = new Float32Array(planes[0]?.length ?? 0);
    for (const plane of planes)
      for (let i = 0; i < samples.length; i++) samples[i] = samples[i]! + plane[i]! / planes.length;
    return { samples, sampleRate };
  } finally {
    reading.close();
  }
}

/** @returns the line that is playing, as `source 3` or `target 3` */
export function useSegmentActions(
  file: TrayFile,
  segments: readonly Segment[],
  { to, voice, change }: Spoken & Pick<SegmentEdits, "change">,
): {
  readonly playing: string | null;
  readonly lines: readonly LineInTime[];
  readonly actions: SegmentActions;
} {
  const { files, speech, notices } = useWorkspace();
  const { playing, toggle } = useClipPlayer("panel-translator:cannotPlay");
  const speaker = useRef<SegmentSpeaker | null>(null);
  const seconds = file.duration ?? segments.at(-1)?.to ?? 0;
  const lines = useMemo(
    () => linesInTime(segments, { to, voice }, seconds),
    [segments, to, voice, seconds],
  );
  useEffect(
    () => () => {
      speaker.current?.close();
      speaker.current = null;
    },
    [],
  );
  const hear = (at: number): void => {
    const { from: begin, to: end } = segments[at]!;
    toggle(`source ${at}`, async () => readRange(await files.open(file.id), begin, end));
  };
  const speak = (at: number): void => {
    if (!speech) {
      notices.warn("panel-translator:noVoice");
      return;
    }
    toggle(`target ${at}`, () => {
      speaker.current ??= createSegmentSpeaker(speech);
      return speaker.current.speak(lines[at]!);
    });
  };
  // Rows must not render when others change.
  const latest = useRef({ hear, speak });
  useEffect(() => {
    latest.current = { hear, speak };
  });
  const actions = useMemo(
    (): SegmentActions => ({
      change: (at, side, text) =>
        change(
          (now) =>
            now.map((one, index) =>
              index !== at
                ? one
                : side === "target"
                  ? translated(one, text, "hand")
                  : { ...one, source: text },
            ),
          `${side} ${at}`,
        ),
      merge: (at) => change((now) => mergeSegments(now, at)),
      remove: (at) => change((now) => now.toSpliced(at, 1)),
      hear: (at) => latest.current.hear(at),
      speak: (at) => latest.current.speak(at),
    }),
    [change],
  );
  return { playing, lines, actions };
}
