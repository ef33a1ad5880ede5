import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { OfferedModel } from "#core/models/offered.ts";
import type { TranscriptEngine } from "#core/transcript/transcript.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { canRecognizeInBrowser } from "../../audio/speech/browser-recognizer.ts";
import { useLocale } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { recommendedModel, TRANSCRIPT_TASK } from "#core/models/recommended-model.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";

/** An engine that can be chosen here. */
export interface EngineChoice {
  /** Id in the list and in the stored settings. */
  readonly id: string;
  readonly engine: TranscriptEngine;
  /** The studio model. */
  readonly model: OfferedModel | null;
}

const BUILT_IN: EngineChoice = { id: "align", engine: "align", model: null };

export interface Engines {
  readonly choices: readonly EngineChoice[];
  readonly choice: EngineChoice;
  readonly setChoice: (id: string) => void;
}

/**
 * The transcription engines and the chosen one, which is stored for the next visit.
 * @param language primary language subtag: models that do not support it are left out; null for all
 */
export function useEngines(workspace: WorkspaceStore, language: string | null): Engines {
  const { models, hosted } = useWorkspace();
  const { locale } = useLocale();
  const stored = useStore(workspace, (state) => state.settings["transcript"]);
  const entries = useStore(models, (state) => state.entries);
  const keptLanguage = stored?.["language"];
  const hasBrowser = useBrowserRecognition(
    language ?? (typeof keptLanguage === "string" ? keptLanguage : ""),
  );
  const knows = ({ languages }: OfferedModel): boolean =>
    language === null || languages.length === 0 || languages.includes(language);
  const choices = [
    ...models.models
      .filter((model) => model.task === TRANSCRIPT_TASK && knows(model))
      .map((model) => ({ id: `studio ${model.id}`, engine: "studio" as const, model })),
    ...(hasBrowser ? [{ id: "browser", engine: "browser" as const, model: null }] : []),
    ...(hosted.transcription === null
      ? []
      : [{ id: "hosted", engine: "hosted" as const, model: null }]),
    // Whoever comes for a transcript has none: the engine that needs one is the last of the list.
    BUILT_IN,
  ];
  const onDevice = choices.find(({ model }) => model && entries[model.id]?.state === "kept");
  const spoken =
    language ?? (typeof keptLanguage === "string" && keptLanguage ? keptLanguage : locale.language);
  const recommended = recommendedModel(models.models.filter(fitsDevice), spoken.split("-")[0]!);
  const fallback = choices.find(({ model }) => model !== null && model === recommended);
  return {
    choices,
    choice: choices.find(({ id }) => id === stored?.["engine"]) ?? onDevice ?? fallback ?? BUILT_IN,
    setChoice: (id) => workspace.set("transcript", { engine: id }),
  };
}

/**
 * Whether the browser recognizes a language on the device. @param language empty for that of the
 * page
 */
function useBrowserRecognition(language: string): boolean {
  const { locale } = useLocale();
  const wanted = language || locale.language;
  const [found, setFound] = useState("");
  useEffect(() => {
    let isCurrent = true;
    void canRecognizeInBrowser(wanted).then((can) => isCurrent && setFound(can ? wanted : ""));
    return () => void (isCurrent = false);
  }, [wanted]);
  return found === wanted;
}
