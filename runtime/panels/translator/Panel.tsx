import { useLocale } from "../../i18n/context.tsx";
import { guessLanguage } from "../../audio/speech/guess-language.ts";
import { isHostedVoice } from "../../audio/voices/voices.ts";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { SoundPreview } from "../../panel-kit/preview/SoundPreview.tsx";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { ToolPanel } from "../../panel-kit/ToolPanel.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { TrayFile } from "../../contract/file.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { Dub } from "./result/Dub.tsx";
import { useSegments } from "./segments/use-segments.ts";
import { useLanguageName } from "./setup/LanguageSelect.tsx";
import { hostedSpeech, spokenOf, defaultTarget } from "./setup/setup.ts";
import { SourceFields } from "./setup/SourceFields.tsx";
import { SourceNotice } from "./setup/SourceNotice.tsx";
import { useSetup } from "./setup/use-setup.ts";
import { useSource } from "./setup/use-source.ts";
import { VoiceFields } from "./setup/VoiceFields.tsx";
import { Translating } from "./translate/Translating.tsx";

/**
 * A recording in another language: its transcript, the translation, and a dubbed voice that keeps
 * the timing.
 */
export default function Panel(props: PanelProps) {
  const input = useInput(props.files);
  const runs = useRuns(props.jobs, { panel: "translator", preset: props.preset }, input.files);
  const { shown } = input;
  if (shown) return <Recording key={shown.id} {...props} {...{ input, runs, shown }} />;
  return <ToolPanel input={input} runs={runs} jobs={props.jobs} sound={null} settings={null} />;
}

/** One recording, from its transcript to its dub. */
function Recording({
  tool,
  preset,
  jobs,
  workspace,
  input,
  runs,
  shown,
}: PanelProps & {
  readonly input: ReturnType<typeof useInput>;
  readonly runs: ReturnType<typeof useRuns>;
  readonly shown: TrayFile;
}) {
  const { t, locale } = useLocale();
  const { speech } = useWorkspace();
  const nameOf = useLanguageName();
  const { job, result } = outcomeOf(runs, shown);
  const [setup, change] = useSetup(workspace);
  const edits = useSegments(shown.id);
  const segments = edits.present ?? [];
  const isOpen = segments.length > 0;
  const written = isOpen ? segments.map(({ source }) => source).join(" ") : setup.text;
  const from = setup.from ?? guessLanguage(written, locale.code);
  const source = useSource(shown, {
    tool,
    from,
    heard: setup.heard,
    isOpen: edits.present && isOpen,
    onChange: change,
    onSegments: (next) => edits.change(() => next),
  });
  const to = setup.to ?? defaultTarget(from, locale.code);
  const { voice, under } = setup;
  const params = { segments, from, to, voice, under, track: nameOf(to), speech };
  const asked = { params: params as unknown as JsonObject, hosted: hostedSpeech(voice, segments) };
  const isOutdated = job !== null && JSON.stringify(job.params) !== JSON.stringify(params);
  const missing = spokenOf(segments).length > 0 ? null : t("panel-translator:needed");
  return (
    <ToolPanel
      wide={isOpen}
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        <>
          {job && result && (
            <Dub
              key={result.id}
              job={job}
              result={result}
              name={shown.name}
              outdated={isOutdated}
            />
          )}
          {isOpen ? (
            <Translating
              {...{ tool, jobs }}
              file={shown}
              languages={{ from, to }}
              setup={setup}
              edits={edits}
              onChange={change}
            />
          ) : (
            <SoundPreview file={shown} />
          )}
          <SourceNotice problem={source.problem} />
        </>
      }
      settings={
        edits.present &&
        (isOpen ? (
          <VoiceFields setup={setup} to={to} onChange={change} />
        ) : (
          <SourceFields
            {...{ tool, jobs, workspace, from, setup, source }}
            file={shown}
            onChange={change}
          />
        ))
      }
      start={
        isOpen && (
          <JobStart
            tool={tool}
            jobs={jobs}
            input={[shown]}
            run={{ panel: "translator", preset, ...asked }}
            action={t("panel-translator:start")}
            isLocal={!isHostedVoice(voice)}
            disabled={speech === null || missing !== null}
            note={speech === null ? t("panel-translator:noVoice") : missing}
            again={result !== null && !isOutdated}
          />
        )
      }
    />
  );
}
