import { useStore } from "zustand";
import type { OfferedModel } from "../../../../core/models/offered.ts";
import type { TranscriptEngine } from "../../../../core/transcript/transcript.ts";
import { canBrowserHear } from "../engines/hear-with-browser.ts";
import { guessLanguage } from "../../../audio/speech/guess-language.ts";
import { useLocale } from "../../../i18n/context.tsx";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import type { WorkspaceStore } from "../../../workspace/contract/workspace-store.ts";

/** What nets are for that write transcripts. */
const TRANSCRIPT_TASK = "transcript";

/** An engine that can be chosen here. */
export interface EngineChoice {
  /** Of the list, and as it is kept. */
  readonly id: string;
  readonly engine: TranscriptEngine;
  /** The studio model. */
  readonly model: OfferedModel | null;
}

const BUILT_IN: EngineChoice = { id: "align", engine: "align", model: null };

/** What is set, and kept for the next time. */
export interface TranscriptSetup {
  readonly choices: readonly EngineChoice[];
  readonly choice: EngineChoice;
  readonly setChoice: (id: string) => void;
  /** BCP 47; empty: found by the engine. */
  readonly language: string;
  readonly setLanguage: (language: string) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
}

export function useTranscriptSetup(workspace: WorkspaceStore): TranscriptSetup {
  const { models, hosted } = useWorkspace();
  const { locale } = useLocale();
  const kept = useStore(workspace, (state) => state.settings["transcript"]);
  const entries = useStore(models, (state) => state.entries);
  const choices = [
    BUILT_IN,
    ...models.models
      .filter(({ task }) => task === TRANSCRIPT_TASK)
      .map((model) => ({ id: `studio ${model.id}`, engine: "studio" as const, model })),
    ...(canBrowserHear() ? [{ id: "browser", engine: "browser" as const, model: null }] : []),
    ...(hosted.transcription === null
      ? []
      : [{ id: "hosted", engine: "hosted" as const, model: null }]),
  ];
  const usual = choices.find(({ model }) => model && entries[model.id]?.state === "kept");
  const choice = choices.find(({ id }) => id === kept?.["engine"]) ?? usual ?? BUILT_IN;
  const text = typeof kept?.["text"] === "string" ? kept["text"] : "";
  const own = typeof kept?.["language"] === "string" ? kept["language"] : null;
  // A text shows its script; what is spoken has to be said or found.
  const mustBeSaid = choice.engine === "align" || choice.engine === "browser";
  const said = choice.engine === "align" ? text : "";
  const guessed = mustBeSaid ? guessLanguage(said, locale.code) : "";
  return {
    choices,
    choice,
    setChoice: (id) => workspace.set("transcript", { engine: id }),
    language: own === "" && mustBeSaid ? guessed : (own ?? guessed),
    setLanguage: (language) => workspace.set("transcript", { language }),
    text,
    setText: (next) => workspace.set("transcript", { text: next }),
  };
}
