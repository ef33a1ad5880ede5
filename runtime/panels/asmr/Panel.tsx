import { useEffect } from "react";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { useLocale } from "../../i18n/context.tsx";
import { PanelLayout } from "../../panel-kit/layout/PanelLayout.tsx";
import { RatingRequest } from "../../panel-kit/rating/RatingRequest.tsx";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { RunStates } from "../../panel-kit/start/RunStates.tsx";
import { useRuns } from "../../panel-kit/start/use-runs.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { joinFacts } from "../../contract/texts.ts";
import { Layers, Presets } from "./layers/Layers.tsx";
import { LiveBar } from "./live/LiveBar.tsx";
import { Result } from "./Result.tsx";
import { FileFields } from "./setup/FileFields.tsx";
import { linkToMix, mixFrom } from "./setup/mix-link.ts";
import { type ScapeParams, lengthOf, scapeOf } from "./setup/setup.ts";
import { useSetup } from "./setup/use-setup.ts";
import type { LayerName } from "#audio/soundscape/scape.ts";

/** Layers of generated sound: a live preview and an export to a file. */
export default function Panel({ tool, preset, jobs, workspace }: PanelProps) {
  const { t } = useLocale();
  const [setup, change] = useSetup(workspace);
  const runs = useRuns(jobs, { panel: "asmr", preset }, []);
  useEffect(() => sharedEngine().warm(), []);
  useEffect(() => {
    const mix = mixFrom(location.hash);
    if (!mix) return;
    workspace.set("asmr", mix as unknown as JsonObject);
    // A reload must not undo later changes.
    history.replaceState(history.state, "", location.pathname + location.search);
  }, [workspace]);
  const scape = scapeOf(setup);
  const params: ScapeParams = { scape, length: lengthOf(setup), output: setup.output };
  const names = Object.keys(scape.layers) as LayerName[];
  const latest = runs.all.slice(-1);
  const job = runs.all.findLast(({ state }) => state === "done");
  const result = job?.results.find(({ state }) => state !== "missing");
  const isOutdated = result !== undefined && JSON.stringify(job!.params) !== JSON.stringify(params);
  return (
    <PanelLayout
      settings={
        <>
          <FileFields setup={setup} onChange={change} />
          <JobStart
            tool={tool}
            jobs={jobs}
            input={
              names.length === 0
                ? []
                : [
                    {
                      // Identifies what was paid for: the same soundscape in another length or
                      // format is free.
                      text: JSON.stringify(scape),
                      name: joinFacts(names.map((name) => t(`panel-asmr:layer.${name}`))),
                      duration: setup.seconds,
                    },
                  ]
            }
            run={{ panel: "asmr", preset, params: params as unknown as JsonObject }}
            action={t("panel-asmr:start")}
            again={result !== undefined && !isOutdated}
            estimated={{ effect: "soundscape", earlier: [], lengthOf: () => null }}
          />
          <RunStates latest={latest} jobs={jobs} />
          {result && (
            <Result
              key={result.id}
              result={result}
              params={job!.params as unknown as ScapeParams}
              outdated={isOutdated}
            />
          )}
        </>
      }
    >
      <LiveBar
        scape={scape}
        linkOf={() => linkToMix(location.href, setup)}
        onVary={() => change({ seed: Math.floor(2 ** 31 * Math.random()) })}
      />
      <Presets setup={setup} onChange={change} />
      <Layers setup={setup} onChange={change} />
      <RatingRequest jobs={runs.all} />
    </PanelLayout>
  );
}
