import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { hasEffect } from "../../audio/effects.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { JobFailed } from "../../workspace/JobFailed.tsx";
import { JobProgress } from "../../workspace/JobProgress.tsx";
import { SaveAll } from "../../workspace/SaveAll.tsx";
import { PanelBuilding } from "../../workspace/PanelStates.tsx";
import { ShownFile } from "../../workspace/ShownFile.tsx";
import type { Job, PanelProps } from "../../workspace/types.ts";
import type { OutputFormat } from "../../audio/worker/formats.ts";
import { likeSource } from "./convert-result.ts";
import { Input } from "./Input.tsx";
import css from "./panel.module.css";
import { Result } from "./Result.tsx";
import { Settings } from "./Settings.tsx";
import { Start } from "./Start.tsx";
import { useSetup } from "./use-setup.ts";

/** Cleans recordings: files in, what can be set, what it costs, and the result beside the original. */
export default function Panel(props: PanelProps) {
  return hasEffect(props.preset) ? (
    <Enhance key={props.preset} {...props} />
  ) : (
    <PanelBuilding tool={{ ...props.tool, available: false }} />
  );
}

function Enhance({ tool, preset, files, jobs, workspace }: PanelProps) {
  const all = useStore(files, (state) => state.files);
  const selected = useStore(files, (state) => state.selected);
  const queue = useStore(jobs, (state) => state.jobs);
  const setup = useSetup(workspace, preset);
  useEffect(() => sharedEngine().warm(), []);

  const input = selected
    .map((id) => all.find((file) => file.id === id))
    .filter((file) => file !== undefined && file.state !== "missing" && !file.problem)
    .filter((file) => file !== undefined);
  const own = queue.filter((job) => job.panel === "enhance" && job.preset === preset);
  const [chosen, choose] = useState<string | null>(null);
  const shown = input.find(({ id }) => id === chosen) ?? input[0] ?? null;
  const latest = shown && own.findLast(({ fileIds }) => fileIds.includes(shown.id));
  const done =
    shown && own.findLast(({ fileIds, state }) => fileIds.includes(shown.id) && state === "done");
  const result = done?.results.find(({ state }) => state !== "missing") ?? null;
  const active =
    latest && ["queued", "reserving", "running"].includes(latest.state) ? latest : null;

  const openLikeSource = (file: File, job: Job): Promise<File> =>
    likeSource(file, job.params["output"] as OutputFormat, () => files.open(job.fileIds[0]!));

  return (
    <div className={css["panel"]}>
      <ShownFile files={input} shown={shown} onShow={choose} />
      {shown && done && result ? (
        <Result
          key={`${shown.id} ${result.id}`}
          file={shown}
          job={done}
          result={result}
          busy={active !== null}
          setup={setup}
        />
      ) : (
        <Input file={shown} />
      )}
      {latest?.state === "failed" && latest.error && <JobFailed job={latest} />}
      {active && <JobProgress job={active} onCancel={() => jobs.cancel(active.id)} />}
      <Settings preset={preset} setup={setup} />
      <Start
        tool={tool}
        preset={preset}
        input={input}
        jobs={jobs}
        earlier={own}
        lengthOf={(id) => all.find((file) => file.id === id)?.duration ?? null}
        setup={setup}
        again={result !== null}
      />
      <SaveAll
        name={preset}
        jobs={own}
        {...(setup.output === "keep" && { open: openLikeSource })}
      />
    </div>
  );
}
