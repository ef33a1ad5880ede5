import FileText from "lucide-react/icons/whole-word";
import type { RefObject } from "react";
import { useState } from "react";
import type { Tone } from "../../../../audio/podcast/script/script.ts";
import { TONES } from "../../../../audio/podcast/script/script.ts";
import { useLocale } from "../../../i18n/context.tsx";
import { chooseFile } from "../../../panel-kit/input/choose-file.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Feedback.tsx";
import { Select, TextArea, TextField } from "../../../ui/field/Field.tsx";
import type { PodcastSetup } from "./setup.ts";
import { LANGUAGES, MINUTES, MOST_SOURCE, MOST_TITLE } from "./setup.ts";
import type { ChangeSetup } from "./use-setup.ts";

const TYPES = ".txt,.md,text/plain,text/markdown";

/** The text that an episode is made of, and what kind of one it is to be. */
export function SourceFields({
  setup,
  usualTitle,
  place,
  onChange,
  onWrite,
}: {
  readonly setup: PodcastSetup;
  /** What it is called where nobody says so. */
  readonly usualTitle: string;
  /** Around the field of the text. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly onChange: ChangeSetup;
  readonly onWrite: () => void;
}) {
  const { t, format } = useLocale();
  const [fault, setFault] = useState<"unreadable" | "tooLong" | null>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    // No character takes more than four bytes.
    if (file.size > 4 * MOST_SOURCE) return setFault("tooLong");
    try {
      const source = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      setFault(source.length > MOST_SOURCE ? "tooLong" : null);
      if (source.length <= MOST_SOURCE) onChange({ source });
    } catch {
      setFault("unreadable");
    }
  };
  return (
    <>
      <div ref={place}>
        <TextArea
          label={t("panel-podcast:source.label")}
          hint={t("panel-podcast:source.hint")}
          limit={MOST_SOURCE}
          rows={8}
          dir="auto"
          value={setup.source}
          onChange={({ target }) => onChange({ source: target.value })}
        />
      </div>
      <div>
        <Button small icon={<FileText />} onClick={() => chooseFile(TYPES, take)}>
          {t("panel-podcast:source.open")}
        </Button>
      </div>
      {fault && <Notice weight="bad">{t(`panel-podcast:source.${fault}`)}</Notice>}
      <TextField
        label={t("panel-podcast:title")}
        dir="auto"
        maxLength={MOST_TITLE}
        placeholder={usualTitle}
        value={setup.title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <div className={css["row"]}>
        <Select
          label={t("panel-podcast:language")}
          value={setup.language}
          onChange={({ target }) => onChange({ language: target.value })}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code}>
              {format.language(code)}
            </option>
          ))}
        </Select>
        <Select
          label={t("panel-podcast:minutes")}
          value={setup.minutes}
          onChange={({ target }) => onChange({ minutes: Number(target.value) })}
        >
          {MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {format.duration(60 * minutes)}
            </option>
          ))}
        </Select>
        <Select
          label={t("panel-podcast:tone.label")}
          value={setup.tone}
          onChange={({ target }) => onChange({ tone: target.value as Tone })}
        >
          {TONES.map((tone) => (
            <option key={tone} value={tone}>
              {t(`panel-podcast:tone.${tone}`)}
            </option>
          ))}
        </Select>
      </div>
      <p className={css["note"]}>{t("panel-podcast:quotes")}</p>
      <div>
        <Button
          look={setup.lines.length === 0 ? "primary" : "secondary"}
          disabled={setup.source.trim() === ""}
          onClick={onWrite}
        >
          {t(setup.lines.length === 0 ? "panel-podcast:write" : "panel-podcast:rewrite")}
        </Button>
      </div>
    </>
  );
}
