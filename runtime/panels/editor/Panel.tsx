import { useEffect } from "react";
import { useStore } from "zustand";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { Job, PanelProps } from "../../workspace/types.ts";
import { Edit } from "./Edit.tsx";
import { NoSound } from "../../workspace/NoSound.tsx";
import css from "./panel.module.css";
import { Results } from "./Results.tsx";
import { Trim } from "./Trim.tsx";
import { Volume } from "./Volume.tsx";
import { Working } from "./Working.tsx";

/** Edits sounds on several tracks, cuts them, and changes their volume. */
export default function Panel(props: PanelProps) {
  return props.preset === "trim" || props.preset === "volume" ? (
    <Editor key={props.preset} {...props} />
  ) : (
    <div className={css["panel"]}>
      <Edit {...props} />
    </div>
  );
}

function Editor({ tool, preset, files, jobs, workspace }: PanelProps) {
  const all = useStore(files, (state) => state.files);
  const selected = useStore(files, (state) => state.selected);
  const queue = useStore(jobs, (state) => state.jobs);
  useEffect(() => sharedEngine().warm(), []);

  const usable = selected
    .map((id) => all.find((file) => file.id === id))
    .filter((file) => file !== undefined)
    .filter(({ state, problem }) => state !== "missing" && !problem);
  const input = preset === "trim" ? usable.slice(0, 1) : usable;
  const [first] = input;
  const own = queue.filter((job) => job.panel === "editor" && job.preset === preset);
  const lastOf = (fits: (job: Job) => boolean): readonly Job[] =>
    input
      .map(({ id }) => own.findLast((job) => job.fileIds.includes(id) && fits(job)))
      .filter((job) => job !== undefined);
  const done = lastOf(({ state }) => state === "done");
  const common = { tool, jobs, workspace };

  return (
    <div className={css["panel"]}>
      {!first ? (
        <NoSound />
      ) : preset === "trim" ? (
        <Trim key={first.id} {...common} file={first} others={usable.length - 1} />
      ) : (
        <Volume {...common} files={input} done={done} />
      )}
      <Working latest={lastOf(() => true)} jobs={jobs} />
      <Results preset={preset} done={done} />
    </div>
  );
}
