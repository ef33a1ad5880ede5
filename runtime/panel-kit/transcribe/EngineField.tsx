import { TRANSCRIPT_TASK } from "#core/models/recommended-model.ts";
import { useLocale } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { EngineLadder, type EngineLadderProps } from "../engine/EngineLadder.tsx";
import { useEngineTimes } from "../engine/use-engine-times.ts";
import { Segmented } from "../../ui/choice/Choice.tsx";
import kit from "../layout/kit.module.css";
import type { Engines } from "./use-engines.ts";

/** Chooses whether an engine writes the transcript or the visitor has the text, and the engine. */
export function EngineField({
  engines,
  length,
  onServer,
  ...known
}: Pick<Parameters<typeof useEngineTimes>[0], "earlier" | "lengthOf"> & {
  readonly engines: Engines;
  /** Duration of the recording in seconds; null if it is unknown. */
  readonly length: number | null;
  readonly onServer?: EngineLadderProps["onServer"];
}) {
  const { t } = useLocale();
  const { speech, hosted } = useWorkspace();
  const timeOf = useEngineTimes({ ...known, effect: null, length });
  const { canWrite, hasText, writers } = engines;
  return (
    <>
      {canWrite && <SourceChoice engines={engines} />}
      {hasText ? (
        <p className={kit["note"]} data-engine="align">
          {t("panel-kit:transcript.engine.align.about")}
          {!canWrite && ` ${t("panel-kit:transcript.engine.only")}`}
          {speech === null && ` ${t("panel-kit:transcript.engine.noVoice")}`}
        </p>
      ) : writers.engine === null ? (
        <p className={kit["note"]}>{t("panel-kit:transcript.engine.unknownLanguage")}</p>
      ) : (
        <EngineLadder
          choice={writers}
          task={TRANSCRIPT_TASK}
          onServer={onServer}
          timeOf={timeOf}
          texts={{
            browser: {
              name: t("panel-kit:transcript.engine.browser.name"),
              about: t("panel-kit:transcript.engine.browser.about"),
            },
            hosted: {
              name: t("panel-kit:hosted.model", { name: hosted.transcription }),
              about: t("panel-kit:transcript.engine.hosted.about", { host: hosted.host }),
            },
          }}
        />
      )}
    </>
  );
}

/** Two choices: an engine writes the text, or the visitor has it. */
function SourceChoice({ engines: { hasText, setHasText } }: { readonly engines: Engines }) {
  const { t } = useLocale();
  return (
    <Segmented
      label={t("panel-kit:transcript.source.label")}
      options={[
        { value: "sound", label: t("panel-kit:transcript.source.write") },
        { value: "text", label: t("panel-kit:transcript.source.text") },
      ]}
      value={hasText ? "text" : "sound"}
      onChange={(source) => setHasText(source === "text")}
    />
  );
}
