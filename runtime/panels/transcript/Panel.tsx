import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { useServers } from "../../panel-kit/start/use-servers.ts";
import { transcriptParams } from "../../panel-kit/transcribe/params.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { liveTranscripts } from "./engines/live-transcripts.ts";
import { Recording } from "./Recording.tsx";
import { ScriptField } from "./setup/ScriptField.tsx";
import { SetupFields } from "./setup/SetupFields.tsx";
import { useTranscriptSetup } from "./setup/use-setup.ts";

/**
 * Transcribes speech, or aligns a known text; the transcript can be corrected, cut by words, and
 * saved.
 */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const { speech } = useWorkspace();
  const input = useInput(files);
  const runs = useRuns(jobs, { panel: "transcript", preset }, input.files);
  const setup = useTranscriptSetup(workspace, useServers(tool));
  const { shown } = input;
  const { job, result, busy } = outcomeOf(runs, shown);
  const live = useStore(liveTranscripts(), (state) => (shown ? state[shown.id] : undefined));
  const { language, text } = setup;
  const { choice, onServer } = setup.engines;
  const isPossible = setup.engines.hasText || setup.engines.writers.engine !== null;
  const needsText = setup.engines.hasText && text.trim() === "";
  const params = transcriptParams(choice, {
    language,
    text,
    speech,
    terms: setup.terms ?? "",
    speakers: setup.speakers?.params ?? null,
  });
  const written = job?.unchanged === null ? result : null;
  return (
    <Recording
      key={shown?.id ?? ""}
      {...{ input, runs, jobs, preset, written }}
      live={busy ? live : undefined}
      draft={setup.engines.hasText && <ScriptField text={text} onText={setup.setText} />}
      settings={
        <SetupFields
          {...{ setup, runs }}
          length={shown?.duration ?? null}
          lengthOf={input.lengthOf}
          onServer={{ files: input.files, cost: tool.cost, tool: tool.slug }}
        />
      }
      start={
        <JobStart
          tool={tool}
          jobs={jobs}
          input={input.files}
          run={{
            panel: "transcript",
            preset,
            params,
            onServer,
            ...(choice.engine === "hosted" && { hosted: "length" }),
          }}
          action={t(
            choice.engine === "align"
              ? "panel-transcript:start.align"
              : "panel-kit:transcript.write",
          )}
          counts={choice.engine !== "align"}
          isLocal={choice.engine !== "hosted"}
          disabled={
            !isPossible || needsText || (choice.engine === "align" && input.files.length > 1)
          }
          note={needsText ? t("panel-transcript:script.needed") : null}
          again={written !== null}
        />
      }
    />
  );
}
