import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { VoiceValues } from "../../../audio/voice/voice-values.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { JobFailed } from "../../workspace/JobFailed.tsx";
import { JobProgress } from "../../workspace/JobProgress.tsx";
import { SaveAll } from "../../workspace/SaveAll.tsx";
import { ShownFile } from "../../workspace/ShownFile.tsx";
import type { PanelProps } from "../../workspace/types.ts";
import { Live } from "./Live.tsx";
import { NoSound } from "../../workspace/NoSound.tsx";
import css from "./panel.module.css";
import { Result } from "./Result.tsx";
import { Settings } from "./Settings.tsx";
import { Start } from "./Start.tsx";
import { Try } from "./Try.tsx";
import { useVoiceSetup } from "./use-voice-setup.ts";
import type { VoiceSource } from "./voice-setup.ts";
import { isSame, setupOf, valuesOf } from "./voice-setup.ts";

const SOURCES: readonly VoiceSource[] = ["file", "microphone"];

/** Changes voices: of files, with a stretch of them to listen to before, and of a microphone. */
export default function Panel({ tool, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const all = useStore(files, (state) => state.files);
  const selected = useStore(files, (state) => state.selected);
  const queue = useStore(jobs, (state) => state.jobs);
  const [setup, change] = useVoiceSetup(workspace);
  const [opened] = useState(Date.now);
  useEffect(() => sharedEngine().warm(), []);

  const values = valuesOf(setup);
  const input = selected
    .map((id) => all.find((file) => file.id === id))
    .filter((file) => file !== undefined && file.state !== "missing" && !file.problem)
    .filter((file) => file !== undefined);
  const own = queue.filter((job) => job.panel === "voice-changer");
  const [chosen, choose] = useState<string | null>(null);
  const shown = input.find(({ id }) => id === chosen) ?? input[0] ?? null;
  const about = own.filter(({ fileIds }) => shown !== null && fileIds.includes(shown.id));
  const latest = about.at(-1);
  const done = about.findLast(({ state }) => state === "done");
  const doneValues = done?.params["values"] as VoiceValues | undefined;
  const result = done?.results.find(({ state }) => state !== "missing") ?? null;
  const isCurrent = doneValues !== undefined && isSame(doneValues, values);
  const active =
    latest && ["queued", "reserving", "running"].includes(latest.state) ? latest : null;
  const isFile = setup.source === "file";

  return (
    <div className={css["panel"]}>
      <div
        className={css["sources"]}
        role="radiogroup"
        aria-label={t("panel-voice-changer:source")}
      >
        {SOURCES.map((name) => (
          <label key={name} className={css["source"]}>
            <input
              type="radio"
              name="voice-source"
              checked={setup.source === name}
              onChange={() => change({ source: name })}
            />
            <span>{t(`panel-voice-changer:sources.${name}`)}</span>
          </label>
        ))}
      </div>
      {isFile && <ShownFile files={input} shown={shown} onShow={choose} />}
      {!isFile ? (
        <Live values={values} />
      ) : !shown ? (
        <NoSound />
      ) : result && isCurrent ? (
        <Result
          key={`${shown.id} ${result.id}`}
          file={shown}
          result={result}
          isNew={done!.ended !== null && done!.ended > opened}
        />
      ) : (
        <Try key={shown.id} file={shown} values={values} />
      )}
      {isFile && result && doneValues && !isCurrent && (
        <div>
          <Button small onClick={() => change(setupOf(doneValues))}>
            {t("panel-voice-changer:backToResult")}
          </Button>
        </div>
      )}
      <Settings setup={setup} change={change} />
      {isFile && (
        <Start
          tool={tool}
          jobs={jobs}
          input={input}
          earlier={own}
          lengthOf={(id) => all.find((file) => file.id === id)?.duration ?? null}
          setup={setup}
          change={change}
          again={result !== null && isCurrent}
        />
      )}
      {isFile && latest?.state === "failed" && latest.error && <JobFailed job={latest} />}
      {isFile && active && <JobProgress job={active} onCancel={() => jobs.cancel(active.id)} />}
      {isFile && <SaveAll name="voices" jobs={own} />}
    </div>
  );
}
