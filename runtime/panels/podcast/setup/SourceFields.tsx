import { type RefObject, useState } from "react";
import { spokenCode } from "#audio/speech/languages.ts";
import { type Tone, TONES } from "#audio/podcast/script/script.ts";
import { isOtherText } from "#runtime/audio/speech/guess-language.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { DocumentButton } from "#runtime/panel-kit/input/DocumentButton.tsx";
import { useDocument } from "#runtime/panel-kit/input/use-document.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { MoreSettings } from "#runtime/panel-kit/settings/MoreSettings.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Select, TextArea, TextField } from "#runtime/ui/field/Field.tsx";
import type { FoundArticle } from "#runtime/contract/links.ts";
import { ArticleField } from "./ArticleField.tsx";
import { type PodcastSetup, LANGUAGES, MINUTES, MAX_SOURCE, MAX_TITLE } from "./setup.ts";
import type { ChangeSetup } from "./use-setup.ts";

/** The source text, and the kind of episode. */
export function SourceFields({
  setup,
  defaultTitle,
  section,
  onChange,
}: {
  readonly setup: PodcastSetup;
  /** Default title. */
  readonly defaultTitle: string;
  /** The container of the text field. */
  readonly section: RefObject<HTMLDivElement | null>;
  readonly onChange: ChangeSetup;
}) {
  const { t } = useLocale();
  const changeSource = (source: string): void =>
    // Empty for detection.
    onChange({ source, ...(isOtherText(setup.source, source) && { language: "" }) });
  const opened = useDocument(MAX_SOURCE, changeSource);
  const { state } = opened;
  const [isCut, setCut] = useState(false);
  const takeArticle = ({ title, text, language }: FoundArticle): void => {
    setCut(text.length > MAX_SOURCE);
    onChange({
      source: text.slice(0, MAX_SOURCE),
      title: title.slice(0, MAX_TITLE),
      language: (language !== null && spokenCode(language)) || "",
    });
  };
  return (
    <>
      <ArticleField onArticle={takeArticle} />
      <div ref={section}>
        <TextArea
          label={t("panel-podcast:source.label")}
          hint={t("panel-podcast:source.hint")}
          limit={MAX_SOURCE}
          rows={8}
          dir="auto"
          value={setup.source}
          onChange={({ target }) => changeSource(target.value)}
        />
      </div>
      <div>
        <DocumentButton document={opened} />
      </div>
      {isCut && <Notice weight="bad">{t("panel-podcast:source.long")}</Notice>}
      {state !== "rest" && state !== "busy" && (
        <Notice weight="bad">
          {t(state === "long" ? "panel-podcast:source.long" : `panel-kit:document.${state}`)}
        </Notice>
      )}
      <EpisodeKind setup={setup} defaultTitle={defaultTitle} onChange={onChange} />
    </>
  );
}

/** Length and tone of the episode; its title and language in a disclosure. */
function EpisodeKind({
  setup,
  defaultTitle,
  onChange,
}: {
  readonly setup: PodcastSetup;
  readonly defaultTitle: string;
  readonly onChange: ChangeSetup;
}) {
  const { t, format, site } = useLocale();
  return (
    <div className={css["settings"]} data-settings="">
      <div className={css["row"]}>
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
      <MoreSettings of={["podcast", "episode"]}>
        <TextField
          label={t("panel-podcast:title")}
          dir="auto"
          maxLength={MAX_TITLE}
          placeholder={defaultTitle}
          value={setup.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <Select
          label={t("panel-kit:document.language")}
          value={setup.language}
          onChange={({ target }) => onChange({ language: target.value })}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code}>
              {format.language(site.locales.find((one) => one.code === code)?.language ?? code)}
            </option>
          ))}
        </Select>
      </MoreSettings>
    </div>
  );
}
