import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import { costOf } from "../../../core/credits.ts";
import { isLoggedIn } from "../../account/selectors.ts";
import { estimate, estimateFrom } from "../../audio/estimate.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { OutputFormat } from "../../audio/worker/formats.ts";
import { OUTPUT_FORMATS } from "../../audio/worker/formats.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/Field.tsx";
import { useWorkspace } from "../../workspace/Context.tsx";
import type { Job, PanelProps, TrayFile } from "../../workspace/types.ts";
import css from "./panel.module.css";
import type { ChangeSetup } from "./use-voice-setup.ts";
import type { VoiceSetup } from "./voice-setup.ts";
import { doesSomething, valuesOf } from "./voice-setup.ts";

/** What a run costs, how long it takes and where it happens, and the button that starts it. */
export function Start({
  tool,
  jobs,
  input,
  earlier,
  lengthOf,
  setup,
  change,
  done,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly input: readonly TrayFile[];
  /** Jobs of this tool. */
  readonly earlier: readonly Job[];
  /** Seconds of a file of the tray; null where nobody knows. */
  readonly lengthOf: (fileId: string) => number | null;
  readonly setup: VoiceSetup;
  readonly change: ChangeSetup;
  /** Whether the first of them has been worked on. */
  readonly done: boolean;
}) {
  const { t, format } = useLocale();
  const { user, dialogs } = useWorkspace();
  const [speed, setSpeed] = useState<number | null>(null);
  useEffect(() => {
    sharedEngine()
      .speed()
      .then(setSpeed, () => {});
  }, []);
  const values = valuesOf(setup);
  const isReady = doesSomething(values);
  const quote = ({ duration }: TrayFile): number =>
    tool.cost === "free" ? 0 : costOf(tool.cost, duration ?? 0);
  const cost = input.reduce((sum, file) => sum + quote(file), 0);
  const length = input.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const takes =
    estimateFrom(earlier, length, lengthOf) ??
    (speed === null ? null : estimate("voice", length, speed));
  const enqueue = (): void => {
    for (const file of input)
      jobs.enqueue({
        panel: "voice-changer",
        preset: "change",
        tool: tool.slug,
        title: file.name,
        fileIds: [file.id],
        params: { values: { ...values }, output: setup.output },
        cost: quote(file),
      });
  };
  const start = (event: FormEvent): void => {
    event.preventDefault();
    // Who logs in goes on with what was asked for.
    if (cost > 0 && !isLoggedIn(user.getState())) dialogs.open({ name: "login" }, enqueue);
    else enqueue();
  };
  return (
    <form className={css["start"]} onSubmit={start}>
      <Select
        label={t("panel-voice-changer:output")}
        value={setup.output}
        onChange={({ target }) => change({ output: target.value as OutputFormat })}
      >
        {Object.keys(OUTPUT_FORMATS).map((name) => (
          <option key={name} value={name}>
            {t(`panel-voice-changer:format.${name}`)}
          </option>
        ))}
      </Select>
      <Button look="primary" type="submit" disabled={input.length === 0 || !isReady}>
        {t("panel-voice-changer:start", { count: Math.max(1, input.length) })}
      </Button>
      {!isReady && <p className={css["soft"]}>{t("panel-voice-changer:nothing")}</p>}
      {input.length > 0 && (
        <ul className={css["facts"]}>
          <li>
            {cost > 0 ? t("panel-voice-changer:cost", { count: cost }) : t("common:cost.free.name")}
          </li>
          {takes !== null && length > 0 && (
            <li>{t("panel-voice-changer:takes", { time: format.timeLeft(takes) })}</li>
          )}
          <li>{t("panel-voice-changer:device")}</li>
          {done && cost > 0 && <li>{t("panel-voice-changer:again")}</li>}
        </ul>
      )}
    </form>
  );
}
