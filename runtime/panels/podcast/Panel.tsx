import { useRef } from "react";
import { type Music, MUSIC } from "#audio/podcast/sound/episode.ts";
import { useVoices } from "../../audio/voices/use-voices.ts";
import { type VoiceId, isHostedVoice, nameOfVoice } from "../../audio/voices/voices.ts";
import { useLocale } from "../../i18n/context.tsx";
import { PanelLayout } from "../../panel-kit/layout/PanelLayout.tsx";
import css from "../../panel-kit/layout/kit.module.css";
import { RatingRequest } from "../../panel-kit/rating/RatingRequest.tsx";
import { HostedVoiceNote } from "../../panel-kit/settings/HostedVoiceNote.tsx";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { RunStates } from "../../panel-kit/start/RunStates.tsx";
import type { StartedRun } from "../../panel-kit/start/start-plan.ts";
import { useRuns } from "../../panel-kit/start/use-runs.ts";
import { Select } from "../../ui/field/Field.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { Episode } from "./result/Episode.tsx";
import { episodeRun } from "./setup/episode-run.ts";
import { ScriptLines } from "./script/ScriptLines.tsx";
import { useLinePlayer } from "./script/use-line-player.ts";
import {
  type PodcastParams,
  type PodcastSetup,
  scriptOf,
  sentencesOf,
  shorterScripts,
  titleOf,
} from "./setup/setup.ts";
import { SourceFields } from "./setup/SourceFields.tsx";
import { type ChangeSetup, useSetup } from "./setup/use-setup.ts";
import { LostScript } from "./write/LostScript.tsx";
import { useWriters, useWrittenScript } from "./write/use-writers.ts";
import { WriteScript } from "./write/WriteScript.tsx";

/** Turns a text into a conversation of two hosts: first the script, then the audio. */
export default function Panel({ tool, preset, jobs, workspace }: PanelProps) {
  const { t } = useLocale();
  const { speech, say } = useWorkspace();
  const [setup, change] = useSetup(workspace);
  const runs = useRuns(jobs, { panel: "podcast", preset }, []);
  const player = useLinePlayer(setup);
  const voices = useVoices();
  const section = useRef<HTMLDivElement>(null);
  const defaultTitle = titleOf({ ...setup, title: "" }, t("panel-podcast:usualTitle"));
  const script = scriptOf(setup, defaultTitle);
  const { hosts } = setup;
  const { input, run } = episodeRun(setup, script);
  const params = { ...run.params, speech } as JsonObject;
  const writers = useWriters(setup, defaultTitle, change);
  useWrittenScript(runs.all, setup.taken, change);
  const job = runs.all.findLast(
    ({ state, results }) => state === "done" && results.some(({ role }) => role === "episode"),
  );
  const results = job?.results.filter(({ state }) => state !== "missing") ?? [];
  const isOutdated = job !== undefined && JSON.stringify(job.params) !== JSON.stringify(params);
  const showSource = (sentence: number): void => {
    const found = sentencesOf(setup)[sentence];
    const field = section.current?.querySelector("textarea");
    if (!found || !field) return;
    field.focus();
    field.setSelectionRange(found.start, found.end);
    say(found.text);
  };
  const ready = script.lines.length > 0;
  return (
    <PanelLayout
      settings={
        <>
          <Voices setup={setup} onChange={change} />
          {(ready || speech === null) && (
            <JobStart
              tool={tool}
              jobs={jobs}
              input={ready ? [input] : []}
              run={{ panel: "podcast", preset, ...run, params }}
              {...(setup.source.trim() !== "" && {
                shorter: () =>
                  shorterScripts(setup, defaultTitle).map((version) => {
                    const made = episodeRun({ ...setup, writtenBy: "builtIn" }, version.script);
                    const changes = { ...made.run, params: { ...made.run.params, speech } };
                    return {
                      minutes: version.minutes,
                      input: made.input,
                      run: changes as Partial<StartedRun>,
                    };
                  }),
              })}
              isLocal={!hosts.some(isHostedVoice)}
              action={t("panel-podcast:start")}
              disabled={!ready || speech === null}
              note={speech === null ? t("panel-podcast:noVoice") : null}
              again={results.length > 0 && !isOutdated}
            />
          )}
          <RunStates latest={runs.all.slice(-1)} jobs={jobs} />
          {job && results.length > 0 && (
            <Episode
              key={job.id}
              params={job.params as unknown as PodcastParams}
              results={results}
              outdated={isOutdated}
            />
          )}
        </>
      }
    >
      <SourceFields setup={setup} defaultTitle={defaultTitle} section={section} onChange={change} />
      <LostScript all={runs.all} setup={setup} onChange={change} />
      <WriteScript
        setup={setup}
        defaultTitle={defaultTitle}
        writers={writers}
        onChange={change}
        start={{ tool, jobs, preset }}
      />
      {setup.lines.length > 0 && (
        <ScriptLines
          lines={setup.lines}
          names={[nameOfVoice(voices, hosts[0]), nameOfVoice(voices, hosts[1])]}
          player={player}
          onChange={(lines) => change({ lines })}
          onSource={showSource}
        />
      )}
      <RatingRequest jobs={runs.all} />
    </PanelLayout>
  );
}

/** The voices and the music. */
function Voices({
  setup: { hosts, music, language },
  onChange,
}: {
  readonly setup: PodcastSetup;
  readonly onChange: ChangeSetup;
}) {
  const { t } = useLocale();
  const voices = useVoices(language);
  const [first, second] = hosts;
  const choose = (at: 0 | 1, id: VoiceId): void =>
    onChange({ hosts: at === 0 ? [id, second] : [first, id] });
  return (
    <div className={css["settings"]}>
      {([0, 1] as const).map((at) => (
        <Select
          key={at}
          label={t("panel-podcast:host", { number: at + 1 })}
          value={hosts[at]}
          onChange={({ target }) => choose(at, target.value as VoiceId)}
        >
          {voices.map(({ id, name, isHosted }) => (
            <option key={id} value={id}>
              {isHosted ? t("panel-kit:hosted.name", { name }) : name}
            </option>
          ))}
        </Select>
      ))}
      <HostedVoiceNote voices={hosts} />
      <Select
        label={t("panel-podcast:music.label")}
        value={music}
        onChange={({ target }) => onChange({ music: target.value as Music })}
      >
        {MUSIC.map((one) => (
          <option key={one} value={one}>
            {t(`panel-podcast:music.${one}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
