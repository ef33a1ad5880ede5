import { type ReactNode, useState } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import type { JobResult } from "#runtime/contract/file.ts";
import type { JobsStore } from "#runtime/contract/job.ts";
import { UndoButtons } from "#runtime/panel-kit/draft/UndoButtons.tsx";
import type { Input } from "#runtime/panel-kit/input/use-input.ts";
import { MoreSettings } from "#runtime/panel-kit/settings/MoreSettings.tsx";
import type { Runs } from "#runtime/panel-kit/start/use-runs.ts";
import { ToolPanel } from "#runtime/panel-kit/ToolPanel.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import type { LiveTranscript } from "./engines/live-transcripts.ts";
import { LiveLines } from "./view/LiveLines.tsx";
import { SoundStrip } from "./view/SoundStrip.tsx";
import { TextTools } from "./view/TextTools.tsx";
import { TranscriptText } from "./view/TranscriptText.tsx";
import { usePlayback } from "./view/use-playback.ts";
import { useTranscript } from "./view/use-transcript.ts";
import css from "./looks/transcript.module.css";

/**
 * The waveform of a recording, its text in one place from the draft to the finished transcript,
 * and the settings beside it. Keyed by the recording.
 */
export function Recording({
  input,
  runs,
  jobs,
  preset,
  written,
  live,
  draft,
  settings,
  start,
}: {
  readonly input: Input;
  readonly runs: Runs;
  readonly jobs: JobsStore;
  readonly preset: string;
  /** The finished transcript; null if there is none. */
  readonly written: JobResult | null;
  /** The transcript so far, while a job runs. */
  readonly live: LiveTranscript | undefined;
  /** The field for a text that the visitor has; null if an engine writes it. */
  readonly draft: ReactNode;
  readonly settings: ReactNode;
  readonly start: ReactNode;
}) {
  const t = useT();
  const { shown: file } = input;
  const { transcript, failed, change, undo, redo } = useTranscript(written);
  const playback = usePlayback(file, transcript);
  const [matched, setMatched] = useState<number | null>(null);
  const isWritten = written !== null;
  return (
    <ToolPanel
      input={input}
      runs={runs}
      jobs={jobs}
      top={
        file && (
          <SoundStrip
            file={file}
            playback={playback}
            lines={live?.lines ?? transcript?.lines ?? []}
          >
            {transcript && <UndoButtons undo={undo} redo={redo} />}
          </SoundStrip>
        )
      }
      sound={
        live ? (
          <LiveLines live={live} />
        ) : failed ? (
          <Notice weight="bad">{t("panel-transcript:unreadable")}</Notice>
        ) : transcript ? (
          <TranscriptText key={written?.id} {...{ transcript, playback, matched, change }} />
        ) : isWritten ? null : (
          draft || <p className={css["empty"]}>{t("panel-transcript:empty")}</p>
        )
      }
      settings={
        isWritten ? (
          <>
            {transcript && file && (
              <TextTools
                transcript={transcript}
                file={file}
                info={playback.sound?.info ?? null}
                change={change}
                onSeek={playback.seek}
                onFound={setMatched}
              />
            )}
            <MoreSettings of={["transcript", preset]} title={t("panel-transcript:again")}>
              {settings}
              {draft}
              {start}
            </MoreSettings>
          </>
        ) : (
          settings
        )
      }
      start={!isWritten && start}
    />
  );
}
