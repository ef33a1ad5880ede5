import { useState } from "react";
import { useStore } from "zustand";
import { type CoverTake, COVER_TAKES } from "#audio/cover/cover-values.ts";
import { useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import css from "../../panel-kit/layout/kit.module.css";
import { SoundPreview } from "../../panel-kit/preview/SoundPreview.tsx";
import { saveAllAs } from "../../panel-kit/save/save-all-as.ts";
import { chosenModel } from "../../panel-kit/settings/effect-params.ts";
import { modelOf } from "#core/models/engine.ts";
import { EngineLadder } from "../../panel-kit/engine/EngineLadder.tsx";
import { MonoNote } from "../../panel-kit/split/MonoNote.tsx";
import { ModelTest } from "../../panel-kit/split/ModelTest.tsx";
import { useModelSpeed } from "../../panel-kit/split/use-model-speed.ts";
import { STEMS_TASK, useSplitModel, useSplitTimes } from "../../panel-kit/split/use-split-model.ts";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { useServers } from "../../panel-kit/start/use-servers.ts";
import { ToolPanel } from "../../panel-kit/ToolPanel.tsx";
import { Select } from "../../ui/field/Field.tsx";
import type { Json } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { createCoverRenderer } from "./cover-renderer.ts";
import { type CoverParams, coverValuesOf, doesSomething, isSame } from "./cover-params.ts";
import { CoverResult } from "./CoverResult.tsx";
import { CoverSettings } from "./CoverSettings.tsx";
import { Start } from "./Start.tsx";
import { earlierVocals, sharesOf } from "./earlier-vocals.ts";
import { VOCALS } from "./vocals.ts";

/** Replaces the voice in songs and keeps their accompaniment. */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const input = useInput(files);
  const runs = useRuns(jobs, { panel: "cover", preset }, input.files);
  const stored = useStore(workspace, (state) => state.settings["cover"]);
  const values = coverValuesOf(stored?.["values"]);
  const set = (next: Json): void => workspace.set("cover", { values: next });
  const engine = useSplitModel(workspace, "cover", {
    preset: VOCALS.preset,
    hasServers: useServers(tool),
  });
  const { model } = engine;
  const { isReady } = engine.engines;
  const pace = useModelSpeed(isReady && !engine.onServer ? model : null);
  const [make] = useState(createCoverRenderer);
  const [takeShown, setTakeShown] = useState<CoverTake>("cover");
  const { shown } = input;
  const timeOf = useSplitTimes(runs.all, engine, { pace, input, effect: "cover" });
  const { job, busy } = outcomeOf(runs, shown);
  const cover = job?.results.find(({ role, state }) => role === "cover" && state !== "missing");
  const made = job?.params as CoverParams | undefined;
  const isCurrent =
    made !== undefined && isSame(made.values, values) && modelOf(made) === (model?.id ?? null);
  const canTry = doesSomething(values) && isReady && !busy && pace.fault === null;
  const vocals = earlierVocals(runs.all, input.files, model);
  const back = (): void => {
    set(made!.values);
    engine.setModel(modelOf(made!));
  };
  return (
    <ToolPanel
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        shown &&
        (job && cover && isCurrent ? (
          <CoverResult
            key={job.id}
            file={shown}
            results={job.results}
            cover={cover}
            onFormat={(chosen) => saveAllAs(jobs, [job], chosen)}
          />
        ) : (
          <SoundPreview
            key={shown.id}
            file={shown}
            requested={
              canTry ? { values, take: takeShown, ...(model && { net: chosenModel(model) }) } : null
            }
            make={make}
          >
            <TakeChoice value={takeShown} onChange={setTakeShown} />
          </SoundPreview>
        ))
      }
      settings={
        <>
          <CoverSettings
            preset={preset}
            values={values}
            onChange={(change) => set({ ...values, ...change })}
          />
          <EngineLadder
            choice={engine.engines}
            task={STEMS_TASK}
            onServer={{
              files: input.files,
              cost: tool.cost,
              tool: tool.slug,
              calls: vocals ? ["cover"] : ["separate", "cover"],
              shares: sharesOf(vocals),
              sends: t("panel-cover:servers"),
            }}
            timeOf={timeOf}
            texts={{ "built-in": { about: t("panel-cover:limits") } }}
          />
          {model && <ModelTest name={model.name} pace={pace} />}
        </>
      }
      start={
        <>
          <Start
            {...{ tool, preset, jobs, input, values, engine, pace, vocals }}
            earlier={runs.all}
            again={cover !== undefined && isCurrent}
            outdated={cover && !isCurrent && !busy ? { onBack: back, follows: null } : null}
          />
          {/* Last, because it appears only after the file was read. */}
          {shown && !cover && !model && <MonoNote key={shown.id} file={shown} />}
        </>
      }
    />
  );
}

/** Chooses what the preview plays: the cover or one of its stems. */
function TakeChoice({
  value,
  onChange,
}: {
  readonly value: CoverTake;
  readonly onChange: (take: CoverTake) => void;
}) {
  const t = useT();
  return (
    <div className={css["settings"]}>
      <Select
        label={t("panel-kit:hear")}
        isBrief
        value={value}
        onChange={({ target }) => onChange(target.value as CoverTake)}
      >
        {COVER_TAKES.map((take) => (
          <option key={take} value={take}>
            {t(`panel-cover:heard.${take}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
