import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { SoundPreview } from "../../panel-kit/preview/SoundPreview.tsx";
import { chosenOf } from "../../panel-kit/settings/effect-params.ts";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { ToolPanel } from "../../panel-kit/ToolPanel.tsx";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { JsonObject } from "../../workspace/contract/json.ts";
import type { PanelProps } from "../../workspace/contract/panel.ts";
import { liveTranscripts } from "./engines/live-transcripts.ts";
import { EngineField } from "./setup/EngineField.tsx";
import type { TranscriptSetup } from "./setup/use-setup.ts";
import { useTranscriptSetup } from "./setup/use-setup.ts";
import { LiveLines } from "./view/LiveLines.tsx";
import { TranscriptView } from "./view/TranscriptView.tsx";

/** Writes down what is said, or finds when a text is said; corrected, cut and saved by word. */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const { speech } = useWorkspace();
  const input = useInput(files);
  const runs = useRuns(jobs, { panel: "transcript", preset }, input.files);
  const setup = useTranscriptSetup(workspace);
  const missing = useWhatIsMissing(setup);
  const { shown } = input;
  const { job, result, busy } = outcomeOf(runs, shown);
  const live = useStore(liveTranscripts(), (state) => (shown ? state[shown.id] : undefined));
  const { choice, language, text } = setup;
  const params: JsonObject = {
    engine: choice.engine,
    language,
    text: choice.engine === "align" ? text : "",
    speech: speech as unknown as JsonObject | null,
    ...(choice.model && {
      model: { ...chosenOf(choice.model), name: choice.model.name, memory: choice.model.memory },
    }),
  } as unknown as JsonObject;
  const isWritten = result !== null && job?.unchanged === null;
  return (
    <ToolPanel
      wide={isWritten || live !== undefined}
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        shown &&
        (live && busy ? (
          <LiveLines file={shown} live={live} />
        ) : isWritten ? (
          <TranscriptView key={result.id} file={shown} result={result} />
        ) : (
          <SoundPreview key={shown.id} file={shown} alone={input.files.length === 1} />
        ))
      }
      settings={<EngineField setup={setup} />}
      start={
        <JobStart
          tool={tool}
          jobs={jobs}
          input={input.files}
          run={{ panel: "transcript", preset, params }}
          action={t(`panel-transcript:start.${choice.engine === "align" ? "align" : "write"}`)}
          counts={choice.engine !== "align"}
          isLocal={choice.engine !== "hosted"}
          disabled={missing !== null || (choice.engine === "align" && input.files.length > 1)}
          note={missing}
          again={isWritten}
        />
      }
    />
  );
}

/** What an engine still needs before it can start; null: nothing. */
function useWhatIsMissing({ choice: { engine, model }, text }: TranscriptSetup): string | null {
  const t = useT();
  const { models } = useWorkspace();
  const isHere = useStore(
    models,
    ({ entries }) => model === null || entries[model.id]?.state === "kept",
  );
  if (engine === "align" && text.trim() === "") return t("panel-transcript:script.needed");
  if (model && (!isHere || !fitsDevice(model))) return t("panel-transcript:engine.needed");
  return null;
}
