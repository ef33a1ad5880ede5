import ExternalLink from "lucide-react/icons/external-link";
import { useCallback, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { REQUESTED_FORMATS } from "../audio/requested-format.ts";
import { describeError } from "../contract/describe-error.ts";
import { faultKey } from "../contract/fault.ts";
import { useLocale } from "../i18n/context.tsx";
import type { EmbedFacts } from "../pages/Embed.tsx";
import css from "../pages/embed.module.css";
import { OutputSelect } from "../panel-kit/settings/OutputSelect.tsx";
import { Button } from "../ui/Button.tsx";
import { Notice, ProgressArc } from "../ui/Feedback.tsx";
import {
  type EmbedController,
  type EmbedFailure,
  type EmbedOutcome,
  type EmbedState,
  MAX_BYTES,
  MAX_SECONDS,
} from "./controller.ts";
import { EmbedResults } from "./EmbedResults.tsx";
import type { EmbedFile } from "./messages.ts";
import { kindOf } from "./open-tool.ts";
import { FileZone } from "./FileZone.tsx";
import { ToolFields } from "./ToolFields.tsx";
import { SoundFile } from "./SoundFile.tsx";
import { useDroppedFile } from "./use-dropped-file.ts";

export interface EmbedAppProps extends EmbedFacts {
  readonly controller: EmbedController;
  /** Host of the embedding site; null if the browser does not report it. */
  readonly host: string | null;
  readonly onSave: (file: EmbedFile) => void;
  readonly onSend: (outcome: EmbedOutcome) => void;
}

/** A tool in a frame: one file, its settings, and the result. */
export function EmbedApp(props: EmbedAppProps) {
  const { controller, tool, name } = props;
  const { site, t } = useLocale();
  const state = useStore(controller.store);
  const { input, run, failure } = state;
  return (
    <>
      <div className={css["head"]}>
        <h1 className={css["title"]}>{name}</h1>
        <a className={css["link"]} href={tool.path} target="_blank" rel="noopener">
          {site.name} <ExternalLink size={16} aria-hidden="true" className={css["mark"]} />
        </a>
      </div>
      {input ? (
        <Bench key={input.id} {...props} state={state} />
      ) : (
        <FileZone
          isReading={state.isReading}
          onFile={(file) => void controller.open(file, "visitor").catch(() => {})}
        />
      )}
      {failure && (
        <Notice weight="bad">
          <FailureText failure={failure} />
        </Notice>
      )}
      <output className="visually-hidden">
        {run
          ? t(run.stage ?? "panel-kit:stage.working")
          : state.outcome && t("panel-kit:outcome.ready")}
      </output>
    </>
  );
}

/** Why a file or a run has failed, and what can be done. */
function FailureText({ failure }: { readonly failure: EmbedFailure }) {
  const { t, format } = useLocale();
  if (failure.code === "too-large")
    return t("embed:tooLarge", {
      size: format.bytes(MAX_BYTES),
      time: format.duration(MAX_SECONDS),
    });
  if (failure.cause === undefined)
    return t(failure.code === "unreadable" ? "errors:file.unreadable" : "errors:job.failed");
  const fault = describeError(failure.cause, () => {});
  return t(faultKey(fault), fault.params);
}

function Bench({
  controller,
  tool,
  host,
  state,
  onSave,
  onSend,
}: EmbedAppProps & { readonly state: EmbedState }) {
  const { t, format } = useLocale();
  const mediaRef = useRef<HTMLMediaElement>(null);
  const fileRow = useRef<HTMLDivElement>(null);
  /** Whether the visitor has started the last run. */
  const startedHereRef = useRef(false);
  const { settings, run, outcome } = state;
  const input = state.input!;
  const isOwn = input.from === "visitor";
  const open = useCallback(
    (file: File) => void controller.open(file, "visitor").catch(() => {}),
    [controller],
  );
  useDroppedFile(run ? null : open);
  const output = REQUESTED_FORMATS.find((each) => each === settings.output?.format) ?? "keep";
  const group = host === null ? "page" : "site";
  // The control that had the focus is gone: it chose the file.
  useEffect(() => {
    if (isOwn) fileRow.current?.focus();
  }, [isOwn]);
  const set = (next: EmbedState["settings"]): void => void controller.set(next).catch(() => {});
  return (
    <>
      <div className={css["file"]} ref={fileRow} tabIndex={-1}>
        <p className={css["what"]}>
          <bdi className={css["name"]}>{input.file.name}</bdi>
          <span className={css["soft"]}>
            {format.length(input.seconds)} ·{" "}
            {t(isOwn ? `embed:${group}.own` : `embed:${group}.from`, { site: host ?? "" })}
          </span>
        </p>
        <FileButton onFile={open} isDisabled={run !== null} />
      </div>
      <div className={css["columns"]} data-wide={tool.preset === "trim" || undefined}>
        <div className={css["sound"]}>
          <SoundFile file={input.file} label={input.file.name} mediaRef={mediaRef} />
        </div>
        <div className={css["part"]}>
          <fieldset className={css["settings"]} disabled={run !== null}>
            <ToolFields
              tool={tool}
              input={input}
              settings={settings}
              onChange={(values) => set({ ...settings, values })}
              mediaRef={mediaRef}
            />
            <OutputSelect
              formats={REQUESTED_FORMATS}
              value={output}
              onChange={(next) => {
                const { values } = settings;
                set({ values, ...(next !== "keep" && { output: { format: next } }) });
              }}
            />
          </fieldset>
          <RunRow
            controller={controller}
            tool={tool}
            state={state}
            onStart={() => {
              startedHereRef.current = true;
              controller.start({ by: "visitor" }).catch(() => {});
            }}
          />
        </div>
        {outcome && (
          <EmbedResults
            key={state.runs}
            outcome={outcome}
            host={host}
            isSent={!isOwn}
            startedHereRef={startedHereRef}
            onSave={onSave}
            onSend={() => onSend(outcome)}
          />
        )}
      </div>
    </>
  );
}

/** The start button; while a run is in progress, how far it is, and the button that cancels it. */
function RunRow({
  controller,
  tool,
  state: { run, settings, outcome },
  onStart,
}: Pick<EmbedAppProps, "controller" | "tool"> & {
  readonly state: EmbedState;
  readonly onStart: () => void;
}) {
  const { t, format } = useLocale();
  const ranges = settings.values["ranges"];
  const count = Array.isArray(ranges) ? Math.max(1, ranges.length) : 1;
  const stage = run && t(run.stage ?? "panel-kit:stage.working");
  const row = useRef<HTMLDivElement>(null);
  const isRunning = run !== null;
  const wasRunning = useRef(isRunning);
  // The button that had the focus is replaced by the other one.
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (isLost) row.current?.querySelector("button")?.focus();
  }, [isRunning]);
  return (
    <div className={css["row"]} ref={row}>
      {run && stage !== null ? (
        <>
          <ProgressArc value={run.done} label={stage} size={48} />
          <span className={css["progress"]}>
            {stage}
            {run.done !== null && ` · ${format.percent(run.done)}`}
          </span>
          <Button onClick={() => controller.cancel("visitor")}>{t("common:zone.cancel")}</Button>
        </>
      ) : (
        <Button look={outcome ? "secondary" : "primary"} onClick={onStart}>
          {t(kindOf(tool).action, { count })}
        </Button>
      )}
    </div>
  );
}

/** Chooses another file. */
function FileButton({
  onFile,
  isDisabled,
}: {
  readonly onFile: (file: File) => void;
  readonly isDisabled: boolean;
}) {
  const { t } = useLocale();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept="audio/*,video/*"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
        }}
      />
      <Button small disabled={isDisabled} onClick={() => chooser.current?.click()}>
        {t("embed:another")}
      </Button>
    </>
  );
}
