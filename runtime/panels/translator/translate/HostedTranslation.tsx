import { useEffect } from "react";
import { type Segment, oneRow, translated } from "#core/dubbing/segment.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { JobStart } from "#runtime/panel-kit/start/JobStart.tsx";
import { RunStates } from "#runtime/panel-kit/start/RunStates.tsx";
import { useRuns } from "#runtime/panel-kit/start/use-runs.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { isActive } from "#runtime/contract/job.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import type { SegmentEdits } from "../segments/use-segments.ts";
import type { LanguagesOf } from "../setup/setup.ts";
import type { ChangeSetup } from "../setup/use-setup.ts";
import { type TranslatedText, TRANSLATING, translationSeconds } from "./translate-hosted.ts";
import { openSegments } from "./use-translation.ts";

/** Starts a job in which the operator's model translates. */
export function HostedTranslation({
  tool,
  jobs,
  file,
  languages: { from, to },
  segments,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly file: TrayFile;
  readonly languages: LanguagesOf;
  readonly segments: readonly Segment[];
}) {
  const t = useT();
  const runs = useRuns(jobs, { panel: "translator", preset: TRANSLATING }, [file]);
  const places = openSegments(segments);
  const texts = places.map((at) => oneRow(segments[at]!.source));
  return (
    <>
      <JobStart
        tool={tool}
        jobs={jobs}
        input={texts.length > 0 ? [file] : []}
        run={{
          panel: "translator",
          preset: TRANSLATING,
          params: { task: "translate", from, to, texts },
          hosted: translationSeconds(texts),
        }}
        action={t("panel-translator:translate.start", { count: texts.length })}
        isLocal={false}
        disabled={runs.latest.some(isActive)}
      />
      <RunStates latest={runs.latest} jobs={jobs} />
    </>
  );
}

/**
 * Uses the translations of a finished job, once; edits that the visitor made meanwhile are kept.
 */
export function useHostedTranslation(
  file: TrayFile,
  taken: string,
  { present, change }: Pick<SegmentEdits, "present" | "change">,
  onChange: ChangeSetup,
): void {
  const { jobs, report } = useWorkspace();
  const { done } = useRuns(jobs, { panel: "translator", preset: TRANSLATING }, [file]);
  const job = done[0];
  const result = job?.results.find(({ state }) => state !== "missing");
  const id = job?.id ?? "";
  const resultId = result?.id;
  const isLoaded = present !== null;
  useEffect(() => {
    if (!result || id === taken || !isLoaded) return;
    const take = async (): Promise<void> => {
      const texts = JSON.parse(await (await jobs.openResult(result)).text()) as TranslatedText[];
      const targets = new Map(texts.map(({ source, target }) => [source, target]));
      change(
        (now) =>
          now.map((one) => {
            const target = one.target === "" ? targets.get(oneRow(one.source)) : undefined;
            return target === undefined ? one : translated(one, target, "hosted");
          }),
        `translation ${id}`,
      );
      onChange({ taken: id });
    };
    take().catch(report);
    // Job objects change with every progress message; only the id of the result matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, resultId, taken, isLoaded]);
}
