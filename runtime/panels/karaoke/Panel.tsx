import { useState } from "react";
import { useStore } from "zustand";
import type { StemSpec } from "#audio/tasks/run-separation.ts";
import { useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { SoundPreview } from "../../panel-kit/preview/SoundPreview.tsx";
import { type ChosenModel, chosenModel } from "../../panel-kit/settings/effect-params.ts";
import { modelOf } from "#core/models/engine.ts";
import { EngineLadder } from "../../panel-kit/engine/EngineLadder.tsx";
import { MonoNote } from "../../panel-kit/split/MonoNote.tsx";
import { ModelTest } from "../../panel-kit/split/ModelTest.tsx";
import { createStemRenderer } from "../../panel-kit/split/stem-renderer.ts";
import { useModelSpeed } from "../../panel-kit/split/use-model-speed.ts";
import {
  STEMS_TASK,
  stemsOf,
  estimateInput,
  useSplitModel,
  useSplitTimes,
} from "../../panel-kit/split/use-split-model.ts";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { useServers } from "../../panel-kit/start/use-servers.ts";
import { ToolPanel } from "../../panel-kit/ToolPanel.tsx";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { backingOf } from "./save/backing.ts";
import { Karaoke } from "./Karaoke.tsx";
import { SongLink } from "./link/SongLink.tsx";
import { LyricsField } from "./lyrics/LyricsField.tsx";
import { useLyricsText } from "./lyrics/use-lyrics.ts";

/** Vocals and accompaniment. */
const ROLES = ["vocals", "instrumental"] as const;
const SPLIT = "instrumental";

/** Removes the vocals from songs, and displays synchronized lyrics. */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const input = useInput(files);
  const runs = useRuns(jobs, { panel: "karaoke", preset }, input.files);
  const written = useLyricsText(workspace);
  const stored = useStore(workspace, (state) => state.settings["karaoke"]);
  const hasServers = useServers(tool);
  const engine = useSplitModel(workspace, "karaoke", { preset: SPLIT, hasServers });
  const { model, onServer } = engine;
  const { isReady } = engine.engines;
  const pace = useModelSpeed(isReady && !onServer ? model : null);
  const [make] = useState(createStemRenderer);
  const { shown } = input;
  const timeOf = useSplitTimes(runs.all, engine, { pace, input });
  const { job, busy } = outcomeOf(runs, shown);
  const [vocals, instrumental] = ROLES.map((stem) =>
    job?.results.find(({ role, state }) => role === stem && state !== "missing"),
  );
  const stems = stemsOf(SPLIT, model);
  const net = model && chosenModel(model);
  const isOutdated = job !== null && modelOf(job.params) !== (model?.id ?? null);
  return (
    <ToolPanel
      wide={instrumental !== undefined}
      input={input}
      runs={runs}
      jobs={jobs}
      before={preset === "link" && <SongLink />}
      sound={
        shown &&
        (job && vocals && instrumental ? (
          <Karaoke
            key={job.id}
            job={job.id}
            file={shown}
            stems={[vocals, instrumental]}
            backing={backingOf(stored)}
            onBacking={(change) => workspace.set("karaoke", change)}
            written={written}
            outdated={isOutdated && !busy}
          />
        ) : (
          <SoundPreview
            key={shown.id}
            file={shown}
            requested={
              isReady && !busy && pace.fault === null
                ? { preset: SPLIT, stems, heard: ROLES[1], ...(net && { net }) }
                : null
            }
            make={make}
          />
        ))
      }
      settings={
        <>
          <LyricsField files={files} song={shown} written={written} />
          <EngineLadder
            choice={engine.engines}
            task={STEMS_TASK}
            onServer={{ files: input.files, cost: tool.cost, tool: tool.slug }}
            timeOf={timeOf}
            texts={{ "built-in": { about: t("panel-karaoke:limits") } }}
          />
          {model && <ModelTest name={model.name} pace={pace} />}
        </>
      }
      start={
        <>
          <JobStart
            tool={tool}
            jobs={jobs}
            input={input.files}
            run={{ panel: "karaoke", preset, params: paramsOf(stems, net), onServer }}
            action={t("panel-karaoke:start")}
            counts
            disabled={pace.fault !== null}
            estimated={{ ...estimateInput(runs.all, engine, pace), lengthOf: input.lengthOf }}
            again={instrumental !== undefined && !isOutdated}
            outdated={
              isOutdated && !busy
                ? { onBack: () => engine.setModel(modelOf(job.params)), follows: null }
                : null
            }
            takesPart={!onServer}
          />
          {/* Last, because it appears only after the file was read. */}
          {shown && !instrumental && !model && <MonoNote key={shown.id} file={shown} />}
        </>
      }
    />
  );
}

const paramsOf = (stems: readonly StemSpec[], net: ChosenModel | null): JsonObject => ({
  split: SPLIT,
  stems: stems as unknown as Json,
  output: "keep",
  ...(net && { model: net as unknown as Json }),
});
