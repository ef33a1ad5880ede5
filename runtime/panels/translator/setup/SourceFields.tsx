import FileText from "lucide-react/icons/file-text";
import FolderOpen from "lucide-react/icons/folder-open";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { Button, ButtonLink } from "#runtime/ui/Button.tsx";
import { EngineField } from "#runtime/panel-kit/transcribe/EngineField.tsx";
import { useEngines } from "#runtime/panel-kit/transcribe/use-engines.ts";
import { TextArea } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import { LanguageSelect } from "./LanguageSelect.tsx";
import { type TranslatorSetup, MAX_SOURCE } from "./setup.ts";
import { Transcribing } from "./Transcribing.tsx";
import type { Source } from "./use-source.ts";
import type { ChangeSetup } from "./use-setup.ts";

const TYPES =
  ".srt,.vtt,.lrc,.ass,.ssa,.ttml,.sbv,.txt,.json,.xlf,.xliff,text/plain,text/vtt,application/xliff+xml";

/** The source of the text to translate: a transcription engine, or an existing transcript. */
export function SourceFields({
  tool,
  jobs,
  workspace,
  file,
  from,
  setup,
  source,
  onChange,
}: Pick<PanelProps, "tool" | "jobs" | "workspace"> & {
  readonly file: TrayFile;
  /** Locale of the recording. */
  readonly from: string;
  readonly setup: TranslatorSetup;
  readonly source: Source;
  readonly onChange: ChangeSetup;
}) {
  const t = useT();
  const engines = useEngines(workspace, "translator", from);
  const { choice } = engines;
  const { takeTranscript } = source;
  const { tools } = useWorkspace();
  const writer = tools.find(({ panel, available }) => panel === "transcript" && available);
  return (
    <div className={css["settings"]}>
      <h2 className={css["name"]}>{t("panel-translator:source.title")}</h2>
      <LanguageSelect
        label={t("panel-translator:source.language")}
        value={from}
        onChange={(code) => onChange({ from: code })}
      />
      <p className={css["note"]}>{t("panel-translator:source.about")}</p>
      {takeTranscript && (
        <div className={css["row"]}>
          <Button busy={source.done !== null} onClick={takeTranscript}>
            {t("panel-kit:transcript.use")}
          </Button>
        </div>
      )}
      <div className={css["row"]}>
        <Button
          icon={<FolderOpen />}
          busy={source.done !== null}
          onClick={() => chooseFile(TYPES, source.takeFile)}
        >
          {t("panel-translator:source.import")}
        </Button>
        {writer && !takeTranscript && (
          <ButtonLink icon={<FileText />} href={`${writer.path}?from=workspace`}>
            {writer.name}
          </ButtonLink>
        )}
      </div>
      <EngineField engines={engines} length={file.duration} />
      {engines.hasText ? (
        <OwnText setup={setup} source={source} onChange={onChange} />
      ) : engines.writers.engine === null ? null : (
        <Transcribing {...{ tool, jobs, file, from, choice }} />
      )}
    </div>
  );
}

/** An existing text: subtitles, a transcript, or a text to align. */
function OwnText({
  setup,
  source: { done, cancel, takeText },
  onChange,
}: {
  readonly setup: TranslatorSetup;
  readonly source: Source;
  readonly onChange: ChangeSetup;
}) {
  const { t, format } = useLocale();
  const isBusy = done !== null;
  return (
    <>
      <TextArea
        label={t("panel-translator:source.paste")}
        hint={t("panel-translator:source.pasteHint")}
        limit={MAX_SOURCE}
        rows={5}
        dir="auto"
        value={setup.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <div className={css["row"]}>
        <Button
          disabled={setup.text.trim() === ""}
          busy={isBusy}
          onClick={() => takeText(setup.text)}
        >
          {done === null
            ? t("panel-translator:source.take")
            : t("panel-translator:source.taking", { part: format.percent(done) })}
        </Button>
        {isBusy && (
          <Button look="quiet" onClick={cancel}>
            {t("panel-translator:cancel")}
          </Button>
        )}
      </div>
    </>
  );
}
