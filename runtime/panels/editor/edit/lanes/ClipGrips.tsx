import { fadeLength } from "#audio/edit/arrange.ts";
import type { Clip } from "#audio/edit/edit.ts";
import { useT } from "#runtime/i18n/context.tsx";
import type { Desk } from "../desk/desk.ts";
import { Grip } from "./Grip.tsx";
import { useClipChanges } from "./use-clip-changes.ts";

const LABELS = {
  trimStart: "panel-kit:ends.start",
  trimEnd: "panel-kit:ends.end",
  fadeIn: "panel-editor:edit.grip.fadeIn",
  fadeOut: "panel-editor:edit.grip.fadeOut",
} as const;

/** The grips of a clip's ends and fades. */
export function ClipGrips({
  desk,
  track,
  clip,
  name,
}: {
  readonly desk: Desk;
  readonly track: number;
  readonly clip: Clip;
  readonly name: string;
}) {
  const t = useT();
  const { rate, extent, timeAt } = desk;
  const { fadeBy, trimBy } = useClipChanges(desk, track, clip);
  const length = clip.end - clip.start;
  const [from, to] = [clip.at / rate, (clip.at + length) / rate];
  const fadeIn = fadeLength(clip, "in") / rate;
  const fadeOut = fadeLength(clip, "out") / rate;
  const seconds = length / rate;
  return (["trimStart", "fadeIn", "fadeOut", "trimEnd"] as const).map((kind) => {
    const isFade = kind === "fadeIn" || kind === "fadeOut";
    const place = { fadeIn, fadeOut: seconds - fadeOut, trimStart: 0, trimEnd: seconds }[kind];
    return (
      <Grip
        key={kind}
        kind={kind}
        label={t(LABELS[kind], { name })}
        value={{ fadeIn, fadeOut, trimStart: from, trimEnd: to }[kind]}
        least={0}
        most={isFade ? seconds : extent}
        left={`${(100 * place) / seconds}%`}
        timeAt={timeAt}
        onMove={
          isFade
            ? fadeBy(kind === "fadeIn" ? "in" : "out")
            : trimBy(kind === "trimStart" ? "start" : "end")
        }
      />
    );
  });
}
