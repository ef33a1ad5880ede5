import { useEffect } from "react";
import { BUILT_IN_ID } from "#core/models/engine.ts";
import { chooseEngine } from "#runtime/panel-kit/engine/use-engine-choice.ts";
import { useEngineTimes } from "#runtime/panel-kit/engine/use-engine-times.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { type SpeechParams, type SpeechSetup, setupOf } from "./setup.ts";
import { useBeginning } from "./use-beginning.ts";
import { useNarrator } from "./use-narrator.ts";
import { SPEECH_TASK, useStudioVoices } from "./use-studio-voices.ts";

/** Characters per second, for estimates of the length. */
const PACE = 14;

/** The engine that speaks a text, its settings, and what can be heard before a job runs. */
export function useSpeech(
  workspace: WorkspaceStore,
  {
    text,
    setup,
    language,
    job,
  }: {
    readonly text: string;
    readonly setup: SpeechSetup;
    /** Locale code. */
    readonly language: string;
    /** The last successful job. */
    readonly job: SteadyJob | undefined;
  },
) {
  const studio = useStudioVoices(workspace, setup.studio, language);
  const { spoken, engines } = studio;
  const length = text.length / PACE;
  const { studio: _, ...own } = setup;
  const params: SpeechParams = { ...own, language, ...spoken };
  // Until the model is on the device, the built-in voice reads the beginning.
  const { isReady } = engines;
  const beginning = useBeginning({
    text,
    params: isReady ? params : { ...own, language },
    narrator: useNarrator((isReady && spoken?.model) || null, null),
  });
  const made = job?.params as unknown as SpeechParams | undefined;
  return {
    studio,
    params,
    /** Estimated length of the speech, in seconds. */
    length,
    timeOf: useEngineTimes({ effect: null, length }),
    beginning,
    /** Speaks sentences of the result again, with the engine that made it. */
    narrator: useNarrator(made?.model ?? null, job?.usageId ?? null),
  };
}

/** Chooses the built-in voice whose page links here. */
export function useLinkedVoice(workspace: WorkspaceStore): void {
  useEffect(() => {
    const voice = new URLSearchParams(location.search).get("voice");
    if (voice && setupOf({ persona: voice }).persona === voice) {
      workspace.set("tts", { persona: voice });
      chooseEngine(workspace, { task: SPEECH_TASK, tool: "tts" }, BUILT_IN_ID);
    }
  }, [workspace]);
}
