import type { Chapter } from "#audio/media/tags/chapters/chapter.ts";
import { useT } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { TextArea, TextField } from "#runtime/ui/field/Field.tsx";
import { readChapterLines, writeChapterLines } from "./chapter-lines.ts";
import css from "./links.module.css";
import { useEdits } from "./use-edits.ts";

/** Maximum length of a chapter list in characters. */
const MAX_LENGTH = 20_000;

/** Fields for title and chapters of a link or a file. @param of its address or id */
export function EditFields({
  of,
  name,
  title,
  chapters,
}: {
  readonly of: string;
  readonly name: string;
  /** The original title; empty if unknown. */
  readonly title: string;
  /** The original chapters. */
  readonly chapters: readonly Chapter[];
}) {
  const t = useT();
  const { edits, change } = useEdits();
  const edit = edits[of] ?? {};
  const text = edit.chapters ?? writeChapterLines(chapters);
  const read = readChapterLines(text);
  const isWrong = typeof read === "number";
  return (
    <details className={[kit["more"], css["edits"]].join(" ")}>
      <summary>
        {t("panel-download:edits", { value: isWrong ? chapters.length : read.length })}
      </summary>
      <div className={css["fields"]}>
        <TextField
          label={t("panel-kit:film.title")}
          aria-label={`${t("panel-kit:film.title")}: ${name}`}
          hint={t("panel-download:titleHint")}
          dir="auto"
          maxLength={200}
          value={edit.title ?? title}
          onChange={({ target }) => change(of, { title: target.value })}
        />
        <TextArea
          label={t("panel-download:chaptersOf", { name })}
          hint={t("panel-download:chaptersHint")}
          limit={MAX_LENGTH}
          spellCheck={false}
          value={text}
          {...(isWrong && { error: t("panel-download:chapterLine", { line: read }) })}
          onChange={({ target }) => change(of, { chapters: target.value })}
        />
      </div>
    </details>
  );
}
