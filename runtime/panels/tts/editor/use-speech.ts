import { useEffect } from "react";
import { estimateSeconds } from "#audio/podcast/script/script.ts";
import { BUILT_IN_ID, modelOf } from "#core/models/engine.ts";
import { estimateFrom } from "#runtime/audio/estimate.ts";
import { chooseEngine } from "#runtime/panel-kit/engine/use-engine-choice.ts";
import { useEngineTimes } from "#runtime/panel-kit/engine/use-engine-times.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { type SpeechParams, type SpeechSetup, setupOf } from "./setup.ts";
import { useBeginning } from "./use-beginning.ts";
import { useNarrator } from "./use-narrator.ts";
import { SPEECH_TASK, useStudioVoices } from "./use-studio-voices.ts";

/** The engine that speaks a text, its settings, and what can be heard before a job runs. */
export function useSpeech(
  workspace: WorkspaceStore,
  {
    text,
    setup,
    language,
    job,
    earlier,
  }: {
    readonly text: string;
    readonly setup: SpeechSetup;
    /** Locale code. */
    readonly language: string;
    /** The last successful job. */
    readonly job: SteadyJob | undefined;
    /** All jobs of the tool. */
    readonly earlier: readonly SteadyJob[];
  },
) {
  const studio = useStudioVoices(workspace, setup.studio, language);
  const { spoken, engines } = studio;
  const length = estimateSeconds(text, language) / (setup.speed / 100);
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
    timeOf: useEngineTimes({
      effect: null,
      length,
      measured: (engine) =>
        estimateFrom(
          earlier.filter((one) => modelOf(one.params) === (engine.models[0]?.id ?? null)),
          length,
          ({ text: spokenText, params: { speed } }) =>
            estimateSeconds(spokenText ?? "", language) /
            (typeof speed === "number" ? speed / 100 : 1),
        ),
    }),
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
