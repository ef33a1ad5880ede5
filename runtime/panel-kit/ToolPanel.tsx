import { type ReactNode, useEffect } from "react";
import { sharedEngine } from "../audio/shared-engine.ts";
import type { JobsStore } from "../contract/job.ts";
import { FileProblems } from "./input/FileProblems.tsx";
import { NoSound } from "./input/NoSound.tsx";
import { ShownFile } from "./input/ShownFile.tsx";
import type { Input } from "./input/use-input.ts";
import { PanelLayout } from "./layout/PanelLayout.tsx";
import { RatingRequest } from "./rating/RatingRequest.tsx";
import { RunStates } from "./start/RunStates.tsx";
import type { Runs } from "./start/use-runs.ts";

/**
 * The layout of a panel: choice of the file, the sound or its result, progress, settings, start
 * button and results.
 */
export function ToolPanel({
  input,
  runs,
  jobs,
  before,
  top,
  sound,
  settings,
  start,
  save,
  wide = false,
}: {
  readonly input: Input;
  readonly runs: Runs;
  readonly jobs: JobsStore;
  /** Another way to choose a file. */
  readonly before?: ReactNode;
  /** The sound over the whole width, if its text is what the panel shows. */
  readonly top?: ReactNode;
  /** The shown file, or its result. */
  readonly sound: ReactNode;
  /** Missing if the sound includes its settings; null until they are loaded. */
  readonly settings?: ReactNode;
  readonly start?: ReactNode;
  readonly save?: ReactNode;
  /** Whether the sound takes the whole width, with the settings below it. */
  readonly wide?: boolean;
}) {
  useEffect(() => sharedEngine().warm(), []);
  return (
    <PanelLayout
      wide={wide}
      top={top}
      settings={
        settings === undefined ? undefined : (
          <>
            {settings}
            {start}
          </>
        )
      }
    >
      {before}
      <ShownFile files={input.files} shown={input.shown} onShow={input.show} />
      <FileProblems files={input.broken} />
      {/* Before the sound, so that failures are in view, and before a result that equals its file. */}
      <RunStates latest={runs.latest} jobs={jobs} />
      {input.shown ? sound : <NoSound pending={input.pending} />}
      {save}
      <RatingRequest jobs={runs.all} />
    </PanelLayout>
  );
}
