import { useDeferredValue, useEffect, useState } from "react";
import { useStore } from "zustand";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { Job, PanelProps } from "../../workspace/types.ts";
import { Edit } from "./Edit.tsx";
import { NoSound } from "../../workspace/NoSound.tsx";
import { ShownFile } from "../../workspace/ShownFile.tsx";
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
  // The list of files answers at once; the panel follows in short steps.
  const selected = useDeferredValue(useStore(files, (state) => state.selected));
  const queue = useStore(jobs, (state) => state.jobs);
  useEffect(() => sharedEngine().warm(), []);

  const usable = selected
    .map((id) => all.find((file) => file.id === id))
    .filter((file) => file !== undefined)
    .filter(({ state, problem }) => state !== "missing" && !problem);
  const [chosen, choose] = useState<string | null>(null);
  const shown = usable.find(({ id }) => id === chosen) ?? usable[0] ?? null;
  const input = preset === "trim" && shown ? [shown] : usable;
  const own = queue.filter((job) => job.panel === "editor" && job.preset === preset);
  const lastOf = (fits: (job: Job) => boolean): readonly Job[] =>
    input
      .map(({ id }) => own.findLast((job) => job.fileIds.includes(id) && fits(job)))
      .filter((job) => job !== undefined);
  const done = lastOf(({ state }) => state === "done");
  const common = { tool, jobs, workspace };

  return (
    <div className={css["panel"]}>
      <ShownFile files={usable} shown={shown} onShow={choose} />
      {!shown ? (
        <NoSound />
      ) : preset === "trim" ? (
        <Trim key={shown.id} {...common} file={shown} />
      ) : (
        <Volume {...common} files={input} shown={shown} done={done} />
      )}
      <Working latest={lastOf(() => true)} jobs={jobs} />
      <Results preset={preset} done={done} />
    </div>
  );
}
