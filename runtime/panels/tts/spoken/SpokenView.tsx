import Play from "lucide-react/icons/play";
import Square from "lucide-react/icons/square";
import { useEffect, useRef, useState } from "react";
import type { Narrator } from "#audio/narration/narrator.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { SoundSection } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { EngineInfo } from "#runtime/panel-kit/result/EngineInfo.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import type { SpeechParams } from "../editor/setup.ts";
import { SaveSpeech } from "../save/SaveSpeech.tsx";
import css from "../looks/tts.module.css";
import { FaultError } from "#runtime/contract/fault.ts";
import { type PartPlayer, createPartPlayer } from "../player/part-player.ts";
import { SentenceRow } from "./SentenceRow.tsx";
import { useSpoken } from "./use-spoken.ts";

/** Maximum number of displayed rows. */
const ROWS = 150;

/** The spoken text, to play, edit by sentences, and save. */
export function SpokenView({
  job,
  sound,
  narrator,
  workspace,
  outdated,
}: {
  /** Whether it was made from another text or with other settings. */
  readonly outdated: boolean;
  readonly job: SteadyJob;
  readonly sound: JobResult;
  readonly narrator: () => Promise<Narrator>;
  readonly workspace: WorkspaceStore;
}) {
  const { t, format } = useLocale();
  const speech = useSpoken({
    job: job.id,
    params: job.params as unknown as SpeechParams,
    sound,
    narrator,
    workspace,
  });
  const { spoken, sentences, failed } = speech;
  const [chapter, setChapter] = useState(0);
  const [rows, setRows] = useState(ROWS);
  const { playing, play, stop, broken } = usePlaying(speech);
  if (failed) return <Notice weight="bad">{t("panel-tts:failed")}</Notice>;
  if (!spoken) return null;
  const last = sentences.at(-1);
  const seconds = last ? (last.end + last.rest) / spoken.sampleRate : 0;
  const inChapter = [...sentences.entries()].filter(([, one]) => one.chapter === chapter);
  const nameOfChapter = (at: number): string =>
    spoken.chapters[at] || t("panel-tts:chapter.opening");
  return (
    <SoundSection label={t("panel-kit:result")} name={job.title} facts={format.duration(seconds)}>
      <div className={css["bar"]}>
        <Button
          icon={playing === null ? <Play /> : <Square />}
          onClick={() => (playing === null ? play(inChapter[0]?.[0] ?? 0) : stop())}
        >
          {t(playing === null ? "panel-kit:play" : "panel-tts:begin.stop")}
        </Button>
        {spoken.chapters.length > 1 && (
          <Select
            label={t("panel-tts:chapter.label")}
            isBrief
            value={chapter}
            onChange={({ target }) => {
              setChapter(Number(target.value));
              setRows(ROWS);
            }}
          >
            {spoken.chapters.map((_, at) => (
              // Chapters may have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              <option key={at} value={at}>
                {nameOfChapter(at)}
              </option>
            ))}
          </Select>
        )}
      </div>
      {broken && <Notice weight="bad">{t("panel-tts:failed")}</Notice>}
      <ol className={css["list"]}>
        {inChapter.slice(0, rows).map(([at, sentence]) => (
          <SentenceRow
            key={at}
            sentence={sentence}
            isHeard={playing === at}
            onPlay={() => play(at)}
            onChange={(change) => speech.change(at, change)}
          />
        ))}
      </ol>
      {inChapter.length > rows && (
        <Button small onClick={() => setRows(rows + ROWS)}>
          {t("panel-tts:sentence.more")}
        </Button>
      )}
      <SaveSpeech
        title={job.title}
        outdated={outdated}
        chapters={spoken.chapters.map((_, at) => nameOfChapter(at))}
        assemble={() => speech.assemble()}
      />
      <EngineInfo model={undefined} />
    </SoundSection>
  );
}

/** Plays consecutive sentences. @returns the one that is playing */
function usePlaying(speech: ReturnType<typeof useSpoken>) {
  const { notices, report } = useWorkspace();
  const [playing, setPlaying] = useState<number | null>(null);
  const [broken, setBroken] = useState(false);
  const player = useRef<PartPlayer | null>(null);
  const latest = useRef(speech);
  useEffect(() => {
    latest.current = speech;
  });
  useEffect(() => () => player.current?.close(), []);
  const play = (first: number): void => {
    const { sampleRate } = latest.current.spoken!;
    player.current ??= createPartPlayer(sampleRate, { notices, report });
    setBroken(false);
    setPlaying(first);
    player.current.play(
      async (at) => {
        const sentence = latest.current.sentences[first + at];
        if (!sentence) return null;
        const samples = await latest.current.samplesOf(first + at);
        return { samples, sampleRate, rest: sentence.rest / sampleRate };
      },
      (at) => setPlaying(at === null ? null : first + at),
      (error) => {
        setPlaying(null);
        // A known fault has already been shown.
        setBroken(!(error instanceof FaultError));
      },
    );
  };
  const stop = (): void => {
    player.current?.stop();
    setPlaying(null);
  };
  return { playing, play, stop, broken };
}
