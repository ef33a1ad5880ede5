import { useState } from "react";
import { matchSongs, type Match } from "#audio/music/match-songs.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { FileProblems } from "../../panel-kit/input/FileProblems.tsx";
import { NoSound } from "../../panel-kit/input/NoSound.tsx";
import { PanelLayout } from "../../panel-kit/layout/PanelLayout.tsx";
import { RatingRequest } from "../../panel-kit/rating/RatingRequest.tsx";
import { chosenModel } from "../../panel-kit/settings/effect-params.ts";
import { modelOf } from "#core/models/engine.ts";
import { EngineLadder } from "../../panel-kit/engine/EngineLadder.tsx";
import { ModelTest } from "../../panel-kit/split/ModelTest.tsx";
import { useModelSpeed } from "../../panel-kit/split/use-model-speed.ts";
import {
  STEMS_TASK,
  estimateInput,
  useSplitModel,
  useSplitTimes,
} from "../../panel-kit/split/use-split-model.ts";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import type { FilesInput } from "../../panel-kit/start/start-plan.ts";
import { RunStates } from "../../panel-kit/start/RunStates.tsx";
import { useRuns } from "../../panel-kit/start/use-runs.ts";
import { useServers } from "../../panel-kit/start/use-servers.ts";
import { Notice } from "../../ui/Feedback.tsx";
import type { TrayFile } from "../../contract/file.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import { canTake, type MashupParams, type Take } from "./songs/params.ts";
import { countedSongs } from "./songs/song-state.ts";
import { MatchFields } from "./songs/MatchFields.tsx";
import { SongList } from "./songs/SongList.tsx";
import { useSetups } from "./songs/use-setups.ts";
import { useSongs } from "./songs/use-songs.ts";
import { Timeline } from "./timeline/Timeline.tsx";

/** Whether a job has these files as input, in any order. */
const sameFiles = ({ fileIds }: SteadyJob, files: readonly TrayFile[]): boolean =>
  fileIds.length === files.length && files.every(({ id }) => fileIds.includes(id));

/** Matches two or more songs in tempo and key, and aligns them on their bars. */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const [opened] = useState(Date.now);
  const input = useInput(files);
  useSongs(files, { jobs, workspace });
  const runs = useRuns(jobs, { panel: "mashup", preset }, input.files);
  const job = runs.all.findLast((one) => one.state === "done" && sameFiles(one, input.files));
  // In the order of the job.
  const chosen = job
    ? job.fileIds.map((id) => input.files.find((file) => file.id === id)!)
    : input.files;
  const setups = useSetups(
    workspace,
    chosen.map(({ id }) => id),
  );
  const { all: given, wanted } = setups;
  const isFound = given.every((one) => one !== null);
  const counted = isFound ? countedSongs(given) : null;
  const matched = counted && counted.length > 1 ? matchSongs(counted) : null;
  const match = matched && changedMatch(matched, wanted);
  const takes = given.map((one) => one?.take ?? "all");
  const made = job?.params as MashupParams | undefined;
  const longest = Math.max(0, ...chosen.map(({ duration }) => duration ?? 0));
  const song = { shown: { duration: longest }, lengthOf: input.lengthOf };
  const engine = useMashupEngine(workspace, takes, {
    jobs: runs.all,
    song,
    hasServers: useServers(tool),
  });
  const { model, pace, timeOf, onServer } = engine;
  const isOutdated =
    made !== undefined &&
    (made.takes.join() !== takes.join() || modelOf(made) !== (model?.id ?? null));
  const results = job?.results.filter(({ state }) => state !== "missing") ?? [];
  const isReady = job !== undefined && match !== null && results.length === chosen.length;
  return (
    <PanelLayout
      wide
      settings={
        <>
          {match && (
            <MatchFields
              match={match}
              songs={counted!}
              semitones={wanted.semitones ?? 0}
              onChange={setups.want}
            />
          )}
          <EngineLadder
            choice={engine.engines}
            task={STEMS_TASK}
            onServer={{ files: chosen, cost: tool.cost, tool: tool.slug }}
            timeOf={timeOf}
          />
          {model && <ModelTest name={model.name} pace={pace} />}
          <JobStart
            tool={tool}
            jobs={jobs}
            input={match === null ? [] : [inputOf(chosen, longest)]}
            run={{ panel: "mashup", preset, params: paramsOf(takes, model), onServer }}
            action={t("panel-mashup:start")}
            disabled={match === null || !engine.isUsable}
            note={engine.lacks}
            again={isReady && !isOutdated}
            outdated={isOutdated ? { follows: null } : null}
            estimated={{ ...estimateInput(runs.all, engine, pace), lengthOf: input.lengthOf }}
          />
          {isReady && (
            <Timeline
              key={job.id}
              workspace={workspace}
              job={job.id}
              names={chosen.map(({ name }) => name)}
              songs={counted!}
              takes={made!.takes}
              results={results}
              match={match}
              outdated={isOutdated}
              isNew={job.ended !== null && job.ended > opened}
            />
          )}
        </>
      }
    >
      <FileProblems files={input.broken} />
      {chosen.length === 0 && <NoSound />}
      {chosen.length === 1 && <Notice weight="plain">{t("panel-mashup:one")}</Notice>}
      <SongList files={chosen} setups={setups} counted={counted} match={match} net={model} />
      <RunStates latest={runs.latest} jobs={jobs} />
      <RatingRequest jobs={runs.all} />
    </PanelLayout>
  );
}

/** The match with the visitor's changes. */
const changedMatch = (
  { bpm, shifts }: Match,
  requested: ReturnType<typeof useSetups>["wanted"],
): Match => ({
  bpm: requested.bpm ?? bpm,
  shifts: shifts.map((own) =>
    own.map(({ from, semitones }) => ({
      from,
      semitones: semitones + (requested.semitones ?? 0),
    })),
  ),
});

const inputOf = (songs: readonly TrayFile[], longest: number): FilesInput => ({
  fileIds: songs.map(({ id }) => id),
  name: songs.map(({ name }) => name).join(" + "),
  duration: longest,
  lengths: songs.map(({ duration }) => duration ?? 0),
});

const paramsOf = (takes: readonly Take[], model: OfferedModel | null): JsonObject => ({
  takes,
  output: "wav24",
  ...(model && { model: chosenModel(model) as unknown as JsonObject }),
});

/** The separation engine, and what it still needs. */
function useMashupEngine(
  workspace: WorkspaceStore,
  takes: readonly Take[],
  {
    jobs,
    song,
    hasServers,
  }: {
    /** Earlier jobs. */
    readonly jobs: readonly SteadyJob[];
    /** The longest one, and the lengths of earlier ones. */
    readonly song: Parameters<typeof useSplitTimes>[2]["input"];
    readonly hasServers: boolean;
  },
) {
  const t = useT();
  const engine = useSplitModel(workspace, "mashup", { preset: "stems", hasServers });
  const { model } = engine;
  const pace = useModelSpeed(engine.engines.isReady && !engine.onServer ? model : null);
  const timeOf = useSplitTimes(jobs, engine, { pace, input: song });
  const canAll = takes.every((take) => canTake(take, model));
  return {
    ...engine,
    pace,
    timeOf,
    isUsable: canAll && pace.fault === null,
    /** Null if nothing is missing. */
    lacks: canAll ? null : t("panel-mashup:take.lacking", { name: model!.name }),
  };
}
