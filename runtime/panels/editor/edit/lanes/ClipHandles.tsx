import { fadeLength } from "#audio/edit/arrange.ts";
import type { Clip } from "#audio/edit/edit.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { useTimeline } from "../context/editor-context.ts";
import { Handle } from "./Handle.tsx";
import { useClipChanges } from "./use-clip-changes.ts";

const LABELS = {
  trimStart: "panel-kit:ends.start",
  trimEnd: "panel-kit:ends.end",
  fadeIn: "panel-editor:edit.grip.fadeIn",
  fadeOut: "panel-editor:edit.grip.fadeOut",
} as const;

/** Handles for the ends and fades of a clip. */
export function ClipHandles({
  track,
  clip,
  name,
}: {
  readonly track: number;
  readonly clip: Clip;
  readonly name: string;
}) {
  const t = useT();
  const { sampleRate, extent } = useTimeline();
  const { fadeBy, trimBy } = useClipChanges(track, clip);
  const length = clip.end - clip.start;
  const [from, to] = [clip.at / sampleRate, (clip.at + length) / sampleRate];
  const fadeIn = fadeLength(clip, "in") / sampleRate;
  const fadeOut = fadeLength(clip, "out") / sampleRate;
  const seconds = length / sampleRate;
  return (["trimStart", "fadeIn", "fadeOut", "trimEnd"] as const).map((kind) => {
    const isFade = kind === "fadeIn" || kind === "fadeOut";
    const position = { fadeIn, fadeOut: seconds - fadeOut, trimStart: 0, trimEnd: seconds }[kind];
    return (
      <Handle
        key={kind}
        kind={kind}
        label={t(LABELS[kind], { name })}
        value={{ fadeIn, fadeOut, trimStart: from, trimEnd: to }[kind]}
        min={0}
        max={isFade ? seconds : extent}
        left={`${(100 * position) / seconds}%`}
        onMove={
          isFade
            ? fadeBy(kind === "fadeIn" ? "in" : "out")
            : trimBy(kind === "trimStart" ? "start" : "end")
        }
      />
    );
  });
}
