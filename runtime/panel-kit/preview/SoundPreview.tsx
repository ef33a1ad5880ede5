import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { usePeaks } from "../../audio/use-peaks.ts";
import { FileWaveform } from "../layout/FileWaveform.tsx";
import { useLocale, useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { TrayFile } from "../../contract/file.ts";
import { useShortcut } from "../../contract/shortcuts/use-shortcut.ts";
import { SoundFacts, SoundSection, WaveformPlaceholder } from "../layout/SoundSection.tsx";
import strip from "../result/compare.module.css";
import { Compare } from "../result/Compare.tsx";
import { MatchLoudness } from "../result/MatchLoudness.tsx";
import { SideChoice } from "../result/SideChoice.tsx";
import type { RenderRange } from "./open-preview.ts";
import { PreviewStatus } from "./PreviewStatus.tsx";
import { PREVIEW_SECONDS, previewStart } from "./preview-range.ts";
import { type Playhead, usePreviewPlayhead } from "./use-playhead.ts";
import { usePlayFocus } from "./use-play-focus.ts";
import { usePreview } from "./use-preview.ts";

/** For tools whose result is not a sound; it is never called. */
const renderNothing: RenderRange<unknown> = () =>
  Promise.reject(new Error("There is nothing to be tried here"));

/** A file with a player, and a preview of the result that is rendered on the device for free. */
export function SoundPreview<Tried>({
  file,
  requested = null,
  make,
  children,
}: {
  readonly file: TrayFile;
  /** The previewed settings; null for none. */
  readonly requested?: Tried | null;
  /** Renders a preview, always the same function; without it only the file is played. */
  readonly make?: RenderRange<Tried>;
  /** Choices for the preview. */
  readonly children?: ReactNode;
}) {
  const t = useT();
  const { files } = useWorkspace();
  const open = useCallback(() => files.open(file.id), [files, file.id]);
  const peaks = usePeaks(open);
  const [start, setStart] = useState(0);
  const request = requested && { ...requested, start, end: start + PREVIEW_SECONDS };
  const made = usePreview(open, request, make ?? renderNothing);
  const playhead = usePreviewPlayhead(file, open, made);
  const strips = usePlayFocus(playhead.inPreview);
  const { preview, state, problem } = made;
  const duration = peaks?.duration ?? file.duration;
  const waves = useMemo(
    () => (peaks ? [{ peaks: peaks.peaks, tone: "original" as const }] : []),
    [peaks],
  );
  const isPart =
    preview !== null && duration !== null && preview.end - preview.start < duration - 0.1;
  const fromHere = (): void => {
    playhead.stay();
    setStart(previewStart(playhead.time, duration));
    made.retry();
  };
  return (
    <SoundSection
      label={t("panel-kit:sound")}
      name={file.name}
      facts={
        peaks ? (
          <SoundFacts {...peaks} />
        ) : (
          !problem && <output>{t("panel-kit:preview.reading")}</output>
        )
      }
    >
      <div ref={strips} data-preview={preview ? "ready" : "none"}>
        {playhead.inPreview ? (
          <Compare
            player={preview!.player}
            state={state}
            canSolo={false}
            failed={false}
            isPreview
          />
        ) : (
          <PlayFile playhead={playhead} isPreviewed={make !== undefined} />
        )}
      </div>
      {peaks ? (
        <FileWaveform
          file={file}
          waves={waves}
          duration={peaks.duration}
          time={playhead.time}
          ranges={isPart ? [{ start: preview.start, end: preview.end, state: "kept" }] : []}
          selected={0}
          label={t("panel-kit:position")}
          onSeek={playhead.seek}
        />
      ) : (
        <WaveformPlaceholder />
      )}
      {make && (
        <div>
          <MatchLoudness player={preview?.player ?? null} record={preview} />
        </div>
      )}
      {children}
      {(make || problem) && (
        <PreviewStatus
          made={made}
          isRequested={requested !== null}
          length={Math.min(PREVIEW_SECONDS, duration ?? PREVIEW_SECONDS)}
          onRequest={playhead.inPreview && !isPart ? null : fromHere}
        />
      )}
    </SoundSection>
  );
}

/** The strip of the file as it is, with the parts of `Compare` in the same positions. */
function PlayFile({
  playhead: { playing, time, toggle },
  isPreviewed,
}: {
  readonly playhead: Playhead;
  /** Whether the sides can be compared as soon as there is a preview at the playhead. */
  readonly isPreviewed: boolean;
}) {
  const { t, format } = useLocale();
  useShortcut("audio.play", toggle);
  return (
    <div className={strip["strip"]}>
      <Button icon={playing ? <Pause /> : <Play />} onClick={toggle}>
        {t(playing ? "panel-kit:pause" : "panel-kit:play")}
      </Button>
      {isPreviewed && (
        <SideChoice sides={["before", "after"]} side="before" disabled onChoose={() => {}} />
      )}
      <span className={strip["clock"]}>{format.clock(time, 1)}</span>
    </div>
  );
}
