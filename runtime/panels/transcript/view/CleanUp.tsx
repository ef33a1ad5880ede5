import { useState } from "react";
import { cutPauses, cutWords } from "#core/transcript/edit-transcript.ts";
import { findFillers, findLongPauses } from "#core/transcript/find-fillers.ts";
import { soundCuts } from "#core/transcript/sound-cuts.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { Slider } from "#runtime/ui/field/Field.tsx";
import css from "../looks/transcript.module.css";

/** Maximum number of displayed rows. */
const SHOWN = 50;

/** Filler words and long pauses, to play and to cut. */
export function CleanUp({
  transcript,
  change,
  onSeek,
}: {
  readonly transcript: Transcript;
  readonly change: (next: (transcript: Transcript) => Transcript) => void;
  readonly onSeek: (seconds: number) => void;
}) {
  const { t, format } = useLocale();
  const [longest, setLongest] = useState(1.5);
  const fillers = findFillers(transcript);
  const cutAlready = (from: number): boolean =>
    transcript.pauses.some((pause) => from >= pause.from - 0.01 && from < pause.to);
  const pauses = findLongPauses(transcript, longest).filter(({ from }) => !cutAlready(from));
  const cuts = soundCuts(transcript);
  const saved = cuts.reduce((sum, { from, to }) => sum + to - from, 0);
  const wordOf = ({ line, word }: (typeof fillers)[number]) => {
    const own = transcript.lines[line]!;
    const { start, end, from } = own.words[word]!;
    return { text: own.text.slice(start, end), from };
  };
  return (
    <details className={kit["more"]}>
      <summary>{t("panel-transcript:clean.title")}</summary>
      <p className={kit["soft"]}>{t("panel-transcript:clean.about")}</p>
      <div className={css["tools"]}>
        <span>{t("panel-transcript:clean.fillers", { count: fillers.length })}</span>
        <Button
          small
          disabled={fillers.length === 0}
          onClick={() => change((own) => cutWords(own, fillers, true))}
        >
          {t("panel-transcript:clean.cutFillers")}
        </Button>
      </div>
      <ul className={css["found"]}>
        {fillers.slice(0, SHOWN).map((place) => {
          const { text, from } = wordOf(place);
          return (
            <li key={`${place.line} ${place.word}`}>
              <Button small look="quiet" onClick={() => onSeek(from)}>
                {format.clock(from, 1)} <bdi>{text}</bdi>
              </Button>
            </li>
          );
        })}
      </ul>
      <Slider
        label={t("panel-transcript:clean.longest")}
        output={format.duration(longest)}
        min={0.6}
        max={5}
        step={0.1}
        value={longest}
        onChange={({ target }) => setLongest(target.valueAsNumber)}
      />
      <div className={css["tools"]}>
        <span>{t("panel-transcript:clean.pauses", { count: pauses.length })}</span>
        <Button
          small
          disabled={pauses.length === 0}
          onClick={() => change((own) => cutPauses(own, [...own.pauses, ...pauses]))}
        >
          {t("panel-transcript:clean.cutPauses")}
        </Button>
        {transcript.pauses.length > 0 && (
          <Button small onClick={() => change((own) => cutPauses(own, []))}>
            {t("panel-transcript:clean.keepPauses")}
          </Button>
        )}
      </div>
      <ul className={css["found"]}>
        {pauses.slice(0, SHOWN).map(({ from, to }) => (
          <li key={from}>
            <Button small look="quiet" onClick={() => onSeek(from)}>
              {format.clock(from, 1)} · {format.duration(to - from)}
            </Button>
          </li>
        ))}
      </ul>
      {cuts.length > 0 && (
        <p className={kit["soft"]} data-cuts={cuts.length}>
          {t("panel-transcript:clean.saved", {
            count: cuts.length,
            length: format.duration(saved),
          })}
        </p>
      )}
    </details>
  );
}
