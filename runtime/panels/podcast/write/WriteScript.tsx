import type { ReactNode } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { JobStart } from "#runtime/panel-kit/start/JobStart.tsx";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import { type PodcastSetup, type Writer, titleOf } from "../setup/setup.ts";
import type { ChangeSetup } from "../setup/use-setup.ts";
import type { Writers } from "./use-writers.ts";

/** Chooses the writer of the script, with its location and quality, and starts it. */
export function WriteScript({
  setup,
  defaultTitle,
  writers,
  onChange,
  start: { preset, ...start },
}: {
  readonly setup: PodcastSetup;
  readonly defaultTitle: string;
  readonly writers: Writers;
  readonly onChange: ChangeSetup;
  readonly start: Pick<PanelProps, "tool" | "jobs" | "preset">;
}) {
  const { t, format } = useLocale();
  const { hosted } = useWorkspace();
  const { choices, choice, loadsFirst, loaded, isBusy, failed, read } = writers;
  const { source, lines, language, tone, minutes } = setup;
  const title = titleOf(setup, defaultTitle);
  const isEmpty = source.trim() === "";
  const action = t(lines.length === 0 ? "panel-podcast:write" : "panel-podcast:rewrite");
  const names = { name: hosted.chat?.model, host: hosted.host };
  return (
    <>
      {choices.length > 1 && (
        <Select
          label={t("panel-podcast:writer.label")}
          value={choice}
          disabled={isBusy}
          onChange={({ target }) => onChange({ writer: target.value as Writer })}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {one === "hosted"
                ? t("panel-kit:hosted.model", names)
                : t(`panel-podcast:writer.${one}.name`)}
            </option>
          ))}
        </Select>
      )}
      <p className={css["note"]} data-writer={choice}>
        {choice === "builtIn"
          ? t("panel-podcast:quotes")
          : t(`panel-podcast:writer.${choice}.about`, names)}
        {loadsFirst && ` ${t("panel-podcast:writer.download")}`}
      </p>
      {choice === "hosted" ? (
        <JobStart
          {...start}
          input={isEmpty ? [] : [{ text: source, name: title, duration: 60 * minutes }]}
          run={{
            panel: "podcast",
            preset,
            params: { task: "script", title, language, tone, minutes },
            hosted: 60 * minutes,
          }}
          action={action}
          isLocal={false}
          again={lines.length > 0}
        />
      ) : (
        <div className={css["row"]}>
          <FirstStep isFirst={lines.length === 0}>
            <Button
              look={lines.length === 0 ? "primary" : "secondary"}
              busy={isBusy}
              disabled={isEmpty}
              onClick={writers.write}
            >
              {loaded !== null && loaded < 1
                ? t("panel-podcast:writer.loading", { part: format.percent(loaded) })
                : isBusy
                  ? t("panel-podcast:stage.writing")
                  : action}
            </Button>
          </FirstStep>
          {isBusy && (
            <Button look="quiet" onClick={writers.cancel}>
              {t("common:zone.cancel")}
            </Button>
          )}
        </div>
      )}
      {writers.isSilent && <Notice weight="attention">{t("panel-kit:browserSilent")}</Notice>}
      {failed && <Notice weight="bad">{t("panel-podcast:writer.failed")}</Notice>}
      {read !== null && (
        <Notice weight="attention">{t("panel-podcast:writer.part", { number: read })}</Notice>
      )}
    </>
  );
}

/** Until there is a script, writing it is the main action. */
const FirstStep = ({
  isFirst,
  children,
}: {
  readonly isFirst: boolean;
  readonly children: ReactNode;
}) => (isFirst ? <InActionBar region="primary">{children}</InActionBar> : children);
