import { useStore } from "zustand";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { useLocale, useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { SoundPreview } from "../../panel-kit/preview/SoundPreview.tsx";
import { saveAllAs } from "../../panel-kit/save/save-all-as.ts";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { ToolPanel } from "../../panel-kit/ToolPanel.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { ConsentStep } from "./consent/ConsentStep.tsx";
import css from "./looks/cloning.module.css";
import { SampleReport } from "./sample/SampleReport.tsx";
import { useSample } from "./sample/use-sample.ts";
import { type CloneSetup, setupOf } from "./setup/setup.ts";
import { CloneFields } from "./voice/CloneFields.tsx";
import { OwnVoices } from "./voice/OwnVoices.tsx";
import { VoiceResult } from "./voice/VoiceResult.tsx";

/**
 * Applies pitch, range and timbre of a voice to the built-in one, after its owner has consented by
 * speaking.
 */
export default function Panel(props: PanelProps) {
  const t = useT();
  const { speech } = useWorkspace();
  return speech ? (
    <Cloning {...props} speech={speech} />
  ) : (
    <Notice>{t("panel-cloning:noVoice")}</Notice>
  );
}

function Cloning({
  tool,
  preset,
  files,
  jobs,
  workspace,
  speech,
}: PanelProps & { readonly speech: SpeechFolders }) {
  const { t, locale } = useLocale();
  const setup = setupOf(useStore(workspace, ({ settings }) => settings["cloning"]));
  const change = (part: Partial<CloneSetup>): void =>
    workspace.set("cloning", part as unknown as JsonObject);
  const input = useInput(files);
  const runs = useRuns(jobs, { panel: "cloning", preset }, input.files);
  const { shown } = input;
  const analysis = useSample(shown);
  const { job, result } = outcomeOf(runs, shown);
  const consent = setup.consent?.fileId === shown?.id ? setup.consent : null;
  const isUsable = analysis.sample?.judgement.isUsable ?? false;
  const language = Object.hasOwn(SPOKEN_LANGUAGES, locale.code) ? locale.code : "en";
  const defaults = { name: t("panel-cloning:name.usual"), sentence: SAMPLE_LINES[language]! };
  const params = {
    name: setup.name.trim() || defaults.name,
    sentence: setup.sentence.trim() || defaults.sentence,
    language,
    voice: consent?.voice ?? null,
    receipt: consent?.receipt ?? null,
    speech,
  };
  const isCurrent = (["name", "sentence", "voice"] as const).every(
    (key) => job?.params[key] === params[key],
  );
  return (
    <ToolPanel
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        shown && (
          <>
            {job && result ? (
              <VoiceResult
                key={result.id}
                file={shown}
                job={job}
                result={result}
                outdated={!isCurrent}
                onFormat={(output) => saveAllAs(jobs, runs.all, output)}
              />
            ) : (
              <SoundPreview key={shown.id} file={shown} />
            )}
            <section className={css["step"]} aria-label={t("panel-cloning:sample.title")}>
              <h3>{t("panel-cloning:sample.title")}</h3>
              <SampleReport {...analysis} />
            </section>
            {analysis.sample && isUsable && (
              <ConsentStep
                key={`consent ${shown.id}`}
                sample={analysis.sample}
                language={language}
                speech={speech}
                consent={consent}
                onConsent={(given) => change({ consent: given })}
              />
            )}
          </>
        )
      }
      settings={<CloneFields setup={setup} defaults={defaults} onChange={change} />}
      start={
        <JobStart
          tool={tool}
          jobs={jobs}
          input={shown ? [shown] : []}
          run={{ panel: "cloning", preset, params: params as unknown as JsonObject }}
          action={t("panel-cloning:start")}
          disabled={!isUsable || consent === null}
          note={isUsable && !consent ? t("panel-cloning:consent.needed") : null}
          again={result !== null && isCurrent}
        />
      }
      save={<OwnVoices speech={speech} />}
    />
  );
}
