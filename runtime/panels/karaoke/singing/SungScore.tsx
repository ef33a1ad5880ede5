import Mic from "lucide-react/icons/mic";
import { useEffect, useMemo, useRef, useState } from "react";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import { lineRanges } from "#audio/music/singing/line-ranges.ts";
import { formatText } from "#runtime/notices/notices.ts";
import { useT } from "#runtime/i18n/context.tsx";
import type { JobResult } from "#runtime/contract/file.ts";
import { faultText } from "#runtime/contract/texts.ts";
import type { StemPlayer } from "#runtime/panel-kit/player/stem-player.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Checkbox } from "#runtime/ui/field/Field.tsx";
import type { Backing } from "../save/backing.ts";
import { PitchLane } from "./PitchLane.tsx";
import { ScoreResult, TakeRecording } from "./ScoreResult.tsx";
import { scoreTrack, scoreVoices } from "./sung-track.ts";
import { type Sung, useTake } from "./use-take.ts";
import css from "./singing.module.css";

/** Seconds after which a song that stands at its beginning has ended. */
const BEGUN = 0.5;

export interface SungScoreProps {
  readonly vocals: JobResult;
  readonly player: StemPlayer;
  readonly backing: Backing;
  readonly lines: readonly LyricLine[];
  /** Length of the song. */
  readonly seconds: number;
  /** Name of the song with extension. */
  readonly name: string;
  readonly playing: boolean;
  /** Seconds. */
  readonly time: number;
}

/** Offers to score the visitor's singing; shows its pitch meanwhile, and then the score. */
export default function SungScore(props: SungScoreProps) {
  const { vocals, player, backing, lines, seconds, name, playing, time } = props;
  const { semitones, tempo } = backing;
  const t = useT();
  const take = useTake({ vocals, player, tempo: tempo / 100, seconds });
  const { phase, sung, isLost, finish, setPlaying } = take;
  useSongEnd({ isOn: phase === "singing", playing, time, onEnd: finish });
  useEffect(() => setPlaying(playing), [setPlaying, playing, phase]);
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(phase);
  useEffect(() => {
    // The pressed button is gone; the keys of the view keep working.
    if (shown.current !== phase && phase !== "preparing") box.current?.focus();
    shown.current = phase;
  }, [phase]);
  if (phase === "singing")
    return (
      <div ref={box} tabIndex={-1} className={css["score"]}>
        <PitchLane
          melody={sung!.melody}
          hertz={sung!.track.hertz}
          semitones={semitones}
          time={time}
        />
        <div className={css["actions"]}>
          <Button look="primary" onClick={finish}>
            {t("panel-karaoke:score.finish")}
          </Button>
          <Button onClick={take.cancel}>{t("common:zone.cancel")}</Button>
        </div>
      </div>
    );
  return (
    <div ref={box} tabIndex={-1} className={css["score"]}>
      {isLost && phase === "sung" && (
        <Notice weight="attention">{t("panel-karaoke:score.lost")}</Notice>
      )}
      {phase === "failed" && (
        <Notice weight="bad">
          {take.fault ? formatText(faultText(take.fault), t) : t("panel-karaoke:score.failed")}
        </Notice>
      )}
      {phase === "noMelody" && <Notice weight="bad">{t("panel-karaoke:score.noMelody")}</Notice>}
      {phase === "sung" && (
        <Result
          sung={sung!}
          lines={lines}
          semitones={semitones}
          tempo={tempo / 100}
          name={name}
          onDelete={() => {
            take.deleteTake();
            box.current?.focus();
          }}
          onPlay={() => player.pause()}
        />
      )}
      <div className={css["actions"]}>
        <Button icon={<Mic />} busy={phase === "preparing"} onClick={take.begin}>
          {t(phase === "sung" ? "panel-karaoke:score.again" : "panel-karaoke:score.start")}
        </Button>
      </div>
      {/* Below the start, which does not move: a second click must not cancel. */}
      {phase === "preparing" && (
        <div className={css["actions"]}>
          <output className={css["note"]}>{t("panel-karaoke:score.preparing")}</output>
          <Button onClick={take.cancel}>{t("common:zone.cancel")}</Button>
        </div>
      )}
      {phase !== "sung" && phase !== "preparing" && (
        <p className={css["note"]}>{t("panel-karaoke:score.about")}</p>
      )}
    </div>
  );
}

/** The score, which follows the choice of octaves, and the recording. */
function Result({
  sung: { melody, track, take },
  lines,
  semitones,
  tempo,
  name,
  onDelete,
  onPlay,
}: {
  readonly sung: Sung;
  readonly lines: readonly LyricLine[];
  readonly semitones: number;
  /** Factor. */
  readonly tempo: number;
  readonly name: string;
  readonly onDelete: () => void;
  readonly onPlay: () => void;
}) {
  const t = useT();
  const [anyOctave, setAnyOctave] = useState(true);
  // What it was sung with, whatever is set afterwards.
  const [key] = useState(semitones);
  const [speed] = useState(tempo);
  const ranges = useMemo(() => lineRanges(lines), [lines]);
  const score = useMemo(
    () =>
      scoreTrack(melody, track, {
        anyOctave,
        semitones: key,
        ...(ranges.length > 0 && { lines: ranges.map(({ from, to }) => ({ from, to })) }),
      }),
    [melody, track, anyOctave, key, ranges],
  );
  const voices = useMemo(
    () => scoreVoices(melody, track, { anyOctave, semitones: key, lines }),
    [melody, track, anyOctave, key, lines],
  );
  return (
    <div className={css["result"]} data-score="">
      {score === null || score.sung === 0 ? (
        <Notice weight="attention">
          {t(score === null ? "panel-karaoke:score.early" : "panel-karaoke:score.silent")}
        </Notice>
      ) : (
        <>
          <ScoreResult
            score={score}
            voices={voices}
            latency={score.latency / speed}
            textOf={(from) => ranges.find((range) => range.from === from)?.line.text ?? ""}
          />
          <Checkbox
            label={t("panel-karaoke:score.octave")}
            checked={anyOctave}
            onChange={({ target }) => setAnyOctave(target.checked)}
          />
        </>
      )}
      {take && <TakeRecording take={take} song={name} onDelete={onDelete} onPlay={onPlay} />}
    </div>
  );
}

/** Calls back when a song has been played to its end, and stands at its beginning again. */
function useSongEnd({
  isOn,
  playing,
  time,
  onEnd,
}: {
  readonly isOn: boolean;
  readonly playing: boolean;
  readonly time: number;
  readonly onEnd: () => void;
}): void {
  const begun = useRef(false);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (!isOn) begun.current = false;
    else if (playing && time > BEGUN) begun.current = true;
    else if (!playing && time === 0 && begun.current) end.current();
  }, [isOn, playing, time]);
}
