import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { usePeaks } from "../../audio/use-peaks.ts";
import { WaveformView } from "../../audio/waveform/WaveformView.tsx";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { TrayFile } from "../../workspace/contract/file.ts";
import { useShortcut } from "../../workspace/contract/shortcuts/use-shortcut.ts";
import { SoundFacts, SoundSection, WaveBone } from "../layout/SoundSection.tsx";
import strip from "../result/compare.module.css";
import { Compare } from "../result/Compare.tsx";
import { MatchLoudness } from "../result/MatchLoudness.tsx";
import type { MakePart } from "./open-preview.ts";
import { PreviewStatus } from "./PreviewStatus.tsx";
import { PREVIEW_SECONDS, previewStart } from "./preview-range.ts";
import { type Playhead, usePlayhead } from "./use-playhead.ts";
import { usePreview } from "./use-preview.ts";

/** Of a tool whose result is no sound to be compared: it is not asked for any part. */
const makeNothing: MakePart<unknown> = () =>
  Promise.reject(new Error("There is nothing to be tried here"));

/** A file that can be heard at once, and a part of it as it will be: free, and on the device. */
export function SoundPreview<Tried>({
  file,
  wanted = null,
  make,
  children,
}: {
  readonly file: TrayFile;
  /** What is tried; null: nothing now. */
  readonly wanted?: Tried | null;
  /** Makes it; the same function always. Where it is missing, the file is heard as it is alone. */
  readonly make?: MakePart<Tried>;
  /** What is chosen for it. */
  readonly children?: ReactNode;
}) {
  const t = useT();
  const { files } = useWorkspace();
  const open = useCallback(() => files.open(file.id), [files, file.id]);
  const peaks = usePeaks(open);
  const [start, setStart] = useState(0);
  const request = wanted && { ...wanted, start, end: start + PREVIEW_SECONDS };
  const made = usePreview(open, request, make ?? makeNothing);
  const playhead = usePlayhead(file, open, made);
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
      <div data-preview={preview ? "ready" : "none"}>
        {playhead.inPreview ? (
          <Compare player={preview!.player} state={state} canSolo={false} failed={false} />
        ) : (
          <PlayAsIs playhead={playhead} />
        )}
      </div>
      {peaks ? (
        <WaveformView
          waves={waves}
          duration={peaks.duration}
          time={playhead.time}
          ranges={isPart ? [{ start: preview.start, end: preview.end, state: "kept" }] : []}
          selected={0}
          label={t("panel-kit:position")}
          onSeek={playhead.seek}
        />
      ) : (
        <WaveBone />
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
          isWanted={wanted !== null}
          length={Math.min(PREVIEW_SECONDS, duration ?? PREVIEW_SECONDS)}
          onRequest={playhead.inPreview && !isPart ? null : fromHere}
        />
      )}
    </SoundSection>
  );
}

function PlayAsIs({ playhead: { playing, toggle } }: { readonly playhead: Playhead }) {
  const t = useT();
  useShortcut("audio.play", toggle);
  return (
    <div className={strip["strip"]}>
      <Button icon={playing ? <Pause /> : <Play />} onClick={toggle}>
        {t(playing ? "panel-kit:pause" : "panel-kit:play")}
      </Button>
    </div>
  );
}
