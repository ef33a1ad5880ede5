import { useT } from "{{runtime}}/i18n/context.tsx";
import { useInput } from "{{runtime}}/panel-kit/input/use-input.ts";
import { renderEffectRange } from "{{runtime}}/panel-kit/preview/open-preview.ts";
import { SoundPreview } from "{{runtime}}/panel-kit/preview/SoundPreview.tsx";
import { SaveAll } from "{{runtime}}/panel-kit/save/SaveAll.tsx";
import { useSettings } from "{{runtime}}/panel-kit/settings/use-settings.ts";
import { JobStart } from "{{runtime}}/panel-kit/start/JobStart.tsx";
import { useRuns } from "{{runtime}}/panel-kit/start/use-runs.ts";
import { ToolPanel } from "{{runtime}}/panel-kit/ToolPanel.tsx";
import { Checkbox } from "{{runtime}}/ui/field/Field.tsx";
import type { PanelProps } from "{{runtime}}/contract/panel.ts";

const DEFAULTS = { capitals: false };

/** The input files, their settings, and the button that starts a job for each file. */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const input = useInput(files);
  const runs = useRuns(jobs, { panel: "{{id}}", preset }, input.files);
  const [settings, change] = useSettings(workspace, ["{{id}}", preset], DEFAULTS);
  return (
    <ToolPanel
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        input.shown && (
          <SoundPreview
            key={input.shown.id}
            file={input.shown}
            requested={null}
            make={renderEffectRange}
          />
        )
      }
      settings={
        <Checkbox
          label={t("panel-{{id}}:capitals")}
          checked={settings.capitals}
          onChange={({ target }) => change({ capitals: target.checked })}
        />
      }
      start={
        <JobStart
          tool={tool}
          jobs={jobs}
          input={input.files}
          run={{ panel: "{{id}}", preset, params: settings }}
          action={t("panel-{{id}}:start")}
          counts
        />
      }
      save={<SaveAll name={preset} jobs={runs.all} />}
    />
  );
}
