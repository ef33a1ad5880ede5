import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { OfferedModel } from "#core/models/offered.ts";
import type { TranscriptEngine } from "#core/transcript/transcript.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { canRecognizeInBrowser } from "../../audio/speech/browser-recognizer.ts";
import { useLocale, useT } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";

/** Task of models that write transcripts. */
const TRANSCRIPT_TASK = "transcript";

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
  const stored = useStore(workspace, (state) => state.settings["transcript"]);
  const entries = useStore(models, (state) => state.entries);
  const keptLanguage = stored?.["language"];
  const hasBrowser = useBrowserRecognition(
    language ?? (typeof keptLanguage === "string" ? keptLanguage : ""),
  );
  const knows = ({ languages }: OfferedModel): boolean =>
    language === null || languages.length === 0 || languages.includes(language);
  const choices = [
    BUILT_IN,
    ...models.models
      .filter((model) => model.task === TRANSCRIPT_TASK && knows(model))
      .map((model) => ({ id: `studio ${model.id}`, engine: "studio" as const, model })),
    ...(hasBrowser ? [{ id: "browser", engine: "browser" as const, model: null }] : []),
    ...(hosted.transcription === null
      ? []
      : [{ id: "hosted", engine: "hosted" as const, model: null }]),
  ];
  const defaultEngine = choices.find(({ model }) => model && entries[model.id]?.state === "kept");
  return {
    choices,
    choice: choices.find(({ id }) => id === stored?.["engine"]) ?? defaultEngine ?? BUILT_IN,
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

/** The reason why a model cannot transcribe yet; null if it can. */
export function useMissingModel({ model }: EngineChoice): string | null {
  const t = useT();
  const { models } = useWorkspace();
  const isHere = useStore(
    models,
    ({ entries }) => model === null || entries[model.id]?.state === "kept",
  );
  return model && (!isHere || !fitsDevice(model)) ? t("panel-kit:transcript.engine.needed") : null;
}
