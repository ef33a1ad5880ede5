import { useEffect, useRef } from "react";
import type { Certainty } from "#audio/description/classify.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import type { DescribedFile } from "../audio/worker/tasks/describe.ts";
import { useLocale } from "../i18n/context.tsx";
import type { Translate } from "../i18n/translate.ts";
import { isolate } from "../i18n/isolate.ts";
import { Notice, ProgressArc } from "../ui/Feedback.tsx";
import { ToolName } from "../ui/ToolName.tsx";
import type { Fault } from "../contract/fault.ts";
import css from "./file-report.module.css";
import { type Suggestion, suggestTools } from "./suggest-tools.ts";

export type ReportState =
  /** @param done 0 to 1; null if unknown */
  | { readonly kind: "listening"; readonly done: number | null }
  | { readonly kind: "heard"; readonly described: DescribedFile }
  | { readonly kind: "failed"; readonly fault: Fault };

interface ReportProps {
  /** Name of the file. */
  readonly name: string;
  readonly state: ReportState;
  readonly tools: readonly WorkspaceTool[];
}

/** Analysis results of a file, and the tools that would help. */
export function FileReport({ name, state, tools }: ReportProps) {
  const { t, format } = useLocale();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAnalyzed = state.kind === "heard";
  useEffect(() => {
    if (isAnalyzed) heading.current?.focus({ preventScroll: true });
  }, [isAnalyzed]);
  useEffect(() => {
    // A visitor who has scrolled on keeps the scroll position.
    const { top } = section.current!.getBoundingClientRect();
    if (top >= 0) section.current!.scrollIntoView({ block: "nearest" });
  }, [state.kind]);
  return (
    <section
      ref={section}
      className={css["report"]}
      aria-labelledby="file-report"
      aria-busy={!isAnalyzed}
    >
      <h2 id="file-report" ref={heading} tabIndex={-1} className={css["name"]}>
        <bdi>{name}</bdi>
      </h2>
      {state.kind === "listening" && (
        <div className={css["listening"]}>
          <ProgressArc value={state.done} label={t("pages:home.file.listening")} />
          <span aria-hidden="true">
            {t("pages:home.file.listening")}
            {state.done !== null && <bdi> {format.percent(state.done)}</bdi>}
          </span>
        </div>
      )}
      {state.kind === "failed" && (
        <Notice weight="bad">{t(`errors:${state.fault.code}`, state.fault.params)}</Notice>
      )}
      {state.kind === "heard" && <AnalyzedReport described={state.described} tools={tools} />}
    </section>
  );
}

function AnalyzedReport({
  described,
  tools,
}: {
  readonly described: DescribedFile;
  readonly tools: readonly WorkspaceTool[];
}) {
  const { t, format } = useLocale();
  const { sound } = described;
  const { content, contentCertainty, loudness, truePeak, seconds, clipping } = sound;
  const suggestions = suggestTools(sound, tools);
  const others = tools.filter(
    ({ preset, available }) => available && (preset === "trim" || preset === "edit"),
  );
  const length = Math.max(described.duration, seconds);
  return (
    <>
      <p className={css["facts"]}>
        {[
          withCertainty(t, contentCertainty, t(`pages:home.file.content.${content}`)),
          format.length(length),
          format.sampleRate(described.sampleRate),
          ...(content === "silence"
            ? []
            : [
                t("panel-kit:unit.LUFS", { value: loudness }),
                t("panel-kit:unit.dBTP", { value: truePeak }),
              ]),
        ].map((fact, at) => (
          <span key={at}>
            <bdi>{fact}</bdi>
          </span>
        ))}
      </p>
      {length > seconds + 1 && (
        <p className={css["note"]}>
          {t("pages:home.file.part", { time: format.duration(seconds) })}
        </p>
      )}
      {clipping > 0 && suggestions.every(({ reason }) => reason !== "clipped") && (
        <p className={css["note"]}>{t("pages:home.file.clipping")}</p>
      )}
      <h3 className={css["title"]}>{t(`pages:home.file.${headingOf(content, suggestions)}`)}</h3>
      <ol className={css["list"]}>
        {suggestions.map((suggestion) => (
          <ToolRow key={suggestion.tool.slug} tool={suggestion.tool}>
            <Reason suggestion={suggestion} described={described} />
          </ToolRow>
        ))}
        {suggestions.length === 0 &&
          others.map((tool) => (
            <ToolRow key={tool.slug} tool={tool}>
              {tool.tagline}
            </ToolRow>
          ))}
      </ol>
    </>
  );
}

/** A silent file needs no repair either, but it is not fine. */
function headingOf(
  content: DescribedFile["sound"]["content"],
  suggestions: readonly Suggestion[],
): "helps" | "silent" | "fine" {
  if (suggestions.length > 0) return "helps";
  return content === "silence" ? "silent" : "fine";
}

/** A finding with its certainty; a certain finding has no qualifier. */
const withCertainty = (t: Translate, certainty: Certainty, finding: string): string =>
  certainty === "sure" ? finding : t(`pages:home.file.certainty.${certainty}`, { finding });

/** A link that opens the tool with the file from the tray. */
const ToolRow = ({
  tool,
  children,
}: {
  readonly tool: WorkspaceTool;
  readonly children: React.ReactNode;
}) => (
  <li className={css["row"]}>
    <a href={`${tool.path}?from=workspace`}>
      <ToolName tool={tool} />
    </a>
    <span>{children}</span>
  </li>
);

/** Why a tool would help, with the measured value. */
function Reason({
  suggestion: { reason, certainty, tool },
  described: { sound },
}: {
  readonly suggestion: Suggestion;
  readonly described: DescribedFile;
}) {
  const { t, format } = useLocale();
  if (reason === null) return tool.tagline;
  const text = t(`pages:home.file.reason.${reason}`, {
    range: Math.round(sound.noiseRange),
    hertz: sound.hum ?? 0,
    delay: t("panel-kit:unit.ms", { value: sound.echo ?? 0 }),
    time: format.duration(sound.pauses.seconds),
    number: format.number(Math.round(reason === "clicks" ? sound.clicks : sound.breaths)),
    loudness: isolate(t("panel-kit:unit.LUFS", { value: sound.loudness })),
    podcast: -16,
    streaming: -14,
  });
  return withCertainty(t, certainty, text);
}
