import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import css from "../../panel-kit/layout/kit.module.css";
import { makeEffectPart } from "../../panel-kit/preview/open-preview.ts";
import { SoundPreview } from "../../panel-kit/preview/SoundPreview.tsx";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { ToolPanel } from "../../panel-kit/ToolPanel.tsx";
import type { PanelProps } from "../../workspace/contract/panel.ts";
import { backingOf } from "./save/backing.ts";
import { Karaoke } from "./Karaoke.tsx";
import { LyricsField } from "./lyrics/LyricsField.tsx";
import { useLyricsText } from "./lyrics/use-lyrics.ts";

const STEMS = [
  { stem: "vocals", parts: ["vocals"] },
  { stem: "instrumental", parts: ["instrumental"] },
] as const;

/** Takes the singer out of songs, and shows their lyrics in time. */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const input = useInput(files);
  const runs = useRuns(jobs, { panel: "karaoke", preset }, input.files);
  const written = useLyricsText(workspace);
  const kept = useStore(workspace, (state) => state.settings["karaoke"]);
  const { shown } = input;
  const { job } = outcomeOf(runs, shown);
  const [vocals, instrumental] = STEMS.map(({ stem }) =>
    job?.results.find(({ role, state }) => role === stem && state !== "missing"),
  );
  return (
    <ToolPanel
      wide={instrumental !== undefined}
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        shown &&
        (job && vocals && instrumental ? (
          <Karaoke
            key={job.id}
            job={job.id}
            file={shown}
            stems={[vocals, instrumental]}
            backing={backingOf(kept)}
            onBacking={(change) => workspace.set("karaoke", change)}
            written={written}
          />
        ) : (
          <SoundPreview
            key={shown.id}
            file={shown}
            alone={input.files.length === 1}
            wanted={null}
            make={makeEffectPart}
          />
        ))
      }
      settings={
        <>
          <LyricsField written={written} />
          <p className={css["note"]}>{t("panel-karaoke:limits")}</p>
          {preset === "link" && <p className={css["note"]}>{t("panel-karaoke:link")}</p>}
        </>
      }
      start={
        <JobStart
          tool={tool}
          jobs={jobs}
          input={input.files}
          run={{
            panel: "karaoke",
            preset,
            params: {
              split: "instrumental",
              stems: STEMS.map(({ stem, parts }) => ({ stem, parts: [...parts] })),
              output: "keep",
            },
          }}
          action={t("panel-karaoke:start")}
          counts
          estimated={{ effect: "separation", earlier: runs.all, lengthOf: input.lengthOf }}
          again={instrumental !== undefined}
          takesPart
        />
      }
    />
  );
}
