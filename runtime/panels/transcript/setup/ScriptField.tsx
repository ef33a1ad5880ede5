import { useState } from "react";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import { readTextFile } from "#runtime/panel-kit/input/read-text.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { TextArea } from "#runtime/ui/field/Field.tsx";
import css from "../looks/transcript.module.css";

/** Maximum length of a text in characters: about three hours of speech. */
const MAX_LENGTH = 150_000;
const TYPES = ".txt,.srt,.vtt,.lrc,.ass,.ssa,.ttml,.sbv,.json,text/plain,text/vtt";

/** A field to paste an existing text, or to read it from a file. */
export function ScriptField({
  text,
  onText,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  const t = useT();
  const [fault, setFault] = useState<"unreadable" | "tooLong" | null>(null);
  const { problems } = readLyrics(text);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readTextFile(file, MAX_LENGTH);
    setFault("problem" in read ? read.problem : null);
    if ("text" in read) onText(read.text);
  };
  return (
    <div className={css["script"]}>
      <TextArea
        label={t("panel-transcript:script.label")}
        hint={t("panel-transcript:script.hint")}
        limit={MAX_LENGTH}
        rows={6}
        dir="auto"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <div>
        <Button small onClick={() => chooseFile(TYPES, take)}>
          {t("panel-transcript:script.import")}
        </Button>
      </div>
      {fault && <Notice weight="bad">{t(`panel-transcript:script.${fault}`)}</Notice>}
      {problems.map(({ kind, count }) => (
        <Notice key={kind} weight="attention">
          {kind === "outside"
            ? t("panel-kit:outsideSubtitles", { count })
            : t(`panel-transcript:script.${kind}`, { count })}
        </Notice>
      ))}
    </div>
  );
}
