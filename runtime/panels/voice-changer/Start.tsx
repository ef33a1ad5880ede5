import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { REQUESTED_FORMATS } from "../../audio/requested-format.ts";
import { useT } from "../../i18n/context.tsx";
import { OutputSelect } from "../../panel-kit/settings/OutputSelect.tsx";
import type { ChangeSetup } from "./use-voice-setup.ts";
import { type VoiceSetup, doesSomething, valuesOf } from "./voice-setup.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { PanelProps } from "../../contract/panel.ts";
import type { TrayFile } from "../../contract/file.ts";

/** The button that starts the jobs. */
export function Start({
  tool,
  jobs,
  input,
  setup,
  change,
  again,
  onServer,
  earlier,
  lengthOf,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly input: readonly TrayFile[];
  /** Earlier jobs of this tool. */
  readonly earlier: readonly SteadyJob[];
  /** Length of a file of the tray in seconds; null if unknown. */
  readonly lengthOf: (fileId: string) => number | null;
  readonly setup: VoiceSetup;
  readonly change: ChangeSetup;
  /** Whether there is a result of these settings. */
  readonly again: boolean;
  /** Whether they run on the site's servers. */
  readonly onServer: boolean;
}) {
  const t = useT();
  const values = valuesOf(setup);
  const isReady = doesSomething(values);
  return (
    <JobStart
      tool={tool}
      jobs={jobs}
      input={input}
      run={{
        panel: "voice-changer",
        preset: "change",
        params: { values: { ...values }, output: setup.output },
        ...(onServer && { onServer }),
      }}
      action={t("panel-kit:effect.voice.name")}
      counts
      disabled={!isReady}
      note={isReady ? null : t("panel-voice-changer:nothing")}
      estimated={{
        effect: "voice",
        earlier: earlier.filter((job) => job.onServer === onServer),
        lengthOf,
        // Only earlier runs show how long the servers take.
        ...(onServer && { timeOf: () => null }),
      }}
      again={again}
      takesPart={!onServer}
    >
      {!again && (
        <OutputSelect
          value={setup.output}
          formats={REQUESTED_FORMATS}
          onChange={(output) => change({ output })}
        />
      )}
    </JobStart>
  );
}
