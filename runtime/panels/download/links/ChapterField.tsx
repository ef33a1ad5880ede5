import type { Chapter } from "../../../../audio/media/tags/chapters/chapter.ts";
import { useT } from "../../../i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { TextArea } from "../../../ui/field/Field.tsx";
import { readChapterLines, writeChapterLines } from "./chapter-lines.ts";
import css from "./links.module.css";
import { useChapterTexts } from "./use-chapter-texts.ts";

/** Characters of a list of chapters. */
const MOST = 20_000;

/** Chapters of a link or a file, as lines that can be edited. @param of its address or id */
export function ChapterField({
  of,
  name,
  chapters,
}: {
  readonly of: string;
  readonly name: string;
  /** Those that were found. */
  readonly chapters: readonly Chapter[];
}) {
  const t = useT();
  const { texts, change } = useChapterTexts();
  const text = texts[of] ?? writeChapterLines(chapters);
  const read = readChapterLines(text);
  const isWrong = typeof read === "number";
  return (
    <details className={[kit["more"], css["chapters"]].join(" ")}>
      <summary>
        {t("panel-download:chapters", { value: isWrong ? chapters.length : read.length })}
      </summary>
      <TextArea
        label={t("panel-download:chaptersOf", { name })}
        hint={t("panel-download:chaptersHint")}
        limit={MOST}
        spellCheck={false}
        value={text}
        {...(isWrong && { error: t("panel-download:chapterLine", { line: read }) })}
        onChange={({ target }) => change(of, target.value)}
      />
    </details>
  );
}
