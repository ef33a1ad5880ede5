import { useEffect } from "react";
import { type Transcript, type TranscriptWord, UNSURE } from "#core/transcript/transcript.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { moveAwaitedFocus } from "#runtime/panel-kit/result/use-awaited-focus.ts";
import { Notice } from "#runtime/ui/Feedback.tsx";
import css from "../looks/transcript.module.css";
import { LineList } from "./LineList.tsx";
import type { Playback } from "./use-playback.ts";
import { wordAt } from "./word-at.ts";

/** The text of a recording, to follow, correct and cut. */
export function TranscriptText({
  transcript,
  playback: { state, failed, seek },
  matched,
  change,
}: {
  readonly transcript: Transcript;
  readonly playback: Playback;
  /** The line of the present match. */
  readonly matched: number | null;
  readonly change: (next: (transcript: Transcript) => Transcript) => void;
}) {
  const t = useT();
  useEffect(() => moveAwaitedFocus(document.querySelector("[data-strip] button")), []);
  const { lines, doubtful = false } = transcript;
  const now = wordAt(lines, state.time);
  return (
    <section className={css["text"]} aria-label={t("panel-transcript:title")}>
      {failed && <Notice weight="attention">{t("panel-transcript:silent")}</Notice>}
      {doubtful && <Notice weight="attention">{t("panel-transcript:doubtful")}</Notice>}
      <LineList
        transcript={transcript}
        line={now?.line ?? null}
        word={now?.word ?? null}
        follows={state.playing}
        matched={matched}
        change={change}
        onSeek={seek}
      />
      <Legend transcript={transcript} />
      <p className={css["keys"]}>{t("panel-transcript:keys")}</p>
    </section>
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
