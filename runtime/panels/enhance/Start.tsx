import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import { costOf } from "../../../core/credits.ts";
import { isLoggedIn } from "../../account/selectors.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useStore } from "zustand";
import { useWorkspace } from "../../workspace/Context.tsx";
import type { Job, JobsStore, Json, PanelProps, TrayFile } from "../../workspace/types.ts";
import { estimate, estimateFrom } from "../../audio/estimate.ts";
import css from "./panel.module.css";
import { chosenOf } from "./params.ts";
import type { Setup } from "./use-setup.ts";

/** What a run costs, how long it takes and where it happens, and the button that starts it. */
export function Start({
  tool,
  preset,
  input,
  jobs,
  earlier,
  lengthOf,
  setup,
  done,
}: {
  readonly tool: PanelProps["tool"];
  readonly preset: string;
  readonly input: readonly TrayFile[];
  readonly jobs: JobsStore;
  /** Jobs of this tool. */
  readonly earlier: readonly Job[];
  /** Seconds of a file of the tray; null where nobody knows. */
  readonly lengthOf: (fileId: string) => number | null;
  readonly setup: Setup;
  /** Whether the first of them has been worked on. */
  readonly done: boolean;
}) {
  const { t, format } = useLocale();
  const { user, dialogs, models } = useWorkspace();
  const { model } = setup;
  const isModelHere = useStore(
    models,
    ({ entries }) => model === null || entries[model.id]?.state === "kept",
  );
  const [speed, setSpeed] = useState<number | null>(null);
  useEffect(() => {
    sharedEngine()
      .speed()
      .then(setSpeed, () => {});
  }, []);
  const quote = ({ duration }: TrayFile): number =>
    tool.cost === "free" ? 0 : costOf(tool.cost, duration ?? 0);
  const cost = input.reduce((sum, file) => sum + quote(file), 0);
  const length = input.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const takes =
    estimateFrom(earlier, length, lengthOf) ??
    (speed === null ? null : estimate(preset, length, speed));
  const action = t(`panel-enhance:start.${preset}`);
  const enqueue = (): void => {
    for (const file of input)
      jobs.enqueue({
        panel: "enhance",
        preset,
        tool: tool.slug,
        title: file.name,
        fileIds: [file.id],
        params: {
          values: setup.values,
          output: setup.output,
          ...(model && { model: chosenOf(model) as unknown as Json }),
        },
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
      <Button
        look="primary"
        type="submit"
        disabled={input.length === 0 || setup.effect === null || !isModelHere}
      >
        {input.length > 1 ? t("panel-enhance:startMany", { action, count: input.length }) : action}
      </Button>
      {!isModelHere && <p className={css["soft"]}>{t("panel-enhance:quality.needed")}</p>}
      {input.length > 0 && (
        <ul className={css["facts"]}>
          <li>
            {cost > 0 ? t("panel-enhance:cost", { count: cost }) : t("common:cost.free.name")}
          </li>
          {takes !== null && length > 0 && (
            <li>{t("panel-enhance:takes", { time: format.timeLeft(takes) })}</li>
          )}
          <li>{t("panel-enhance:device")}</li>
          {done && cost > 0 && <li>{t("panel-enhance:again")}</li>}
        </ul>
      )}
    </form>
  );
}
