import Download from "lucide-react/icons/download";
import FolderOpen from "lucide-react/icons/folder-open";
import Languages from "lucide-react/icons/languages";
import { useState } from "react";
import {
  type Segment,
  type ImportedTexts,
  importSubtitles,
  timedTexts,
} from "#core/dubbing/segment.ts";
import { exchangeCues } from "#core/dubbing/segment-cues.ts";
import { importXliff, writeSegmentXliff } from "#core/dubbing/xliff.ts";
import { writeSrt } from "#core/transcript/save/subtitles.ts";
import { readInWorker } from "#runtime/documents/read-in-worker.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import { readTextFile } from "#runtime/panel-kit/input/read-text.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { EngineLadder } from "#runtime/panel-kit/engine/EngineLadder.tsx";
import { useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import { stemLength } from "#runtime/contract/texts.ts";
import { LanguageSelect } from "../setup/LanguageSelect.tsx";
import { type LanguagesOf, MAX_SOURCE, spokenOf } from "../setup/setup.ts";
import type { ChangeSetup } from "../setup/use-setup.ts";
import { HostedTranslation } from "./HostedTranslation.tsx";
import { localeOf } from "../setup/take-source.ts";
import { type Translation, openSegments, TRANSLATION_TASK } from "./use-translation.ts";

const TYPES = ".xlf,.xliff,.srt,.vtt,application/xliff+xml,text/vtt";
/** Maximum length of a returned file in characters: markup, notes and both languages. */
const MAX_RETURNED = 10 * MAX_SOURCE;

type Told =
  | { readonly kind: "unreadable" | "tooLong" | "noTranslation" }
  | { readonly kind: "otherLanguage"; readonly language: string }
  | ({ readonly kind: "taken" } & Pick<ImportedTexts, "filled" | "lost">);

/**
 * Imports a translation. Resolves to null if the text is none, or to its language if that is a
 * different one.
 */
async function takeTranslation(
  segments: readonly Segment[],
  text: string,
  to: string,
): Promise<ImportedTexts | string | null> {
  const xliff = await readInWorker("xliff", text);
  const language = xliff?.targetLanguage ?? "";
  if (language !== "" && localeOf(language) !== to) return language;
  if (xliff) return importXliff(segments, xliff);
  const texts = timedTexts((await readInWorker("lyrics", text)).lines, Infinity);
  return texts.length === 0 ? null : importSubtitles(segments, texts);
}

/** The target language, the translation engine, and files for external translators. */
export function TranslateFields({
  file,
  tool,
  jobs,
  languages,
  segments,
  translation,
  onChange,
  onSegments,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly file: TrayFile;
  readonly languages: LanguagesOf;
  readonly segments: readonly Segment[];
  readonly translation: Translation;
  readonly onChange: ChangeSetup;
  readonly onSegments: (segments: readonly Segment[]) => void;
}) {
  const { t, format } = useLocale();
  const { hosted } = useWorkspace();
  const names = { name: hosted.chat?.model, host: hosted.host };
  const { engines, kind, download, done, loaded, failed } = translation;
  const left = openSegments(segments).length;
  return (
    <div className={css["settings"]}>
      <LanguageSelect
        label={t("panel-translator:translate.language")}
        value={languages.to}
        onChange={(to) => onChange({ to })}
      />
      <EngineLadder
        choice={engines}
        task={TRANSLATION_TASK}
        texts={{
          "built-in": {
            name: t("panel-translator:translate.hand.name"),
            about: t("panel-translator:translate.hand.about"),
            instead: t("panel-translator:translate.hand.instead"),
          },
          browser: {
            name: t("panel-translator:translate.browser.name"),
            about: t("panel-translator:translate.browser.about"),
          },
          studio: { about: t("panel-translator:translate.studio.about") },
          hosted: {
            name: t("panel-kit:hosted.model", names),
            about: t("panel-translator:translate.hosted.about", names),
          },
        }}
      />
      {kind === "hosted" && <HostedTranslation {...{ tool, jobs, file, languages, segments }} />}
      {kind !== "built-in" && kind !== "hosted" && (
        <div className={css["row"]}>
          <Button
            // Once there is something to speak, the dub is the main action.
            look={spokenOf(segments).length === 0 ? "primary" : "secondary"}
            icon={<Languages />}
            busy={done !== null}
            disabled={download.isTooLarge || left === 0}
            onClick={translation.start}
          >
            {done === null
              ? download.bytes === null || left === 0
                ? t("panel-translator:translate.start", { count: left })
                : t("panel-kit:quality.getAndStart", { size: format.bytes(download.bytes) })
              : t(`panel-translator:translate.${loaded === null ? "running" : "loading"}`, {
                  part: format.percent(loaded ?? done),
                })}
          </Button>
          {done !== null && (
            <Button look="quiet" onClick={translation.cancel}>
              {t("panel-translator:cancel")}
            </Button>
          )}
        </div>
      )}
      {translation.isSilent && <Notice weight="attention">{t("panel-kit:browserSilent")}</Notice>}
      {failed && <Notice weight="bad">{t(`panel-translator:translate.${failed}`)}</Notice>}
      <Exchange {...{ languages, segments, onSegments }} name={file.name} />
    </div>
  );
}

/** Export and import of files for external translators. */
function Exchange({
  name,
  languages: { from, to },
  segments,
  onSegments,
}: Pick<Parameters<typeof TranslateFields>[0], "languages" | "segments" | "onSegments"> & {
  /** Name of the recording. */
  readonly name: string;
}) {
  const { t, format, site } = useLocale();
  const saveFile = useSaveFile();
  const [told, tell] = useState<Told | null>(null);
  const stem = name.slice(0, stemLength(name));
  const tagOf = (code: string): string =>
    site.locales.find((one) => one.code === code)?.language ?? code;
  const saveXliff = (): Promise<boolean> => {
    const text = writeSegmentXliff({
      sourceLanguage: tagOf(from),
      targetLanguage: tagOf(to),
      name,
      segments,
    });
    return saveFile(new Blob([text], { type: "application/xliff+xml" }), `${stem}-${to}.xlf`);
  };
  const saveSrt = (): Promise<boolean> => {
    const text = writeSrt(exchangeCues(segments, "source"), []);
    return saveFile(new Blob([text], { type: "application/x-subrip" }), `${stem}-${from}.srt`);
  };
  const nameOf = (tag: string): string => {
    const known = localeOf(tag);
    return known === null ? tag : format.language(known);
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readTextFile(file, MAX_RETURNED);
    if ("problem" in read) return tell({ kind: read.problem });
    const found = await takeTranslation(segments, read.text, to).catch(() => null);
    if (typeof found === "string") return tell({ kind: "otherLanguage", language: found });
    if (!found || found.filled === 0) return tell({ kind: "noTranslation" });
    tell({ kind: "taken", filled: found.filled, lost: found.lost });
    onSegments(found.segments);
  };
  return (
    <>
      <div className={css["row"]}>
        <Button small icon={<Download />} onClick={() => void saveXliff()}>
          {t("panel-translator:exchange.xliff")}
        </Button>
        <Button small icon={<Download />} onClick={() => void saveSrt()}>
          {t("panel-translator:exchange.srt")}
        </Button>
        <Button small icon={<FolderOpen />} onClick={() => chooseFile(TYPES, take)}>
          {t("panel-translator:exchange.import")}
        </Button>
      </div>
      {told &&
        (told.kind === "taken" ? (
          <Notice weight={told.lost > 0 ? "attention" : "good"}>
            {t("panel-translator:exchange.filled", { count: told.filled })}
            {told.lost > 0 && ` ${t("panel-translator:exchange.lost", { count: told.lost })}`}
          </Notice>
        ) : told.kind === "otherLanguage" ? (
          <Notice weight="bad">
            {t("panel-translator:exchange.otherLanguage", {
              language: nameOf(told.language),
            })}
          </Notice>
        ) : (
          <Notice weight="bad">
            {t(
              told.kind === "noTranslation"
                ? "panel-translator:exchange.nothing"
                : `panel-translator:source.${told.kind}`,
            )}
          </Notice>
        ))}
    </>
  );
}
