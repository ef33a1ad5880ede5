import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import RotateCw from "lucide-react/icons/rotate-cw";
import Square from "lucide-react/icons/square";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useLocale, useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { METER_LIMIT, meterPosition } from "../../audio/microphone/meter-position.ts";
import css from "./recorder.module.css";
import { faultText } from "../../contract/texts.ts";

/** Maximum length in seconds of recordings that are discarded without confirmation. */
const MAX_SILENT_DISCARD = 3;

/** The recorder: length, level and errors. */
export function RecorderStrip() {
  const t = useT();
  const { recorder, say } = useWorkspace();
  const state = useStore(recorder, (own) => own.state);
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state === "recording" || state === "paused") say(t(`workspace:recorder.${state}`));
    // The pressed button was removed, so the next one is focused.
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body)
      strip.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, [state, say, t]);
  return (
    <section
      ref={strip}
      className={css["strip"]}
      data-state={state}
      aria-label={t("workspace:recorder.title")}
    >
      <Content />
    </section>
  );
}

function Content() {
  const t = useT();
  const { recorder } = useWorkspace();
  const state = useStore(recorder, (own) => own.state);
  const fault = useStore(recorder, (own) => own.fault);
  const discard = (): void => void recorder.discard();
  switch (state) {
    case "idle":
      return null;
    case "asking":
      return (
        <>
          <p>{t("workspace:recorder.asking")}</p>
          <Button small data-first="" onClick={discard}>
            {t("common:zone.cancel")}
          </Button>
        </>
      );
    case "saving":
      return <p>{t("workspace:recorder.saving")}</p>;
    case "failed":
      return (
        <Notice
          weight="bad"
          actions={
            <>
              <Button small data-first="" icon={<RotateCw />} onClick={() => void recorder.start()}>
                {t("workspace:retry")}
              </Button>
              <Button small look="quiet" onClick={discard}>
                {t("workspace:recorder.close")}
              </Button>
            </>
          }
        >
          {fault && formatText(faultText(fault), t)}
        </Notice>
      );
    case "recording":
    case "paused":
      return <Running paused={state === "paused"} />;
  }
}

function Running({ paused }: { readonly paused: boolean }) {
  const { t, format } = useLocale();
  const { recorder, dialogs, notices } = useWorkspace();
  const { seconds, level } = useStore(recorder);
  const finish = async (): Promise<void> => {
    if ((await recorder.stop()) !== null) notices.toast("workspace:recorder.done", "good");
  };
  const discard = async (): Promise<void> => {
    const time = format.duration(seconds);
    const sure =
      seconds < MAX_SILENT_DISCARD ||
      (await dialogs.ask({
        name: "confirm",
        title: "workspace:recorder.question.title",
        text: { key: "workspace:recorder.question.text", params: { time } },
        yes: "workspace:recorder.question.yes",
        danger: true,
      }));
    if (sure) await recorder.discard();
  };
  return (
    <>
      <p className={css["head"]}>
        <span className={css["dot"]} aria-hidden="true" />
        {t(paused ? "workspace:recorder.paused" : "workspace:recorder.recording")}
        <span className={css["time"]} role="timer">
          {format.clock(seconds, 1)}
        </span>
      </p>
      <Meter
        value={meterPosition(level)}
        limit={METER_LIMIT}
        label={t("workspace:recorder.level")}
      />
      <div className={css["actions"]}>
        <Button small look="primary" data-first="" icon={<Square />} onClick={() => void finish()}>
          {t("workspace:recorder.stop")}
        </Button>
        <Button
          small
          icon={paused ? <Play /> : <Pause />}
          onClick={() => (paused ? recorder.resume() : recorder.pause())}
        >
          {t(paused ? "workspace:recorder.resume" : "workspace:recorder.pause")}
        </Button>
        <IconButton label={t("workspace:recorder.discard")} onClick={() => void discard()}>
          <Trash2 />
        </IconButton>
      </div>
    </>
  );
}
