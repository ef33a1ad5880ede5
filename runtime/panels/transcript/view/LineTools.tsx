import type { TranscriptLine } from "#core/transcript/transcript.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Select, TextField } from "#runtime/ui/field/Field.tsx";
import type { LineActions, WordRange } from "./line-actions.ts";
import css from "../looks/transcript.module.css";

const NO_SPEAKER = "";
const ONE_MORE = "more";
/** Number of words in the default title of a chapter. */
const TITLE_WORDS = 6;

/** Actions on a line and on its selected words. */
export function LineTools({
  at,
  line,
  speakers,
  range,
  isFirst,
  actions,
}: {
  readonly at: number;
  readonly line: TranscriptLine;
  readonly speakers: readonly string[];
  readonly range: WordRange;
  readonly isFirst: boolean;
  readonly actions: LineActions;
}) {
  const { t, format } = useLocale();
  const first = Math.min(range.from, range.to);
  const isCut = line.words[first]?.cut === true;
  const choose = (value: string): void => {
    if (value !== ONE_MORE) return actions.speaker(at, value === NO_SPEAKER ? null : Number(value));
    const number = format.number(speakers.length + 1);
    actions.newSpeaker(at, t("panel-transcript:speaker.number", { number }));
  };
  const title = line.text
    .slice(0, line.words[Math.min(TITLE_WORDS, line.words.length) - 1]?.end)
    .replace(/(?<![,.;:!?…])[,.;:!?…]+$/u, "");
  return (
    <fieldset
      className={css["tools"]}
      aria-label={t("panel-transcript:line.tools", { time: format.clock(line.from, 0) })}
    >
      <Button small onClick={() => actions.edit(at)}>
        {t("panel-transcript:line.edit")}
      </Button>
      <Button small onClick={() => actions.cut(range, !isCut)}>
        {t(isCut ? "panel-transcript:line.putBack" : "panel-transcript:line.cut")}
      </Button>
      <Button small disabled={first === 0} onClick={() => actions.split(at, first)}>
        {t("panel-transcript:line.split")}
      </Button>
      <Button small disabled={isFirst} onClick={() => actions.merge(at)}>
        {t("panel-transcript:line.merge")}
      </Button>
      <Select
        label={t("panel-transcript:speaker.label")}
        isBrief
        value={line.speaker ?? NO_SPEAKER}
        onChange={({ target }) => choose(target.value)}
      >
        <option value={NO_SPEAKER}>{t("panel-transcript:speaker.none")}</option>
        {speakers.map((name, index) => (
          // Speakers may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <option key={index} value={index}>
            {name}
          </option>
        ))}
        <option value={ONE_MORE}>{t("panel-transcript:speaker.more")}</option>
      </Select>
      {line.chapter === undefined ? (
        <Button small onClick={() => actions.chapter(at, title)}>
          {t("panel-transcript:chapter.start")}
        </Button>
      ) : (
        <>
          <TextField
            label={t("panel-transcript:chapter.name")}
            value={line.chapter}
            onChange={({ target }) => actions.chapter(at, target.value)}
          />
          <Button small onClick={() => actions.chapter(at, "")}>
            {t("panel-transcript:chapter.remove")}
          </Button>
        </>
      )}
    </fieldset>
  );
}
