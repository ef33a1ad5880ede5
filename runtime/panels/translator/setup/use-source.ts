import { useEffect, useState } from "react";
import { type Segment, segmentsOf, timedTexts } from "#core/dubbing/segment.ts";
import { linesOfTranscript, useTranscriptOf } from "#runtime/panel-kit/input/use-transcript.ts";
import { readTextFile } from "#runtime/panel-kit/input/read-text.ts";
import { useRendering } from "#runtime/panel-kit/save/use-rendering.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult, TrayFile } from "#runtime/contract/file.ts";
import { MAX_SOURCE, type TranslatorSetup } from "./setup.ts";
import { takeSource } from "./take-source.ts";
import { useTranscribing } from "./use-transcribing.ts";
import type { ChangeSetup } from "./use-setup.ts";

/** Why there are no segments yet, or what was left out. */
export type SourceProblem =
  | { readonly kind: "unreadable" | "tooLong" | "nothing" | "unlike" }
  | { readonly kind: "left"; readonly count: number };

export interface Source {
  readonly problem: SourceProblem | null;
  /** Progress; null while no transcript is being read. */
  readonly done: number | null;
  readonly cancel: () => void;
  readonly takeText: (text: string) => void;
  readonly takeFile: (chosen: File | undefined) => Promise<void>;
  /** Uses the existing transcript of the recording; null if there is none. */
  readonly takeTranscript: (() => void) | null;
}

/** Maximum number of stored job ids. */
const MAX_STORED_JOBS = 100;

/** Reads a transcript from any of its sources. */
export function useSource(
  file: TrayFile,
  {
    tool,
    from,
    heard,
    isOpen,
    onChange,
    onSegments,
  }: Pick<TranslatorSetup, "heard"> & {
    readonly tool: PanelProps["tool"];
    /** Whether there are segments; null if unknown. */
    readonly isOpen: boolean | null;
    /** Locale of the recording. */
    readonly from: string;
    readonly onChange: ChangeSetup;
    readonly onSegments: (segments: readonly Segment[]) => void;
  },
): Source {
  const { files, jobs, speech } = useWorkspace();
  const { start, done, cancel } = useRendering();
  const [problem, tell] = useState<SourceProblem | null>(null);
  const made = useTranscriptOf(file.id);
  const takeText = (text: string): void => {
    tell(null);
    start(async (options) => {
      const found = await takeSource(text, {
        ...options,
        file: await files.open(file.id),
        seconds: file.duration,
        language: from,
        speech,
      });
      if (found.segments.length === 0) return tell({ kind: "nothing" });
      if (found.isUnlike) tell({ kind: "unlike" });
      else if (found.left > 0) tell({ kind: "left", count: found.left });
      onChange({ ...(found.from && { from: found.from }), ...(found.to && { to: found.to }) });
      onSegments(found.segments);
    });
  };
  const takeResult = (result: JobResult): void =>
    start(async () => {
      tell(null);
      const { lines, written } = await linesOfTranscript(jobs, result);
      const texts = timedTexts(lines, file.duration ?? Infinity);
      if (texts.length === 0) tell({ kind: "nothing" });
      else onSegments(segmentsOf(texts, written));
    });
  // A transcript from this panel is used at once, like a pasted one.
  const own = useTranscribing(tool, jobs, file).done;
  const ownResult = own?.results.find(({ state }) => state !== "missing");
  const [id, resultId] = [own?.id, ownResult?.id];
  useEffect(() => {
    if (id === undefined || !ownResult || isOpen !== false || heard.includes(id)) return;
    onChange({ heard: [...heard, id].slice(-MAX_STORED_JOBS) });
    takeResult(ownResult);
    // Job objects change with every progress message; only the id of the result matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, resultId, isOpen]);
  return {
    problem,
    done,
    cancel,
    takeText,
    async takeFile(chosen) {
      if (!chosen) return;
      const read = await readTextFile(chosen, MAX_SOURCE);
      if ("problem" in read) tell({ kind: read.problem });
      else takeText(read.text);
    },
    takeTranscript: made && (() => takeResult(made)),
  };
}
