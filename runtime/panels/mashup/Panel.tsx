import { matchSongs } from "../../../audio/music/match-songs.ts";
import { useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { FileProblems } from "../../panel-kit/input/FileProblems.tsx";
import { NoSound } from "../../panel-kit/input/NoSound.tsx";
import { Columns } from "../../panel-kit/layout/Columns.tsx";
import css from "../../panel-kit/layout/kit.module.css";
import { AskRating } from "../../panel-kit/rating/AskRating.tsx";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { RunStates } from "../../panel-kit/start/RunStates.tsx";
import { useRuns } from "../../panel-kit/start/use-runs.ts";
import { Notice } from "../../ui/Feedback.tsx";
import type { TrayFile } from "../../workspace/contract/file.ts";
import type { Job } from "../../workspace/contract/job.ts";
import type { PanelProps } from "../../workspace/contract/panel.ts";
import type { MashupParams } from "./songs/params.ts";
import { countedSongs } from "./songs/song-state.ts";
import { MatchFields } from "./songs/MatchFields.tsx";
import { SongList } from "./songs/SongList.tsx";
import { useSetups } from "./songs/use-setups.ts";
import { useSongs } from "./songs/use-songs.ts";
import { Timeline } from "./timeline/Timeline.tsx";

/** Whether a job is of these files, in whatever order they were selected. */
const sameFiles = ({ fileIds }: Job, files: readonly TrayFile[]): boolean =>
  fileIds.length === files.length && files.every(({ id }) => fileIds.includes(id));

/** Two songs and more: matched in tempo and key, and laid over each other on their bars. */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const input = useInput(files);
  useSongs(files);
  const runs = useRuns(jobs, { panel: "mashup", preset }, input.files);
  const job = runs.all.findLast((one) => one.state === "done" && sameFiles(one, input.files));
  // In the order in which they were worked on.
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
  const match = matched && {
    bpm: wanted.bpm ?? matched.bpm,
    semitones: matched.semitones.map((one) => one + (wanted.semitones ?? 0)),
  };
  const takes = given.map((one) => one?.take ?? "all");
  const made = job?.params as MashupParams | undefined;
  const isOutdated = made !== undefined && made.takes.join() !== takes.join();
  const results = job?.results.filter(({ state }) => state !== "missing") ?? [];
  const isReady = job !== undefined && match !== null && results.length === chosen.length;
  return (
    <div className={css["bench"]}>
      <div className={css["panel"]}>
        <Columns
          wide
          aside={
            <>
              {match && (
                <MatchFields
                  match={match}
                  songs={counted!}
                  semitones={wanted.semitones ?? 0}
                  onChange={setups.want}
                />
              )}
              <JobStart
                tool={tool}
                jobs={jobs}
                input={
                  match === null
                    ? []
                    : [
                        {
                          fileIds: chosen.map(({ id }) => id),
                          name: chosen.map(({ name }) => name).join(" + "),
                          duration: Math.max(...chosen.map(({ duration }) => duration ?? 0)),
                        },
                      ]
                }
                run={{ panel: "mashup", preset, params: { takes, output: "wav24" } }}
                action={t("panel-mashup:start")}
                disabled={match === null}
                again={isReady && !isOutdated}
                outdated={isOutdated ? { follows: null } : null}
                estimated={{ effect: "separation", earlier: runs.all, lengthOf: input.lengthOf }}
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
                />
              )}
            </>
          }
        >
          <FileProblems files={input.broken} />
          {chosen.length === 0 && <NoSound />}
          {chosen.length === 1 && <Notice weight="plain">{t("panel-mashup:one")}</Notice>}
          <SongList files={chosen} setups={setups} counted={counted} match={match} />
          <RunStates latest={runs.latest} jobs={jobs} />
        </Columns>
        <AskRating jobs={runs.all} />
      </div>
    </div>
  );
}
