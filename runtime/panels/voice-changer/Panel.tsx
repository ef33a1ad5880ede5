import { type ReactNode, useState } from "react";
import type { VoiceValues } from "#audio/voice/voice-values.ts";
import { useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { renderEffectRange } from "../../panel-kit/preview/open-preview.ts";
import { SoundPreview } from "../../panel-kit/preview/SoundPreview.tsx";
import { saveAllAs } from "../../panel-kit/save/save-all-as.ts";
import { SaveAll } from "../../panel-kit/save/SaveAll.tsx";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { useServers } from "../../panel-kit/start/use-servers.ts";
import { EngineLadder } from "../../panel-kit/engine/EngineLadder.tsx";
import { useEngineChoice } from "../../panel-kit/engine/use-engine-choice.ts";
import { builtInEngine } from "#core/models/engine.ts";
import { PanelLayout } from "../../panel-kit/layout/PanelLayout.tsx";
import { MoreSettings } from "../../panel-kit/settings/MoreSettings.tsx";
import { RecipeButtons } from "../../panel-kit/recipes/RecipeButtons.tsx";
import { ToolPanel } from "../../panel-kit/ToolPanel.tsx";
import { Button } from "../../ui/Button.tsx";
import type { PanelProps } from "../../contract/panel.ts";
import { Live } from "./Live.tsx";
import { Result } from "./Result.tsx";
import { Settings } from "./Settings.tsx";
import { Source } from "./Source.tsx";
import { Start } from "./Start.tsx";
import { useVoiceSetup } from "./use-voice-setup.ts";
import { type VoiceSetup, isSame, setupOf, valuesOf } from "./voice-setup.ts";

/** Changes voices in files, with a preview, and live from a microphone. */
export default function Panel(props: PanelProps) {
  const [setup, change] = useVoiceSetup(props.workspace);
  const settings = <Settings setup={setup} change={change} />;
  const source = <Source value={setup.source} onChange={(source) => change({ source })} />;
  return setup.source === "file" ? (
    <VoiceOfFile {...props} setup={setup} change={change} settings={settings} source={source} />
  ) : (
    <PanelLayout settings={settings}>
      {source}
      <Live values={valuesOf(setup)} />
    </PanelLayout>
  );
}

function VoiceOfFile({
  tool,
  files,
  jobs,
  workspace,
  setup,
  change,
  settings,
  source,
}: PanelProps &
  Parameters<typeof Settings>[0] & { readonly settings: ReactNode; readonly source: ReactNode }) {
  const t = useT();
  const [opened] = useState(Date.now);
  const values = valuesOf(setup);
  const input = useInput(files);
  const runs = useRuns(jobs, { panel: "voice-changer", preset: "change" }, input.files);
  const engines = useEngineChoice(workspace, [builtInEngine()], {
    task: "voice",
    tool: "voice-changer",
    hasServers: useServers(tool),
  });
  const onServer = engines.engine?.kind === "server";
  const { shown } = input;
  const { job, result, busy } = outcomeOf(runs, shown);
  const doneValues = job?.params["values"] as VoiceValues | undefined;
  const isCurrent = doneValues !== undefined && isSame(doneValues, values);
  // The output format also applies to existing results.
  const setFormat = (output: VoiceSetup["output"]): void => {
    change({ output });
    saveAllAs(jobs, runs.all, output);
  };
  return (
    <ToolPanel
      input={input}
      runs={runs}
      jobs={jobs}
      before={source}
      sound={
        shown &&
        (job && result && isCurrent ? (
          <Result
            key={`${shown.id} ${result.id}`}
            file={shown}
            result={result}
            job={job}
            isNew={job.ended !== null && job.ended > opened}
            onFormat={setFormat}
          />
        ) : (
          <SoundPreview
            key={shown.id}
            file={shown}
            make={renderEffectRange}
            requested={busy ? null : { effect: "voice", values: { ...values } }}
          />
        ))
      }
      settings={
        <>
          {result && doneValues && !isCurrent && (
            <div>
              <Button small onClick={() => change(setupOf(doneValues))}>
                {t("panel-voice-changer:backToResult")}
              </Button>
            </div>
          )}
          {settings}
          <MoreSettings of={["voice-changer", "recipe"]}>
            <RecipeButtons
              settings={{
                effect: "voice",
                values: { ...values },
                model: null,
                output: setup.output,
              }}
            />
          </MoreSettings>
          <EngineLadder
            choice={engines}
            task="voice"
            onServer={{ files: input.files, cost: tool.cost, tool: tool.slug }}
          />
        </>
      }
      start={
        <Start
          tool={tool}
          jobs={jobs}
          input={input.files}
          earlier={runs.all}
          lengthOf={input.lengthOf}
          setup={setup}
          change={change}
          again={result !== null && isCurrent}
          onServer={onServer}
        />
      }
      save={<SaveAll name="voices" jobs={runs.all} />}
    />
  );
}
