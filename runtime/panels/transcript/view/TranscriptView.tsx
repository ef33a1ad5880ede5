import Redo2 from "lucide-react/icons/redo-2";
import Undo2 from "lucide-react/icons/undo-2";
import { useCallback, useEffect, useMemo, useState } from "react";
import { soundCuts } from "#core/transcript/sound-cuts.ts";
import { type Transcript, type TranscriptWord, UNSURE } from "#core/transcript/transcript.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { SoundSection } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { Transport } from "#runtime/panel-kit/player/Transport.tsx";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import { useLoopPlayer } from "#runtime/panel-kit/player/use-loop-player.ts";
import { WrittenBy } from "#runtime/panel-kit/transcribe/WrittenBy.tsx";
import { IconButton } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult, TrayFile } from "#runtime/contract/file.ts";
import { useShortcut } from "#runtime/contract/shortcuts/use-shortcut.ts";
import { SaveSound } from "../save/SaveSound.tsx";
import { SaveText } from "../save/SaveText.tsx";
import { CleanUp } from "./CleanUp.tsx";
import { FindReplace } from "./FindReplace.tsx";
import { LineList } from "./LineList.tsx";
import { Speakers } from "./Speakers.tsx";
import { useTranscript } from "./use-transcript.ts";
import { wordAt } from "./word-at.ts";
import css from "../looks/transcript.module.css";

/** Seconds that keys move the playhead. */
const STEP = 5;

/** A transcript beside its sound, to follow, correct, cut and save. Keyed by the result. */
export function TranscriptView({
  file,
  result,
}: {
  readonly file: TrayFile;
  readonly result: JobResult;
}) {
  const { t, format } = useLocale();
  const { files } = useWorkspace();
  const { transcript, failed, change, undo, redo } = useTranscript(result);
  const open = useCallback(() => files.open(file.id), [files, file.id]);
  const { sound, state, failed: silent } = useLoopPlayer(open);
  const player = sound?.player ?? null;
  useSkipCuts(player, state, transcript);
  const [wanted, want] = useState<number | null>(null);
  useShortcut("audio.undo", undo);
  useShortcut("audio.redo", redo);
  useShortcut("audio.play", player && (() => (state.playing ? player.pause() : player.play())));
  useShortcut("audio.back", player && (() => player.seek(Math.max(0, state.time - STEP))));
  useShortcut("audio.forward", player && (() => player.seek(state.time + STEP)));
  const play = useCallback(
    (seconds: number) => {
      player?.seek(seconds);
    },
    [player],
  );
  if (failed) return <Notice weight="bad">{t("panel-transcript:unreadable")}</Notice>;
  if (!transcript) return null;
  const { lines, seconds, doubtful = false } = transcript;
  const now = wordAt(lines, state.time);
  return (
    <SoundSection
      label={t("panel-transcript:title")}
      name={file.name}
      facts={format.duration(seconds)}
    >
      {silent && <Notice weight="attention">{t("panel-transcript:silent")}</Notice>}
      {doubtful && <Notice weight="attention">{t("panel-transcript:doubtful")}</Notice>}
      <Transport
        name={file.name}
        seconds={seconds}
        player={player}
        playing={state.playing}
        time={state.time}
      >
        <IconButton
          label={t("workspace:keys.audio.undo")}
          disabled={!undo}
          onClick={() => undo?.()}
        >
          <Undo2 />
        </IconButton>
        <IconButton
          label={t("workspace:keys.audio.redo")}
          disabled={!redo}
          onClick={() => redo?.()}
        >
          <Redo2 />
        </IconButton>
      </Transport>
      <FindReplace transcript={transcript} change={change} onFound={want} />
      <p className={css["keys"]}>{t("panel-transcript:keys")}</p>
      <LineList
        transcript={transcript}
        line={now?.line ?? null}
        word={now?.word ?? null}
        follows={state.playing}
        wanted={wanted}
        change={change}
        onSeek={play}
      />
      <Legend transcript={transcript} />
      <Speakers transcript={transcript} change={change} />
      <CleanUp transcript={transcript} change={change} onSeek={play} />
      <SaveText transcript={transcript} name={file.name} />
      <SaveSound transcript={transcript} file={file} info={sound?.info ?? null} />
      <WrittenBy by={transcript} />
    </SoundSection>
  );
}

/** Explains the marks on words, if there are any. */
function Legend({ transcript: { lines } }: { readonly transcript: Transcript }) {
  const t = useT();
  const has = (fits: (word: TranscriptWord) => boolean): boolean =>
    lines.some(({ words }) => words.some(fits));
  const isUnsure = has(({ confidence = 1 }) => confidence < UNSURE);
  const isCut = has(({ cut }) => cut === true);
  if (!isUnsure && !isCut) return null;
  return (
    <p className={css["legend"]}>
      {isUnsure && <span data-unsure="">{t("panel-transcript:unsure")}</span>}
      {isCut && <span data-cut="">{t("panel-transcript:cutWord")}</span>}
    </p>
  );
}

/** Playback skips cuts. */
function useSkipCuts(
  player: LoopPlayer | null,
  { playing, time }: { readonly playing: boolean; readonly time: number },
  transcript: Transcript | null,
): void {
  const cuts = useMemo(() => (transcript ? soundCuts(transcript) : []), [transcript]);
  const cut = playing ? cuts.find(({ from, to }) => time >= from && time < to - 0.05) : undefined;
  useEffect(() => {
    if (cut) player?.seek(cut.to);
  }, [player, cut]);
}
