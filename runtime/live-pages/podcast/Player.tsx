import { useEffect, useRef, useState } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { formatText, type Text } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { Select } from "../../ui/field/Field.tsx";
import { LivePlayer } from "../../ui/player/LivePlayer.tsx";
import { type Episode, lineAt } from "./episode.ts";
import css from "./podcast-live.module.css";
import { Chapters } from "./Chapters.tsx";
import { Transcript } from "./Transcript.tsx";
import { useSound, whySilent } from "./use-sound.ts";

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The player, and the transcript that follows it. */
export function Player({ episode }: { readonly episode: Episode }) {
  const { t, format } = useLocale();
  const { title, transcript, language } = episode;
  const audio = useRef<HTMLAudioElement>(null);
  const [attempt, setAttempt] = useState(0);
  const sound = useSound(episode.audio_url, attempt);
  const [broken, setBroken] = useState<Text | null>(null);
  const [current, setCurrent] = useState(-1);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    // A newly loaded source plays at the default rate.
    audio.current!.defaultPlaybackRate = speed;
    audio.current!.playbackRate = speed;
  }, [speed, attempt]);
  const problem = broken ?? sound.problem;

  const onTime = (): void => setCurrent(lineAt(transcript, audio.current!.currentTime));
  const seek = (seconds: number): void => {
    const element = audio.current;
    if (!element) return;
    element.currentTime = seconds;
    // The browser may require a user gesture on the player itself; then the player stays paused.
    element.play().catch(() => {});
  };
  return (
    <>
      <LivePlayer
        key={attempt}
        media={audio}
        preload="metadata"
        label={title}
        src={sound.src ?? undefined}
        onTime={onTime}
        onError={() => void whySilent(episode.audio_url).then(setBroken)}
      />
      <div className={css["speed"]}>
        <Select
          label={t("pages:podcast.speed")}
          value={speed}
          onChange={({ target }) => setSpeed(Number(target.value))}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {format.number(one)}×
            </option>
          ))}
        </Select>
      </div>
      {problem && (
        <Notice
          weight="bad"
          actions={
            <Button
              small
              onClick={() => {
                setBroken(null);
                setAttempt(attempt + 1);
              }}
            >
              {t("pages:account.retry")}
            </Button>
          }
        >
          <p>{formatText(problem, t)}</p>
        </Notice>
      )}
      <Chapters lines={transcript} language={language} current={current} onSeek={seek} />
      {transcript.length > 0 && (
        <Transcript lines={transcript} language={language} current={current} onSeek={seek} />
      )}
    </>
  );
}
