import { useState } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/field/Field.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { useShortcut } from "../../contract/shortcuts/use-shortcut.ts";
import css from "../layout/kit.module.css";
import type { CutChoice } from "./use-cuts.ts";
import type { EffectSetup } from "../settings/use-effect-setup.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { TrayFile } from "../../contract/file.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { modelOf } from "#core/models/engine.ts";
import { planCuts } from "../start/plan-cuts.ts";

/** Maximum number of listed cuts. */
const PAGE = 200;

/** Ranges that an effect cut; the visitor can restore each of them. */
export function Cuts({
  tool,
  file,
  job,
  cuts,
  busy,
  setup,
  onListen,
}: {
  readonly tool: WorkspaceTool;
  readonly file: TrayFile;
  readonly job: SteadyJob;
  readonly cuts: CutChoice;
  readonly busy: boolean;
  readonly setup: EffectSetup;
  /** @param at position in seconds */
  readonly onListen: (at: number) => void;
}) {
  const { t, format } = useLocale();
  const { jobs, starter, models, servers } = useWorkspace();
  const [listed, setListed] = useState(PAGE);
  const { ranges, selected, select, retain: keep, retainAll: keepAll } = cuts;
  const current = ranges[selected];
  useShortcut("audio.cut", current ? () => keep(selected, !current.isRetained) : null);
  const apply = (): void => {
    const model = job.onServer ? null : modelOf(job.params);
    // The job waits for it, while an account or credits are asked for.
    if (model !== null) void models.load(model);
    const { values, output } = setup;
    const earlier = { jobs: jobs.getState().jobs, now: Date.now(), serverPrice: servers?.price };
    const chosen = { file, values, keep: cuts.isRetained, output };
    starter.start(planCuts(job, chosen, { tool, ...earlier }));
  };
  const look = (at: number): void => {
    select(at);
    onListen(Math.max(0, ranges[at]!.start - 1));
  };
  return (
    <details className={css["cuts"]} open={ranges.length <= 40}>
      <summary>{t("panel-kit:cuts.title", { count: ranges.length })}</summary>
      <div className={css["row"]}>
        <Button small onClick={() => keepAll(true)}>
          {t("panel-kit:cuts.keepAll")}
        </Button>
        <Button small onClick={() => keepAll(false)}>
          {t("panel-kit:cuts.cutAll")}
        </Button>
      </div>
      <ul className={css["cutList"]}>
        {ranges.slice(0, listed).map(({ start, end, gain, isRetained }, at) => (
          <li
            key={`${start} ${end}`}
            data-kept={isRetained}
            data-selected={at === selected || undefined}
          >
            <Button small look="quiet" onClick={() => look(at)}>
              {t("panel-kit:cuts.at", {
                time: format.clock(start, 2),
                length: format.duration(end - start),
              })}
              {gain !== undefined && ` ${format.decibels(gain, 1)}`}
            </Button>
            <Checkbox
              as="switch"
              label={t("panel-kit:cuts.keep")}
              aria-label={t("panel-kit:cuts.keepAt", { time: format.clock(start, 2) })}
              checked={isRetained}
              onFocus={() => select(at)}
              onChange={({ target }) => keep(at, target.checked)}
            />
          </li>
        ))}
      </ul>
      {ranges.length > listed && (
        <Button small onClick={() => setListed(listed + PAGE)}>
          {t("panel-kit:cuts.more", { count: ranges.length - listed })}
        </Button>
      )}
      {cuts.changed && (
        <Button disabled={busy || setup.effect === null} onClick={apply}>
          {t("panel-kit:cuts.apply")}
        </Button>
      )}
    </details>
  );
}
