import { JobStart } from "../../workspace/JobStart.tsx";
import type { WantedFormat } from "../../audio/wanted-format.ts";
import { WANTED_FORMATS } from "../../audio/wanted-format.ts";
import { useT } from "../../i18n/context.tsx";
import { Select } from "../../ui/Field.tsx";
import type { Job, PanelProps, TrayFile } from "../../workspace/types.ts";
import type { ChangeSetup } from "./use-voice-setup.ts";
import type { VoiceSetup } from "./voice-setup.ts";
import { doesSomething, valuesOf } from "./voice-setup.ts";

/** Starts the change of the files' voices. */
export function Start({
  tool,
  jobs,
  input,
  setup,
  change,
  again,
  ...earlier
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly input: readonly TrayFile[];
  /** Jobs of this tool. */
  readonly earlier: readonly Job[];
  /** Seconds of a file of the tray; null where nobody knows. */
  readonly lengthOf: (fileId: string) => number | null;
  readonly setup: VoiceSetup;
  readonly change: ChangeSetup;
  /** Whether there is a result of just these settings already. */
  readonly again: boolean;
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
      }}
      action={t("panel-voice-changer:start", { count: Math.max(1, input.length) })}
      disabled={!isReady}
      note={isReady ? null : t("panel-voice-changer:nothing")}
      estimated={{ effect: "voice", ...earlier }}
      again={again}
    >
      <Select
        label={t("panel-voice-changer:output")}
        value={setup.output}
        onChange={({ target }) => change({ output: target.value as WantedFormat })}
      >
        {WANTED_FORMATS.map((name) => (
          <option key={name} value={name}>
            {t(`panel-voice-changer:format.${name}`)}
          </option>
        ))}
      </Select>
    </JobStart>
  );
}
